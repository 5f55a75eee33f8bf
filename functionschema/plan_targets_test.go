package functionschema

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/plan"
)

// planTarget is a function and a valid call of it.
type planTarget struct {
	*FunctionSchema
	call string
}

type planScalars struct {
	B   bool          `json:"b"`
	I8  int8          `json:"i8" jsonschema:"minimum=-5,maximum=100"`
	I64 int64         `json:"i64" jsonschema:"multipleOf=3"`
	U8  uint8         `json:"u8"`
	U64 uint64        `json:"u64,omitempty"`
	F32 float32       `json:"f32" jsonschema:"exclusiveMinimum=0,maximum=1000"`
	F64 float64       `json:"f64" jsonschema:"minimum=-0.5,exclusiveMaximum=0.5"`
	S   string        `json:"s" jsonschema:"minLength=1,maxLength=5,pattern=^[a-zé]*$"`
	E   string        `json:"e" jsonschema:"enum=a,enum=b,enum=,default=b"`
	N   json.Number   `json:"n" default:"1.50"`
	D   time.Duration `json:"d" default:"5"`
}

type planPointers struct {
	P  *int            `json:"p" default:"null"`
	PP **string        `json:"pp" default:"\"x\""`
	T  *time.Time      `json:"t"`
	Y  *[]byte         `json:"y"`
	O  Optional[int]   `json:"o"`
	OS Optional[[]int] `json:"os"`
	A  any             `json:"a"`
	OA Optional[any]   `json:"oa"`
	G  *big.Int        `json:"g"`
	R  json.RawMessage `json:"r" default:"{}"`
	Q  int             `json:"q,string" default:"\"7\""`
}

type planBase struct {
	X int    `json:"x" default:"1"`
	Y string `json:"y,omitempty"`
}

type PlanOuter struct {
	Z *bool `json:"z"`
}

type planEmbedded struct {
	planBase
	*PlanOuter
	W [2]float64 `json:"w"`
	V [][]string `json:"v" jsonschema:"minItems=1,uniqueItems=true" default:"[[\"a\"]]"`
}

type planTree struct {
	Name string             `json:"name" jsonschema:"minLength=1"`
	Kids []planTree         `json:"kids" default:"[]"`
	More map[string]planTip `json:"more,omitempty"`
	Next *planTree          `json:"next,omitempty"`
}

type planTip struct {
	A int               `json:"a" default:"3"`
	M map[string]string `json:"m" default:"{\"k\":\"v\"}"`
	B []byte            `json:"b,omitempty" jsonschema:"maxLength=8"`
}

type planText struct {
	Addr  netip.Addr            `json:"addr" default:"\"10.0.0.1\""`
	Addrs []netip.Addr          `json:"addrs" default:"[]"`
	By    map[netip.Addr]int    `json:"by,omitempty"`
	Ints  map[int8]bool         `json:"ints,omitempty"`
	When  time.Time             `json:"when"`
	Free  map[string]any        `json:"free,omitempty"`
	Named map[planName]planName `json:"named,omitempty"`
}

type planName string

// planNested has structs in structs, some in place and some behind pointers.
type planNested struct {
	A     planPart    `json:"a"`
	B     *planPart   `json:"b"`
	C     planPart    `json:"c" default:"{\"name\":\"d\",\"deep\":{\"z\":2,\"y\":null}}"`
	Parts [2]planPart `json:"parts,omitempty"`
	List  []planPart  `json:"list,omitempty"`
}

type planPart struct {
	Name string  `json:"name" jsonschema:"minLength=1"`
	N    int     `json:"n" default:"4"`
	F    float64 `json:"f,omitempty"`
	On   bool    `json:"on,omitempty"`
	Deep struct {
		X string  `json:"x" default:"\"x\""`
		Y *string `json:"y"`
		Z float64 `json:"z,omitempty"`
	} `json:"deep"`
}

type planClient struct{ n int }

type planInjected struct {
	City   string      `json:"city" jsonschema:"minLength=2"`
	User   string      `json:"user" inject:"session,user"`
	Extra  *planTip    `json:"extra" inject:"session,extra"`
	Client *planClient `json:"client" inject:"session,client,opaque"`
}

type planRefusing struct {
	N int `json:"n" jsonschema:"minimum=10" inject:"session,n"`
	M int `json:"m"`
}

