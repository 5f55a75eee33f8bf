package functionschema

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/tree"
)

// respell writes a value as a careless sender would: members shuffled, white space
// anywhere, characters escaped here and there, numbers with points and exponents.
func (c *changer) respell(b []byte, v *tree.Value) []byte {
	b = c.blank(b)
	switch v.Kind {
	case tree.Object:
		b = append(b, '{')
		for i, at := range c.Perm(len(v.Members)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = c.blank(c.escaped(c.blank(b), v.Members[at].Name))
			b = c.respell(append(b, ':'), v.Members[at].Value)
		}
		b = append(c.blank(b), '}')
	case tree.Array:
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = c.respell(b, item)
		}
		b = append(c.blank(b), ']')
	case tree.String:
		b = c.escaped(b, v.Text)
	case tree.Number:
		b = append(b, v.Text...)
		if whole := strings.Trim(v.Text, "-0123456789") == ""; whole && strings.Trim(v.Text, "-0") != "" {
			b = append(b, []string{"", "", "", ".0", "e0", "E+0", "0e-1", ".00e00", "000e-03"}[c.IntN(9)]...)
		}
	default:
		b = v.AppendJSON(b)
	}
	return c.blank(b)
}

func (c *changer) blank(b []byte) []byte {
	if c.IntN(3) > 0 {
		return b
	}
	return append(b, []string{" ", "\n", "\t", "\r\n", "\n  \t ", "          ", " \n\t\r  \n\n\n   "}[c.IntN(7)]...)
}

func (c *changer) escaped(b []byte, s string) []byte {
	if c.IntN(2) == 0 {
		return tree.AppendString(b, s)
	}
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r < 1<<16 && c.IntN(4) == 0:
			b = fmt.Appendf(b, `\u%04x`, r)
		case r < 1<<16 && c.IntN(4) == 0:
			b = fmt.Appendf(b, `\u%04X`, r)
		case r == '/':
			b = append(b, `\/`...)
		default:
			quoted := tree.AppendString(nil, string(r))
			b = append(b, quoted[1:len(quoted)-1]...)
		}
	}
	return append(b, '"')
}

type (
	planWord  string
	planLevel int16
	planShare float64
	planFlag  bool
)

// planCells has every type that is written without reflection, named ones too, names
// that begin and end alike, and lists that are read in more than one block.
type planCells struct {
	I    int       `json:"i" default:"1"`
	I16  int16     `json:"i16,omitempty"`
	I32  int32     `json:"i32,omitempty"`
	U    uint      `json:"u,omitempty" jsonschema:"multipleOf=2"`
	U16  uint16    `json:"u16,omitempty"`
	U32  uint32    `json:"u32,omitempty" jsonschema:"maximum=4000000000"`
	U64  uint64    `json:"u64,omitempty"`
	Word planWord  `json:"word" jsonschema:"enum=one,enum=two,default=two"`
	Lev  planLevel `json:"lev" jsonschema:"minimum=-3" default:"-1"`
	Part planShare `json:"part" jsonschema:"exclusiveMaximum=1" default:"0.5"`
	Flag planFlag  `json:"flag" default:"true"`

	PI  *int       `json:"pi"`
	PL  *int64     `json:"pl" default:"7"`
	PU  *uint8     `json:"pu,omitempty"`
	PF  *float64   `json:"pf"`
	PB  *bool      `json:"pb,omitempty"`
	PW  *planWord  `json:"pw,omitempty"`
	PS  *planShare `json:"ps,omitempty"`
	PPI **int      `json:"ppi,omitempty"`

	Name       string `json:"customer_name,omitempty"`
	Named      string `json:"customer_named,omitempty"`
	NameOther  string `json:"customer_email_and_name,omitempty"`
	NameThird  string `json:"customer_other_and_name,omitempty"`
	Empty      string `json:",omitempty"`
	Seven      string `json:"sevench,omitempty"`
	SevenOther string `json:"sevencha,omitempty"`

	Texts  []string     `json:"texts,omitempty" jsonschema:"maxItems=200"`
	Ints   []int32      `json:"ints,omitempty"`
	Words  []planWord   `json:"words,omitempty"`
	Flags  []bool       `json:"flags,omitempty" jsonschema:"uniqueItems=true"`
	Shares []float64    `json:"shares,omitempty"`
	Points []*int       `json:"points,omitempty"`
	Grid   [][]int      `json:"grid,omitempty"`
	Parts  []planCell   `json:"parts,omitempty"`
	Maps   []planWordOf `json:"maps,omitempty"`
}

