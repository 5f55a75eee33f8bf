package native

import (
	"context"
	"encoding/json"
	"math/big"
	"time"

	"github.com/functionschema/fscheck/functionschema"
)

type scalarsParams struct {
	I8   int8    `json:"i8,omitempty"`
	I16  int16   `json:"i16,omitempty"`
	I32  int32   `json:"i32,omitempty"`
	I64  int64   `json:"i64,omitempty"`
	I    int     `json:"i,omitempty"`
	U8   uint8   `json:"u8,omitempty"`
	U16  uint16  `json:"u16,omitempty"`
	U32  uint32  `json:"u32,omitempty"`
	U64  uint64  `json:"u64,omitempty"`
	U    uint    `json:"u,omitempty"`
	F32  float32 `json:"f32,omitempty"`
	F64  float64 `json:"f64,omitempty"`
	Yes  bool    `json:"yes,omitempty"`
	Text string  `json:"text,omitempty"`
}

type specialParams struct {
	When  time.Time       `json:"when,omitzero"`
	Until time.Time       `json:"until,omitzero"`
	Big   *big.Int        `json:"big,omitempty"`
	Num   json.Number     `json:"num,omitempty"`
	Any   any             `json:"any,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
}

type searchParams struct {
	Query string   `json:"query" jsonschema:"minLength=1,maxLength=64" jsonschema_description:"Words to look for."`
	Limit int32    `json:"limit" jsonschema:"minimum=1,maximum=100,default=20"`
	Mode  string   `json:"mode" jsonschema:"enum=fast,enum=exact,enum=any,default=exact"`
	Tags  []string `json:"tags,omitempty" jsonschema:"minItems=1,maxItems=3,uniqueItems=true,pattern=^[a-z]+$"`
	Loose bool     `json:"loose" jsonschema:"default=true"`
}

type moveParams struct {
	From Address   `json:"from"`
	To   Address   `json:"to"`
	Via  []Address `json:"via,omitempty"`
}

type routeParams struct {
	Plan     *[]string        `json:"plan"`
	Grid     [2][2]int8       `json:"grid,omitempty"`
	ByName   map[string]int16 `json:"by_name,omitempty"`
	ByNumber map[int64]string `json:"by_number,omitempty"`
}

type drawParams struct {
	Shape Shape   `json:"shape"`
	More  []Shape `json:"more,omitempty"`
}

type patchParams struct {
	Name   functionschema.Optional[string]  `json:"name"`
	Count  functionschema.Optional[int64]   `json:"count"`
	Flag   *bool                            `json:"flag"`
	Nested functionschema.Optional[Address] `json:"nested"`
}

type deepParams struct {
	Options Deep      `json:"options" default:"{\"address\":{\"zip\":\"12345\"}}"`
	List    []Address `json:"list" default:"[{\"zip\":\"11111\"}]"`
}

type uploadParams struct {
	File  []byte  `json:"file" jsonschema:"description=The file."`
	Thumb *[]byte `json:"thumb,omitempty"`
}

type blobsParams struct {
	List   [][]byte            `json:"list,omitempty"`
	Map    map[string][]byte   `json:"map,omitempty"`
	Nested map[string][][]byte `json:"nested,omitempty"`
	Blob   Blob                `json:"blob,omitzero"`
}

type hooksParams struct {
	Color Textual `json:"color,omitempty"`
	Item  Hooked  `json:"item,omitzero"`
	Bomb  Panicky `json:"bomb,omitzero"`
}

type exactParams struct {
	Command string   `json:"command"`
	Args    []string `json:"args" default:"[]"`
}

func sum(ctx context.Context, label string, rest ...int32) {
	Receive(ctx, map[string]any{"label": label, "rest": rest})
}

func upload(ctx context.Context, in uploadParams) ([]byte, error) {
	ReceiveFields(ctx, in)
	return []byte{1, 2}, nil
}

// shapes are the functions that show how types become schemas and values.
func shapes() map[string]Function {
	return map[string]Function{
		"scalars": echo[scalarsParams](),
		"special": echo[specialParams](),
		"wait": echo[struct {
			For time.Duration `json:"for" jsonschema_description:"How long."`
		}](),
		"search": echo[searchParams](functionschema.WithDescription("Searches.")),
		"ping":   free(func(ctx context.Context) { Receive(ctx, nil) }),
		"sum":    free(sum, functionschema.WithParams(functionschema.Names("label", "rest")...)),
		"move":   echo[moveParams](),
		"route":  echo[routeParams](),
		"walk": echo[struct {
			Root Node `json:"root"`
		}](),
		"node":   echo[Node](),
		"draw":   echo[drawParams](functionschema.WithUnions(shapeUnion())),
		"patch":  echo[patchParams](),
		"deep":   echo[deepParams](),
		"upload": typed(upload, functionschema.WithDescription("Stores a file.")),
		"blobs":  echo[blobsParams](),
		"hooks":  echo[hooksParams](),
		"exact":  echo[exactParams](),
	}
}
