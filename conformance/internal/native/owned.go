package native

import (
	"context"

	"github.com/functionschema/fscheck/functionschema"
)

type orderParams struct {
	Quantity int64    `json:"quantity" jsonschema:"minimum=1" jsonschema_description:"How many."`
	ShipTo   *Address `json:"ship_to" default:"null"`
	Note     string   `json:"note,omitempty"`
	Tenant   string   `json:"tenant" jsonschema:"minLength=3" inject:"ctx,tenant"`
}

type auditParams struct {
	Action string `json:"action"`
	User   User   `json:"user" inject:"ctx,user"`
	Tenant string `json:"tenant" jsonschema:"minLength=3" inject:"ctx,tenant"`
	Owner  string `json:"owner" inject:"ctx,tenant"`
	Budget *int32 `json:"budget" inject:"config,budget"`
}

type queryParams struct {
	SQL    string  `json:"sql"`
	Client *Client `json:"client" inject:"app,client,opaque"`
}

func keyAndText(ctx context.Context, key, text string) {
	Receive(ctx, map[string]any{"key": key, "text": text})
}

// owned are the functions with values that the framework owns, and the one
// beside them that must not be confused with one.
func owned() map[string]Function {
	return map[string]Function{
		"order":     echo[orderParams](functionschema.WithDescription("Places an order.")),
		"audit":     echo[auditParams](),
		"query":     echo[queryParams](),
		"plain-key": free(keyAndText, functionschema.WithParams(functionschema.Names("key", "text")...)),
		"hidden-key": free(keyAndText, functionschema.WithParams(
			functionschema.Param{Name: "key", Tag: `inject:"ctx,key"`}, functionschema.Param{Name: "text"})),
	}
}