type planCell struct {
	Name string     `json:"name,omitempty" jsonschema:"maxLength=3"`
	N    *int64     `json:"n,omitempty"`
	Kids []planCell `json:"kids,omitempty"`
	In   struct {
		Q bool     `json:"q" default:"true"`
		L []string `json:"l,omitempty"`
	} `json:"in"`
}

type planWordOf map[planWord]planLevel

// planLists is a call with lists of n items.
func planLists(n int) string {
	var texts, ints, points, grid, parts, maps []string
	for i := range n {
		texts = append(texts, fmt.Sprintf(`"t%d"`, i))
		ints = append(ints, fmt.Sprint(i-3))
		points = append(points, []string{"1", "null"}[i%2])
		grid = append(grid, fmt.Sprintf(`[%d]`, i))
		parts = append(parts, []string{`{"in":{}}`, `{"in":{"q":false,"l":["x"]},"n":3,"name":"abc"}`, `{"in":{},"kids":[{"in":{"l":[]},"name":"k"}]}`}[i%3])
		maps = append(maps, fmt.Sprintf(`{"a":%d}`, i))
	}
	list := func(items []string) string { return "[" + strings.Join(items, ",") + "]" }
	return `{"i":5,"i16":-3,"i32":9,"u":8,"u16":65535,"u32":4000000000,"u64":18446744073709551615,"word":"one","lev":-2,"part":0.25,"flag":false,"pi":1,"pl":null,"pu":3,"pf":2.5,` +
		`"pb":false,"pw":"x","ps":1e-1,"ppi":4,"customer_name":"a","customer_named":"b","customer_email_and_name":"c","customer_other_and_name":"d","Empty":"e","sevench":"f","sevencha":"g",` +
		`"texts":` + list(texts) + `,"ints":` + list(ints) + `,"words":["one"],"flags":[true,false],"shares":` + list(ints) + `,"points":` + list(points) +
		`,"grid":` + list(grid) + `,"parts":` + list(parts) + `,"maps":` + list(maps) + `}`
}

func newPlanCells(t testing.TB, options ...Option) *FunctionSchema {
	return mustBuild(t)(Of(func(context.Context, planCells) (struct{}, error) { return struct{}{}, nil }, append(options, WithName("cells"))...))
}

// What is written without reflection counts towards the limits as everything else does.
func TestPlanOfLimits(t *testing.T) {
	call := planLists(3)
	var count func(v *tree.Value) (values int)
	count = func(v *tree.Value) (values int) {
		for _, item := range v.Items {
			values += count(item)
		}
		for _, m := range v.Members {
			values += count(m.Value)
		}
		return values + 1
	}
	values := count(must(call))
	c := newChanger(13)
	for _, test := range []struct {
		name         string
		reached, cut Limits
	}{
		{"values", Limits{Values: values}, Limits{Values: values - 1}},
		{"depth", Limits{Depth: 7}, Limits{Depth: 6}},
		{"digits", Limits{Digits: 20}, Limits{Digits: 19}},
	} {
		t.Run(test.name, func(t *testing.T) {
			reached, cut := newPlanCells(t, WithLimits(test.reached)), newPlanCells(t, WithLimits(test.cut))
			if err := reached.Validate([]byte(call)); err != nil {
				t.Error(err)
			}
			if cut.Validate([]byte(call)) == nil {
				t.Error("the limit is not kept")
			}
			for i := range 20 {
				text := []byte(call)
				if i > 0 {
					text = c.respell(nil, must(call))
				}
				checkWays(t, reached, text)
				checkWays(t, cut, text)
			}
		})
	}
}

// Lists of any length around that of a block are read whole, also where one of their
// items is at fault, and leave nothing to the next call.
func TestPlanOfLists(t *testing.T) {
	f := newPlanCells(t)
	c := newChanger(5)
	for _, n := range []int{0, 1, 2, 31, 32, 33, 63, 64, 65, 97, 150, 201} {
		call := planLists(n)
		checkWays(t, f, []byte(call))
		for _, edit := range [][2]string{{`"t30"`, `5`}, {`"t33"`, `null`}, {`,"name":"abc"`, `,"name":"abcd"`}, {`[5]`, `[5.5]`}, {`"a":1`, `"a":40000`}, {`"q":false`, `"q":0`}, {`"ints":[-3`, `"ints":[1e9`},
			{`"u":8`, `"u":-8`}, {`"u":8`, `"u":7`}, {`"u16":65535`, `"u16":65536`}, {`"i16":-3`, `"i16":-32769`}, {`"lev":-2`, `"lev":-4`}, {`"part":0.25`, `"part":1`}, {`"flag":false`, `"flag":null`}, {`"pu":3`, `"pu":256`}} {
			checkWays(t, f, []byte(strings.Replace(call, edit[0], edit[1], 1)))
			checkWays(t, f, []byte(`{"pi":1,"pf":1,"parts":[{"in":{}},{"in":{}}],"texts":["a"],"grid":[[]]}`))
		}
		for range 5 {
			checkWays(t, f, c.respell(nil, must(call)))
			checkWays(t, f, c.spoil([]byte(call)))
		}
	}
}

