package functionschema

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// answer is all that one way of binding gives.
type answer struct {
	err       string
	validated string
	arguments string
	values    []any
	decoded   any
}

// ask binds and decodes, with the plan or without it.
func askWay(f *FunctionSchema, args []byte, slow bool) answer {
	plan.Off.Store(slow)
	defer plan.Off.Store(false)
	var a answer
	c, err := f.Bind(context.Background(), args)
	a.err = full(err)
	if err == nil {
		a.arguments, a.values = string(c.Arguments()), c.Values()
	}
	a.validated = full(f.Validate(args))
	if f.native.in != nil {
		in := reflect.New(f.native.in)
		if err := f.Decode(context.Background(), args, in.Interface()); full(err) != a.err {
			a.err += "; Decode: " + full(err)
		}
		a.decoded = in.Elem().Interface()
	}
	return a
}

// full writes all of an error, messages included.
func full(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s +%d %v\n%s\n%s\n", e.Code, e.More, e.Err, e.Error(), e.ModelText())
	for _, v := range e.Violations {
		text, _ := json.Marshal(v)
		b.Write(append(text, '\n'))
	}
	return b.String()
}

// checkWays fails unless a plan answers as the tree does, whatever the arguments
// are, and leaves them as they were.
func checkWays(t *testing.T, f *FunctionSchema, args []byte) {
	t.Helper()
	before := bytes.Clone(args)
	fast, slow := askWay(f, args, false), askWay(f, args, true)
	if !bytes.Equal(before, args) {
		t.Fatal("the request was changed")
	}
	for i := range args {
		args[i] = '#' // nothing that was bound may be a part of the request
	}
	defer copy(args, before)
	if fast.err != slow.err {
		t.Fatalf("%s of %s\nthe plan says %s\nthe tree says %s\nthe plan is\n%s", before, f.Schema(), fast.err, slow.err, f.fastPlan())
	}
	if fast.validated != slow.validated {
		t.Fatalf("%s of %s\nValidate by the plan says %s\nby the tree %s", before, f.Schema(), fast.validated, slow.validated)
	}
	if fast.arguments != slow.arguments {
		t.Fatalf("%s: the plan completes to %s, the tree to %s", before, fast.arguments, slow.arguments)
	}
	if !reflect.DeepEqual(fast.values, slow.values) || !reflect.DeepEqual(fast.decoded, slow.decoded) {
		t.Fatalf("%s of %s\nthe plan binds %#v\nthe tree binds %#v\nDecode: %#v, %#v", before, f.Schema(), fast.values, slow.values, fast.decoded, slow.decoded)
	}
}

// tally counts what plans come to, so that a test that they never pass is noticed.
type tally [4]int

func (c *tally) count(f *FunctionSchema, args []byte) {
	p := f.fastPlan()
	if p == nil {
		c[3]++
		return
	}
	run := p.Begin()
	defer run.End()
	to, params := f.shape.NewParams()
	c[run.Read(args, &f.reading, to, params)]++
}

func (c tally) String() string {
	return fmt.Sprintf("%d valid, %d invalid, %d handed on, %d without a plan", c[plan.Valid], c[plan.Invalid], c[plan.Slow], c[3])
}

// changer makes calls of other calls.
type changer struct {
	*rand.Rand
	pool  []*tree.Value
	names []string
}

func newChanger(seed uint64) *changer {
	c := &changer{Rand: rand.New(rand.NewPCG(seed, 7)), names: []string{"", "x", "name", "id", "kind", "é", "a/b", "a~b", "n", "user"}}
	for _, text := range []string{
		`null`, `true`, `false`, `0`, `-0`, `1`, `-1`, `2.0`, `1e2`, `1.5`, `0.1`, `9007199254740993`, `9223372036854775807`, `9223372036854775808`,
		`-9223372036854775809`, `18446744073709551615`, `1e400`, `1e-400`, `3.5e38`, `100`, `300`, `1e999`, `123456789012345678901234567890`,
		`""`, `"x"`, `"é"`, `"a b"`, `"\u0061"`, `"\ud83d\ude00"`, `"celsius"`, `"2026-01-02T03:04:05Z"`, `"2026-01-02t03:04:05Z"`, `"QQ=="`, `"QR=="`,
		`"QUJD"`, `"QU\u004aD"`, `"_-8="`, `"12"`, `"true"`, `[]`, `{}`, `[1,1.0]`, `["a","b"]`, `[[]]`, `[null]`, `{"a":1}`, `{"kind":"square"}`, `{"kind":"x"}`,
	} {
		c.pool = append(c.pool, must(text))
	}
	return c
}