// Foreign schemas within, and beyond, what a plan covers.
const planForeign = `{"type":"object","required":["id","gone"],"additionalProperties":{"type":["integer","null"],"minimum":-3.5},"properties":{
	"id":{"type":"string","pattern":"^[a-z]+$","minLength":2},"n":{"type":"integer","multipleOf":0.5,"default":4},"f":{"multipleOf":0.1},
	"mixed":{"type":["string","number","array"],"enum":["a",1,2.50,true,null]},"c":{"const":1.0},"list":{"prefixItems":[{"type":"string"},{"$ref":"#/$defs/p"}],"items":false},
	"set":{"uniqueItems":true,"minItems":1,"maxItems":3,"items":{"$ref":"#/$defs/p"}},"p":{"$ref":"#/$defs/p","description":"x"},
	"b":{"contentEncoding":"base64"},"gone":true,"no":false,"free":{},"counted":{"minProperties":1,"maxProperties":2,"additionalProperties":{"type":"array"}}},
	"$defs":{"p":{"type":["object","null"],"properties":{"x":{"type":"number","exclusiveMaximum":10},"y":{"$ref":"#/$defs/p"},"z":{"default":{"x":1}}},"required":["x"]}}}`

const planChoices = `{"properties":{
	"maybe":{"anyOf":[{"type":"object","properties":{"a":{"type":"integer","default":1}},"additionalProperties":false},{"type":"null"}]},
	"once":{"oneOf":[{"type":"null"},{"type":"string","maxLength":3}]},
	"shape":{"oneOf":[{"$ref":"#/$defs/sq"},{"$ref":"#/$defs/gr"}]},
	"any":{"anyOf":[{"type":"object","required":["t"],"properties":{"t":{"enum":["x"]},"v":{"default":[]}}},{"type":"object","required":["t"],"properties":{"t":{"const":"y"}}}]},
	"level":{"oneOf":[{"type":"object","required":["v"],"properties":{"v":{"const":1},"a":{"type":"string","default":"x"}}},{"type":"object","required":["v"],"properties":{"v":{"const":2.50},"b":{"maximum":3}}},
		{"type":"object","required":["v"],"properties":{"v":{"const":true}},"additionalProperties":false},{"type":"object","required":["v"],"properties":{"v":{"enum":[null]}}},{"type":"object","required":["v"],"properties":{"v":{"const":"1"}}}]},
	"levels":{"type":"array","items":{"$ref":"#/properties/level"}},
	"rare":{"not":{"type":"string"},"items":{"type":"integer"}},"if":{"if":{"type":"string"},"then":{"minLength":2}}},
	"$defs":{"sq":{"type":"object","required":["kind","side"],"properties":{"kind":{"const":"square"},"side":{"type":"number","minimum":0}},"additionalProperties":false},
	"gr":{"type":"object","required":["kind"],"properties":{"kind":{"const":"group"},"members":{"type":"array","items":{"$ref":"#/properties/shape"},"default":[]}}}}}`

