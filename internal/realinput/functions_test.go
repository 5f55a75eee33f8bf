package realinput

import (
	"context"
	"testing"

	"github.com/functionschema/fscheck/functionschema"
)

// function is a row of the corpus and the struct that we wrote for it.
type function struct {
	row   string
	file  string
	of    *functionschema.FunctionSchema
	fresh func() any // a pointer to a zero struct
	seeds []string   // valid calls of our own, to mutate with those of the row
}

func functions(t *testing.T) []function {
	t.Helper()
	return []function{
		take[commit](t, "github-mcp-server.jsonl", "github-mcp/get_commit",
			`{"owner":"o","repo":"r","sha":"HEAD","detail":"full_patch","page":2,"perPage":100}`,
			`{"owner":"o","repo":"r","sha":"main"}`),
		take[podLog](t, "kubernetes-mcp-server.jsonl", "k8s-mcp/toolsets-core-tools/pods_log",
			`{"name":"n","namespace":"s","container":"c","previous":true,"tail":0}`),
		take[resource](t, "kubernetes-mcp-server.jsonl", "k8s-mcp/toolsets-core-tools/resources_create_or_update"),
		take[edit](t, "npm-mcp.jsonl", "npm/@modelcontextprotocol/server-filesystem@2026.8.31/edit_file",
			`{"path":"a/b","edits":[{"oldText":"x","newText":""},{"oldText":"y","newText":"z"}],"dryRun":true}`),
		take[orderChange](t, "tau.jsonl", "tau-bench/retail/modify_pending_order_items"),
		take[reservation](t, "tau.jsonl", "tau-bench/airline/book_reservation"),
		take[faceSearch](t, "botocore.jsonl", "aws/rekognition/SearchFacesByImage",
			`{"CollectionId":"c","Image":{"Bytes":"/9j/4A=="},"QualityFilter":"AUTO","FaceMatchThreshold":0.5}`,
			`{"CollectionId":"c","Image":{"S3Object":{"Bucket":"bbb","Name":"n","Version":"1"}},"MaxFaces":4096}`),
		take[invocation](t, "botocore.jsonl", "aws/lambda/Invoke",
			`{"FunctionName":"f","InvocationType":"DryRun","LogType":"Tail","ClientContext":"x","DurableExecutionName":"d","Payload":"e30=","Qualifier":"$LATEST","TenantId":"t"}`),
	}
}

func take[In any](t *testing.T, file, row string, seeds ...string) function {
	t.Helper()
	of, err := functionschema.Of(func(context.Context, In) (struct{}, error) { return struct{}{}, nil },
		functionschema.WithName("f"))
	if err != nil {
		t.Fatalf("%s: %v", row, err)
	}
	return function{row, file, of, func() any { return new(In) }, seeds}
}

type commit struct {
	Owner   string  `json:"owner"`
	Repo    string  `json:"repo"`
	SHA     string  `json:"sha"`
	Detail  string  `json:"detail" jsonschema:"enum=none,enum=stats,enum=full_patch,default=stats"`
	Page    float64 `json:"page,omitempty" jsonschema:"minimum=1"`
	PerPage float64 `json:"perPage,omitempty" jsonschema:"minimum=1,maximum=100"`
}

type podLog struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
	Container string `json:"container,omitempty"`
	Previous  bool   `json:"previous,omitempty"`
	Tail      int    `json:"tail" jsonschema:"minimum=0,default=100"`
}

type resource struct {
	Resource string `json:"resource"`
}

type edit struct {
	Path  string `json:"path"`
	Edits []struct {
		OldText string `json:"oldText"`
		NewText string `json:"newText"`
	} `json:"edits"`
	DryRun bool `json:"dryRun" default:"false"`
}

type orderChange struct {
	OrderID         string   `json:"order_id"`
	ItemIDs         []string `json:"item_ids"`
	NewItemIDs      []string `json:"new_item_ids"`
	PaymentMethodID string   `json:"payment_method_id"`
}

type reservation struct {
	UserID      string `json:"user_id"`
	Origin      string `json:"origin"`
	Destination string `json:"destination"`
	FlightType  string `json:"flight_type" jsonschema:"enum=one_way,enum=round_trip"`
	Cabin       string `json:"cabin" jsonschema:"enum=basic_economy,enum=economy,enum=business"`
	Flights     []struct {
		FlightNumber string `json:"flight_number"`
		Date         string `json:"date"`
	} `json:"flights"`
	Passengers []struct {
		FirstName string `json:"first_name"`
		LastName  string `json:"last_name"`
		DOB       string `json:"dob"`
	} `json:"passengers"`
	PaymentMethods []struct {
		PaymentID string  `json:"payment_id"`
		Amount    float64 `json:"amount"`
	} `json:"payment_methods"`
	TotalBaggages   int    `json:"total_baggages"`
	NonfreeBaggages int    `json:"nonfree_baggages"`
	Insurance       string `json:"insurance" jsonschema:"enum=yes,enum=no"`
}

type faceSearch struct {
	CollectionID string `json:"CollectionId" jsonschema:"minLength=1,maxLength=255,pattern=[a-zA-Z0-9_.\\-]+"`
	Image        struct {
		Bytes    []byte `json:"Bytes,omitempty"`
		S3Object struct {
			Bucket  string `json:"Bucket,omitempty" jsonschema:"minLength=3,maxLength=255,pattern=[0-9A-Za-z\\.\\-_]*"`
			Name    string `json:"Name,omitempty" jsonschema:"minLength=1,maxLength=1024"`
			Version string `json:"Version,omitempty" jsonschema:"minLength=1,maxLength=1024"`
		} `json:"S3Object,omitzero"`
	} `json:"Image"`
	MaxFaces           int32   `json:"MaxFaces,omitempty" jsonschema:"minimum=1,maximum=4096"`
	FaceMatchThreshold float64 `json:"FaceMatchThreshold,omitempty" jsonschema:"minimum=0,maximum=100"`
	QualityFilter      string  `json:"QualityFilter,omitempty" jsonschema:"enum=NONE,enum=AUTO,enum=LOW,enum=MEDIUM,enum=HIGH"`
}

type invocation struct {
	FunctionName         string `json:"FunctionName" jsonschema:"minLength=1,maxLength=256,pattern=(arn:(aws[a-zA-Z-]*)?:lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:\\d{12}:|(((eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:)?(\\d{12}:)?))(function:)?([a-zA-Z0-9-_\\.]+)(:(\\$LATEST(\\.PUBLISHED)?|[a-zA-Z0-9-_]+))?"`
	InvocationType       string `json:"InvocationType,omitempty" jsonschema:"enum=Event,enum=RequestResponse,enum=DryRun"`
	LogType              string `json:"LogType,omitempty" jsonschema:"enum=None,enum=Tail"`
	ClientContext        string `json:"ClientContext,omitempty"`
	DurableExecutionName string `json:"DurableExecutionName,omitempty" jsonschema:"minLength=1,maxLength=64,pattern=[a-zA-Z0-9-_]+"`
	Payload              []byte `json:"Payload,omitempty"`
	Qualifier            string `json:"Qualifier,omitempty" jsonschema:"minLength=1,maxLength=128,pattern=\\$(LATEST(\\.PUBLISHED)?)|[a-zA-Z0-9-_$]+"`
	TenantID             string `json:"TenantId,omitempty" jsonschema:"minLength=1,maxLength=256,pattern=[a-zA-Z0-9\\._:\\/=+\\-@ ]+"`
}