// change returns v with something changed at one place, or at a few.
func (c *changer) change(v *tree.Value) *tree.Value {
	parts := len(v.Items) + len(v.Members)
	if parts > 0 && c.IntN(5) > 0 {
		i := c.IntN(parts)
		if v.Kind == tree.Array {
			items := append([]*tree.Value(nil), v.Items...)
			switch c.IntN(6) {
			case 0:
				items = append(items, items[i])
			case 1:
				items = append(items[:i], items[i+1:]...)
			default:
				items[i] = c.change(items[i])
			}
			return &tree.Value{Kind: tree.Array, Items: items}
		}
		members := append([]tree.Member(nil), v.Members...)
		switch c.IntN(9) {
		case 0:
			members = append(members, tree.M(c.names[c.IntN(len(c.names))], c.any()))
		case 1:
			members = append(members[:i], members[i+1:]...)
		case 2:
			members[i].Raw, members[i].Name = "", c.names[c.IntN(len(c.names))]
		case 3:
			c.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		default:
			members[i].Value = c.change(members[i].Value)
		}
		return &tree.Value{Kind: tree.Object, Members: members}
	}
	switch {
	case v.Kind == tree.Object && c.IntN(2) == 0:
		return &tree.Value{Kind: tree.Object, Members: append(append([]tree.Member(nil), v.Members...), tree.M(c.names[c.IntN(len(c.names))], c.any()))}
	case v.Kind == tree.Array && c.IntN(2) == 0:
		return &tree.Value{Kind: tree.Array, Items: append(append([]*tree.Value(nil), v.Items...), c.any())}
	case v.Kind == tree.String && c.IntN(2) == 0:
		s := []rune(v.Text)
		if len(s) > 0 {
			s[c.IntN(len(s))] = []rune("aé=+/\n0😀")[c.IntN(8)]
		}
		return tree.NewString(strings.Repeat(string(s), 1+c.IntN(3)))
	}
	return c.any()
}

func (c *changer) any() *tree.Value { return c.pool[c.IntN(len(c.pool))] }

// spoil changes a byte or so.
func (c *changer) spoil(text []byte) []byte {
	text = bytes.Clone(text)
	if len(text) == 0 {
		return text
	}
	i := c.IntN(len(text))
	switch c.IntN(5) {
	case 0:
		return text[:i]
	case 1:
		return append(text[:i], text[i+1:]...)
	case 2:
		const bytes = "{}[],:\"\\ e.-+09tfnu\n\x80\xff\x00"
		text[i] = bytes[c.IntN(len(bytes))]
	case 3:
		return append(text, text[i])
	default:
		j := c.IntN(len(text))
		text[i], text[j] = text[j], text[i]
	}
	return text
}

func must(text string) *tree.Value {
	v, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		panic(err)
	}
	return v
}

// variants calls check with a call, and with calls made of it.
func (c *changer) variants(args []byte, n int, check func([]byte)) {
	check(bytes.Clone(args))
	v, err := strict.Parse(args, strict.Limits{})
	for range n {
		if err != nil || c.IntN(4) == 0 {
			check(c.spoil(args))
			continue
		}
		changed := v
		for range 1 + c.IntN(3) {
			changed = c.change(changed)
		}
		text := changed.AppendJSON(nil)
		switch c.IntN(4) {
		case 0:
			text = c.respell(nil, changed)
		case 1:
			var b bytes.Buffer
			if json.Indent(&b, text, " ", "\t ") == nil {
				text = b.Bytes()
			}
		}
		check(text)
	}
}

// Every call of the corpus, and calls made of it, is answered both ways alike.
func TestPlanOfCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "shared", "corpus", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("no corpus beside the repository")
	}
	each := 3
	if testing.Short() {
		each = 0
	}
	c := newChanger(1)
	var counts tally
	calls := 0
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var row struct {
				Schema json.RawMessage
				Calls  []struct {
					Arguments json.RawMessage
					Raw       *string `json:"arguments_raw"`
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			f, err := FromSchema("f", row.Schema)
			if err != nil {
				continue
			}
			for _, call := range row.Calls {
				args := []byte(call.Arguments)
				if call.Raw != nil {
					args = []byte(*call.Raw)
				}
				c.variants(args, each, func(args []byte) {
					calls++
					counts.count(f, args)
					checkWays(t, f, args)
				})
			}
		}
	}
	t.Logf("%d calls: %s", calls, counts)
	if counts[plan.Valid] < calls/5 || counts[plan.Invalid] < calls/50 {
		t.Error("plans answer too few calls: what they cover has shrunk")
	}
}

// Every schema of the JSON-Schema-Test-Suite, as that of one property, is judged
// both ways alike.
func TestPlanOfSuite(t *testing.T) {
	root := filepath.Join("..", "..", "shared", "json-schema-test-suite", "tests", "draft2020-12")
	var files []string
	for _, pattern := range []string{"*.json", "optional/*.json"} {
		found, _ := filepath.Glob(filepath.Join(root, pattern))
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("no test suite beside the repository")
	}
	c := newChanger(2)
	var counts tally
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Schema json.RawMessage
			Tests  []struct{ Data json.RawMessage }
		}
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			for _, wrap := range []string{`{"properties":{"p":%s}}`, `{"type":"object","additionalProperties":%s}`, `{"properties":{"p":{"items":%s}}}`} {
				f, err := FromSchema("f", []byte(fmt.Sprintf(wrap, g.Schema)))
				if err != nil {
					continue
				}
				for _, test := range g.Tests {
					args := fmt.Sprintf(`{"p":%s}`, test.Data)
					if strings.Contains(wrap, "items") {
						args = fmt.Sprintf(`{"p":[%s]}`, test.Data)
					}
					c.variants([]byte(args), 3, func(args []byte) {
						counts.count(f, args)
						checkWays(t, f, args)
					})
				}
			}
		}
	}
	t.Log(counts)
	if counts[plan.Valid] < 5_000 || counts[plan.Invalid] < 1_000 {
		t.Error("plans answer too few calls: what they cover has shrunk")
	}
}