// planTargets are functions whose plans differ.
func planTargets(t testing.TB) []planTarget {
	build := mustBuild(t)
	session := WithResolvers(inject.Resolvers{"session": inject.Map{
		"user": "Ada", "extra": map[string]any{"a": 1}, "client": &planClient{1}, "n": 5, "tenant": map[string]any{"x": 1},
	}})
	missing := WithResolvers(inject.Resolvers{"session": inject.ResolverFunc(func(context.Context, string) (any, error) { return nil, errors.New("down") })})
	shapes := WithUnions(binding.UnionOf[shape]("kind", binding.Variant[shape]{Name: "square", Value: square{}}, binding.Variant[shape]{Name: "group", Value: &group{}}))
	nothing := func(f *FunctionSchema, err error) *FunctionSchema { return build(f, err) }
	list := []planTarget{
		{nothing(Of(func(context.Context, planScalars) (struct{}, error) { return struct{}{}, nil }, WithName("scalars"))),
			`{"b":true,"i8":-5,"i64":9,"u8":255,"f32":1.5,"f64":-0.25,"s":"é","e":"a"}`},
		{nothing(Of(func(context.Context, planPointers) (struct{}, error) { return struct{}{}, nil }, WithName("pointers"))),
			`{"p":1,"pp":"s","t":"2026-01-02T03:04:05.5+01:00","y":"QUI=","o":null,"os":[1],"a":{"x":[1,null,"s"]},"oa":5,"g":12345678901234567890,"r": [1, 2],"q":"12"}`},
		{nothing(Of(func(context.Context, *planEmbedded) (struct{}, error) { return struct{}{}, nil }, WithName("embedded"))),
			`{"x":2,"z":true,"w":[1,2],"v":[["a","b"],[]]}`},
		{nothing(Of(func(context.Context, planNested) (struct{}, error) { return struct{}{}, nil }, WithName("nested"))),
			`{"a":{"name":"a","n":5,"f":2.5,"on":true,"deep":{"x":"q","y":null}},"b":{"name":"b","deep":{"y":"t","z":1e2}},"list":[{"name":"c","deep":{"y":"u"}}]}`},
		{nothing(Of(func(context.Context, planTree) (struct{}, error) { return struct{}{}, nil }, WithName("tree"))),
			`{"name":"a","kids":[{"name":"b"},{"name":"c","kids":[{"name":"d","more":{"x":{},"y":{"b":"QQ==","m":{}}}}]}],"next":{"name":"e"}}`},
		{nothing(Of(func(context.Context, planText) (struct{}, error) { return struct{}{}, nil }, WithName("text"))),
			`{"addr":"::1","addrs":["1.2.3.4"],"by":{"1.1.1.1":1},"ints":{"-1":true},"when":"2026-01-02T03:04:05Z","free":{"a":[{}]},"named":{"k":"v"}}`},
		{nothing(Of(func(context.Context, planInjected) (struct{}, error) { return struct{}{}, nil }, WithName("injected"), session)), `{"city":"Rome","user":"Mallory"}`},
		{nothing(Of(func(context.Context, planInjected) (struct{}, error) { return struct{}{}, nil }, WithName("missing"), missing)), `{"city":"Rome"}`},
		{nothing(Of(func(context.Context, planRefusing) (struct{}, error) { return struct{}{}, nil }, WithName("refusing"), session)), `{"m":1}`},
		{nothing(Of(func(context.Context, everything) (struct{}, error) { return struct{}{}, nil }, WithName("everything"), shapes)),
			`{"shape":{"kind":"group","members":[{"kind":"square","side":2}],"inner":{"inner":{}}},"list":[{"X":1,"Y":2}],"q":"5","m":{"1":{"a":1}},"o":[true,false]}`},
		{nothing(New(func(int, []string, map[string]float64, ...group) {}, WithName("positional"), shapes,
			WithParams(Param{"n", `default:"7"`}, Param{"list", `json:",omitempty"`}, Param{"map", `json:",omitzero"`}, Param{"rest", ""}))),
			`{"n":3,"list":["a"],"map":{"x":1.5},"rest":[{"members":[]}]}`},
		{nothing(New(func(string, *planClient) {}, WithName("opaque"), session, WithParams(Param{"s", ""}, Param{"c", `inject:"session,client,opaque"`}))), `{"s":"x"}`},
		{nothing(New(func(map[string]planTip) {}, WithName("map"))), `{"a":{"a":1},"b":{"m":{"x":"y"}}}`},
		{nothing(New(func(map[string]string) {}, WithName("texts"))), `{"a":"1","b":"\u00e9"}`},
		{nothing(FromSchema("foreign", []byte(planForeign))),
			`{"id":"ab","gone":1,"n":1.5,"f":0.3,"mixed":2.5,"c":1,"list":["a",{"x":1}],"set":[{"x":1},null],"p":{"x":2,"y":{"x":3}},"free":{"a":[1,"x",{}]},"counted":{"a":[]},"other":null}`},
		{nothing(FromSchema("choices", []byte(planChoices))),
			`{"maybe":{"a":2},"once":"abc","shape":{"kind":"group","members":[{"side":1,"kind":"square"}]},"any":{"t":"x"},"level":{"a":"q","v":1e0},"levels":[{"v":2.5,"b":1},{"v":true},{"v":null},{"v":"1"}],"rare":[1],"if":"ab","more":{"x":1}}`},
		{nothing(FromSchema("injected", []byte(`{"required":["tenant"],"properties":{"tenant":{"type":"object","properties":{"y":{"default":2}}},"q":{"type":"string"}},"additionalProperties":false}`),
			WithInjected(map[string]inject.Ref{"tenant": {Source: "session"}}), session)), `{"q":"x","tenant":5}`},
		{nothing(Of(func(context.Context, order) (struct{}, error) { return struct{}{}, nil }, WithName("both"),
			WithSchema([]byte(`{"properties":{"count":{"default":2},"tags":{"items":{"type":["string","null"]}},"more":{"additionalProperties":{"default":1}}}}`)))), `{"count":1,"tags":["a"],"more":{"x":1}}`},
		{nothing(Of(func(context.Context, planScalars) (struct{}, error) { return struct{}{}, nil }, WithName("open"), WithSchema([]byte(`{"properties":{"i8":{"type":"number"},"s":{"type":["string","null"]},"u8":{}}}`)))),
			`{"i8":5,"s":"abc","u8":3,"zz":{"a":1},"e":"any","b":false}`},
		{nothing(FromSchema("limits", []byte(planForeign), WithLimits(Limits{Bytes: 1000, Depth: 7, Values: 90, Digits: 5, Exponent: 3, Violations: 2}))), `{"id":"ab","gone":12345,"n":5e3,"free":{"a":{"b":{"c":{"d":{"e":{}}}}},"f":[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8]}}`},
		{nothing(FromSchema("room", []byte(`{"properties":{"l":{"items":{"properties":{"d":{"default":"0123456789012345678901234567890123456789"}}}}}}`), WithLimits(Limits{Bytes: 150}))), `{"l":[{},{},{}]}`},
		{newPlanCells(t), planLists(3)},
		{nothing(FromSchema("wide", []byte(wideSchema(150)))), `{"p0":0,"p70":1,"p149":2,"q":{"p1":1}}`},
	}
	return list
}