// However the calls of the targets are spelled, both ways answer alike.
func TestPlanOfSpellings(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 50
	}
	for _, target := range planTargets(t) {
		t.Run(target.Name(), func(t *testing.T) {
			c := newChanger(11)
			for range n {
				text := c.respell(nil, must(target.call))
				if !json.Valid(text) {
					t.Fatalf("not JSON: %s", text)
				}
				checkWays(t, target.FunctionSchema, text)
			}
		})
	}
}

// A name is found whatever the others are, and no other is taken for it.
func TestPlanOfNames(t *testing.T) {
	r, n := rand.New(rand.NewPCG(3, 4)), 100
	if testing.Short() {
		n = 20
	}
	for range n {
		var names, properties []string
		for i := range 1 + r.IntN(140) {
			name := []string{"", "a", "name", "customer_", "customer_name_of_", "é", "a\"", "\\", "\x00", "tab\t"}[r.IntN(10)]
			if i > 0 || r.IntN(2) == 0 {
				name += strings.Repeat("xy_", r.IntN(8)) + fmt.Sprint(i)
			}
			names = append(names, name)
			properties = append(properties, string(tree.AppendString(nil, name))+`:{"const":`+fmt.Sprint(i)+`}`)
		}
		f := mustBuild(t)(FromSchema("names", []byte(`{"additionalProperties":false,"properties":{`+strings.Join(properties, ",")+`}}`)))
		c := newChanger(r.Uint64())
		for range 5 {
			var members []tree.Member
			for i, name := range names {
				if r.IntN(3) > 0 {
					members = append(members, tree.M(name, tree.NewNumber(fmt.Sprint(i))))
				}
			}
			text := c.respell(nil, &tree.Value{Kind: tree.Object, Members: members})
			checkWays(t, f, text)
			if err := f.Validate(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if len(members) > 0 {
				m := &members[r.IntN(len(members))]
				m.Name = m.Name[:len(m.Name)-min(len(m.Name), r.IntN(2))] + "z"
				text = c.respell(nil, &tree.Value{Kind: tree.Object, Members: members})
				checkWays(t, f, text)
			}
		}
	}
}

// Names that propertyNames judges are judged as they are, declared or not, however they
// are spelled.
func TestPlanOfJudgedNames(t *testing.T) {
	for _, schema := range []string{
		`{"properties":{"a":{},"long_name_of_it":{}},"propertyNames":{"pattern":"^[a-z_]+$"}}`,
		`{"properties":{"A":{},"b":{}},"propertyNames":{"pattern":"^[a-z_]+$","maxLength":3}}`,
		`{"properties":{"m":{"propertyNames":{"pattern":"^[a-z_]+$","minLength":2,"enum":["ab","a","A"]},"properties":{"ab":{},"A":{}}}}}`,
		`{"properties":{"é":{},"b":{}},"propertyNames":{"maxLength":1}}`,
		`{"properties":{"a":{},"b":{}},"propertyNames":{"type":"integer"}}`,
		`{"properties":{"a":{},"b":{}},"propertyNames":{"const":"a"},"additionalProperties":false}`,
		`{"properties":{"a":{},"b":{}},"propertyNames":{"type":["string","null"],"minLength":1},"additionalProperties":{"type":"integer"}}`,
	} {
		f := foreign(t, schema)
		for _, args := range []string{
			`{"a":1}`, `{"long_name_of_it":1,"a":2}`, `{"A":1}`, `{"b":1,"A":2}`, `{"m":{"ab":1,"A":2}}`, `{"m":{"A":1,"zz":1,"\u0061b":2}}`, `{"é":1,"\u00e9":1}`,
			`{"\u00e9":1}`, `{"éé":1}`, `{"":"x"}`, `{ "A": "x", "q":1, "q":1 }`, `{"aaaaaaaaaaa":1,"B":3,"C":3}`,
		} {
			checkWays(t, f, []byte(args))
		}
	}
}