// wideSchema has n properties, more than a word has bits.
func wideSchema(n int) string {
	var b strings.Builder
	b.WriteString(`{"$defs":{"w":{"type":"object","additionalProperties":false,"required":["p0","p70"],"properties":{"q":{"$ref":"#/$defs/w"}`)
	for i := range n {
		name := "p" + string(json.Number(big.NewInt(int64(i)).String()))
		b.WriteString(`,"` + name + `":{"type":"integer"`)
		if i%50 == 49 {
			b.WriteString(`,"default":1`)
		}
		b.WriteString(`}`)
	}
	b.WriteString(`}}},"$ref":"#/$defs/w"}`)
	return b.String()
}

// Calls of every target, and calls made of them, are answered both ways alike.
func TestPlanTargets(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 100
	}
	for _, target := range planTargets(t) {
		t.Run(target.Name(), func(t *testing.T) {
			c := newChanger(3)
			var counts tally
			c.variants([]byte(target.call), n, func(args []byte) {
				counts.count(target.FunctionSchema, args)
				checkWays(t, target.FunctionSchema, args)
			})
			t.Log(counts)
			if counts[plan.Valid] == 0 || counts[plan.Invalid] == 0 && target.Name() != "room" {
				t.Error("the plan never says that one is valid, or never that one is not")
			}
		})
	}
}

// FuzzPlan holds whatever the arguments are.
func FuzzPlan(f *testing.F) {
	targets := planTargets(f)
	for i, target := range targets {
		f.Add(i, uint64(0), []byte(target.call))
		f.Add(i, uint64(1), []byte(target.call))
	}
	f.Fuzz(func(t *testing.T, which int, seed uint64, args []byte) {
		target := targets[uint(which)%uint(len(targets))]
		checkWays(t, target.FunctionSchema, append([]byte(nil), args...))
		if seed > 0 { // the fuzzer's own changes seldom leave JSON
			newChanger(seed).variants(args, 2, func(args []byte) { checkWays(t, target.FunctionSchema, args) })
		}
	})
}

// null is that of the pointer or the Optional around a type that holds any text itself.
func TestPlanOfNulls(t *testing.T) {
	type in struct {
		R json.RawMessage                       `json:"r,omitempty"`
		P *json.RawMessage                      `json:"p,omitempty"`
		Q **json.RawMessage                     `json:"q,omitempty"`
		O Optional[json.RawMessage]             `json:"o"`
		L []*json.RawMessage                    `json:"l,omitempty"`
		M map[string]Optional[*json.RawMessage] `json:"m,omitempty"`
		A *any                                  `json:"a,omitempty"`
		G **big.Int                             `json:"g,omitempty"`
		T *netip.Addr                           `json:"t,omitempty"`
	}
	f := mustBuild(t)(Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, WithName("f")))
	for _, name := range []string{"r", "p", "q", "o", "a", "g", "t"} {
		checkWays(t, f, []byte(`{"`+name+`":null}`))
		checkWays(t, f, []byte(`{"`+name+`":[null]}`))
	}
	checkWays(t, f, []byte(`{"l":[null,1,[null]],"m":{"x":null,"y":1}}`))
}
