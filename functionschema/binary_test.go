package functionschema

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// base64Note is what the model reads of every place that takes bytes: most
// interfaces for function calling drop contentEncoding.
const base64Note = "Base64 (RFC 4648 standard alphabet, with padding)."

// eitherWay runs a test by the plan and by the tree.
func eitherWay(t *testing.T, test func(t *testing.T)) {
	t.Run("plan", test)
	t.Run("tree", func(t *testing.T) {
		plan.Off.Store(true)
		defer plan.Off.Store(false)
		test(t)
	})
}

type binaryBlob struct {
	Name   string              `json:"name"`
	Data   []byte              `json:"data" jsonschema_description:"The picture."`
	Maybe  *[]byte             `json:"maybe"`
	Parts  [][]byte            `json:"parts"`
	ByName map[string][][]byte `json:"by_name"`
	Inner  []struct {
		Raw namedBytes `json:"raw"`
	} `json:"inner"`
	Later Optional[[]byte] `json:"later"`
}

type namedBytes []byte

// selfReading has no schema but {}: nobody knows what is in it.
type selfReading struct{ text string }

func (s *selfReading) UnmarshalJSON(b []byte) error { s.text = string(b); return nil }
func (s selfReading) MarshalJSON() ([]byte, error)  { return []byte(s.text), nil }

// binaryTypes makes random types: what has bytes in it, what only looks like it, and
// containers of both.
type binaryTypes struct{ *rand.Rand }

var binaryLeaves = []reflect.Type{
	reflect.TypeFor[[]byte](), reflect.TypeFor[[]byte](), reflect.TypeFor[namedBytes](), reflect.TypeFor[*[]byte](), reflect.TypeFor[Optional[[]byte]](),
	reflect.TypeFor[string](), reflect.TypeFor[*string](), reflect.TypeFor[Optional[string]](), reflect.TypeFor[any](), reflect.TypeFor[json.RawMessage](),
	reflect.TypeFor[selfReading](), reflect.TypeFor[[3]byte](), reflect.TypeFor[[]int8](), reflect.TypeFor[int](),
}

func (r binaryTypes) typ(depth int) reflect.Type {
	if depth == 0 {
		return binaryLeaves[r.IntN(len(binaryLeaves))]
	}
	switch r.IntN(6) {
	case 0:
		return reflect.SliceOf(r.typ(depth - 1))
	case 1:
		return reflect.MapOf(reflect.TypeFor[string](), r.typ(depth-1))
	case 2:
		return r.structure(depth - 1)
	case 3:
		if t := r.typ(depth - 1); t.Kind() == reflect.Struct && strings.Contains(t.String(), "struct {") {
			return reflect.PointerTo(t)
		}
		fallthrough
	default:
		return r.typ(0)
	}
}

func (r binaryTypes) structure(depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range 1 + r.IntN(4) {
		t := r.typ(depth)
		tag := fmt.Sprintf(`json:"f%d"`, i)
		if r.IntN(2) == 0 && t.Kind() != reflect.Interface {
			tag += ` jsonschema_description:"What the author says."`
		}
		fields = append(fields, reflect.StructField{Name: "F" + strconv.Itoa(i), Type: t, Tag: reflect.StructTag(tag)})
	}
	return reflect.StructOf(fields)
}

// A place is advertised as base64 if and only if it is decoded, whatever else there
// is: every text place gets AQI=, which is both a text and two bytes.
func TestAdvertisedIsDecoded(t *testing.T) {
	r := binaryTypes{rand.New(rand.NewPCG(26, 27))}
	binary, texts := 0, 0
	for range 400 {
		in := r.structure(3)
		var got reflect.Value
		fn := reflect.MakeFunc(reflect.FuncOf([]reflect.Type{in}, nil, false), func(args []reflect.Value) []reflect.Value {
			got = args[0]
			return nil
		})
		f, err := New(fn.Interface(), WithName("f"))
		if err != nil {
			t.Fatalf("%v: %v", in, err)
		}
		metadata := parsed(t, f.Metadata().InputSchema)
		args := fullArguments(metadata)
		for _, off := range []bool{false, true} {
			plan.Off.Store(off)
			_, err := f.Call(context.Background(), args.AppendJSON(nil))
			plan.Off.Store(false)
			if err != nil {
				t.Fatalf("%v with %s: %v", in, args, err)
			}
			each(metadata, args, got, func(s *tree.Value, v reflect.Value) {
				switch advertised := s.Lookup("contentEncoding") != nil; {
				case advertised != says(s):
					t.Errorf("%v: contentEncoding and the description differ: %s", in, s)
				case advertised && !bytes.Equal(bytesOf(v), []byte{1, 2}):
					t.Errorf("%v: %s is advertised as base64, and the function got %v", in, s, v)
				case !advertised && (v.Kind() != reflect.String || v.String() != "AQI="):
					t.Errorf("%v: %s is text, and the function got %v", in, s, v)
				case advertised:
					binary++
				default:
					texts++
				}
			})
		}
	}
	if binary < 500 || texts < 500 {
		t.Errorf("only %d places of bytes and %d of text", binary, texts)
	}
}

func says(s *tree.Value) bool {
	d := s.Lookup("description")
	return d != nil && (d.Text == base64Note || d.Text == "What the author says. "+base64Note)
}

func bytesOf(v reflect.Value) []byte {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		return v.Bytes()
	}
	return nil
}

func parsed(t *testing.T, text []byte) *tree.Value {
	t.Helper()
	v, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		t.Fatal(fault)
	}
	return v
}

// kindIn returns the type that a schema names beside null, "" if it names none.
func kindIn(s *tree.Value) string {
	kind := s.Lookup("type")
	if kind != nil && kind.Kind == tree.Array {
		kind = kind.Items[0]
	}
	if kind == nil {
		return ""
	}
	return kind.Text
}

// fullArguments makes a value with everything in it that a schema describes.
func fullArguments(s *tree.Value) *tree.Value {
	switch kindIn(s) {
	case "object":
		var members []tree.Member
		if p := s.Lookup("properties"); p != nil {
			for _, m := range p.Members {
				members = append(members, tree.M(m.Name, fullArguments(m.Value)))
			}
		}
		if a := s.Lookup("additionalProperties"); a != nil && a.Kind == tree.Object {
			members = append(members, tree.M("AQI=", fullArguments(a)))
		}
		return tree.NewObject(members...)
	case "array":
		count := 1
		if m := s.Lookup("minItems"); m != nil {
			count, _ = strconv.Atoi(m.Text)
		}
		items := make([]*tree.Value, count)
		for i := range items {
			items[i] = fullArguments(s.Lookup("items"))
		}
		return tree.NewArray(items...)
	case "integer":
		return tree.NewNumber("1")
	}
	return tree.NewString("AQI=")
}

// each visits the text places of a value beside its schema.
func each(s, args *tree.Value, v reflect.Value, visit func(*tree.Value, reflect.Value)) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if m := v.MethodByName("Value"); m.IsValid() {
		each(s, args, m.Call(nil)[0], visit)
		return
	}
	switch kindIn(s) {
	case "object":
		for i, m := range args.Members {
			if p := s.Lookup("properties"); p != nil && p.Lookup(m.Name) != nil {
				each(p.Lookup(m.Name), m.Value, v.Field(i), visit)
			} else {
				each(s.Lookup("additionalProperties"), m.Value, v.MapIndex(reflect.ValueOf(m.Name)), visit)
			}
		}
	case "array":
		for i, item := range args.Items {
			each(s.Lookup("items"), item, v.Index(i), visit)
		}
	case "string":
		visit(s, v)
	case "":
		if v.Kind() == reflect.String { // any
			visit(s, v)
		}
	}
}

// What comes out of one function goes into another unchanged: bytes, call, return,
// call are the identity.
func TestBytesOutAndIn(t *testing.T) {
	eitherWay(t, func(t *testing.T) {
		var got []byte
		echo := mustBuild(t)(Of(func(_ context.Context, in struct {
			Data []byte `json:"data"`
		}) ([]byte, error) {
			got = bytes.Clone(in.Data)
			return in.Data, nil
		}, WithName("echo")))
		r := rand.NewChaCha8([32]byte{26})
		lengths := []int{1 << 20}
		for n := range 301 {
			lengths = append(lengths, n)
		}
		for _, n := range lengths {
			sent := make([]byte, n)
			_, _ = r.Read(sent)
			text := base64.StdEncoding.EncodeToString(sent)
			for hop := range 3 {
				result, err := called(echo, `{"data":"`+text+`"}`)
				if err != nil {
					t.Fatalf("%d bytes, hop %d: %v", n, hop, err)
				}
				if !bytes.Equal(got, sent) {
					t.Fatalf("%d bytes arrive as %d, hop %d", n, len(got), hop)
				}
				if next := result.ModelText(); next != text {
					t.Fatalf("%d bytes come out as other text, hop %d", n, hop)
				} else {
					text = next
				}
			}
		}
	})
}

// The same at every depth, through the result's JSON.
func TestBytesOutAndInAtDepth(t *testing.T) {
	eitherWay(t, func(t *testing.T) {
		var got []binaryBlob
		echo := mustBuild(t)(Of(func(_ context.Context, in binaryBlob) (binaryBlob, error) {
			got = append(got, in)
			return in, nil
		}, WithName("echo")))
		args := `{"name":"AQI=","data":"/+8=","maybe":"","parts":["AA==","","////"],"by_name":{"AQI=":["AQI=",""]},"inner":[{"raw":"+w=="}],"later":"AQI="}`
		for range 3 {
			result, err := called(echo, args)
			if err != nil {
				t.Fatal(err)
			}
			args = result.ModelText()
		}
		if !reflect.DeepEqual(got[0], got[1]) || !reflect.DeepEqual(got[0], got[2]) {
			t.Errorf("it changes on the way: %v", got)
		}
		if got[0].Name != "AQI=" || !bytes.Equal(got[0].ByName["AQI="][0], []byte{1, 2}) || !bytes.Equal(got[0].Inner[0].Raw, []byte{0xfb}) {
			t.Errorf("it was read as %+v", got[0])
		}
	})
}

// Nothing is decoded or encoded twice, and nothing is guessed from the data.
func TestBytesOnce(t *testing.T) {
	picture := append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 59)...)
	for i := 8; i < len(picture); i++ {
		picture[i] = byte(i * 37)
	}
	for _, test := range []struct {
		name, reason string
		sent         []byte
	}{
		{"a picture", "67 bytes are 92 characters, and 67 bytes again", picture},
		{"base64 of a picture", "raw bytes that happen to be base64 are not decoded further", []byte(base64.StdEncoding.EncodeToString(picture))},
		{"base64 of base64", "", []byte(base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString(picture))))},
		{"JSON", "bytes that are JSON text stay bytes", []byte(`{"data":"AQI="}`)},
		{"text", "bytes that are UTF-8 do not become text", []byte("text")},
		{"no UTF-8", "", []byte{0xff, 0xfe, 0x80}},
		{"none", "", []byte{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			eitherWay(t, func(t *testing.T) {
				var got [][]byte
				f := mustBuild(t)(New(func(b []byte, list [][]byte) [][]byte {
					got = append([][]byte{bytes.Clone(b)}, list...)
					return [][]byte{b, list[0]}
				}, WithName("f"), WithParams(Names("b", "list")...)))
				text := base64.StdEncoding.EncodeToString(test.sent)
				c, err := bound(f, `{"b":"`+text+`","list":["`+text+`"]}`)
				if err != nil {
					t.Fatal(err)
				}
				if s := string(c.Arguments()); s != `{"b":"`+text+`","list":["`+text+`"]}` {
					t.Errorf("what is logged is no longer the text: %s", s)
				}
				r, err := c.Do(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got[0], test.sent) || !bytes.Equal(got[1], test.sent) {
					t.Errorf("%d bytes arrive as %d and %d: %s", len(test.sent), len(got[0]), len(got[1]), test.reason)
				}
				if want := `["` + text + `","` + text + `"]`; r.ModelText() != want {
					t.Errorf("they come out as %s, want %s", r.ModelText(), want)
				}
			})
		})
	}
	if n := len(base64.StdEncoding.EncodeToString(picture)); len(picture) != 67 || n != 92 {
		t.Errorf("the picture has %d bytes and %d characters", len(picture), n)
	}
}

// A mistake is an error by which the model can tell what to send instead. The text
// itself, which may be long, is not repeated.
func TestBytesMistaken(t *testing.T) {
	for _, test := range []struct{ name, text, remedy string }{
		{"plain text", "Please summarize this.", "standard alphabet, with padding"},
		{"plain text of the alphabet", "hello", "standard alphabet, with padding"},
		{"URL-safe", "-_-_", "write + for - and / for _"},
		{"URL-safe, no padding", "-_8", "write + for - and / for _, and pad with ="},
		{"no padding", "aGk", "pad with = to a multiple of 4"},
		{"a line break", "aGVs\nbG8=", "without line breaks"},
		{"MIME lines", strings.Repeat("QUJD", 19) + "\r\n" + "QUJD", "without line breaks"},
		{"a tail that is not zero", "aGl=", "unused last bits are zero"},
		{"a data URL", "data:image/png;base64,aGk=", "without a data: prefix"},
		{"spaces", "aGk =", "standard alphabet, with padding"},
	} {
		t.Run(test.name, func(t *testing.T) {
			eitherWay(t, func(t *testing.T) {
				f := mustBuild(t)(Of(func(_ context.Context, in binaryBlob) (string, error) { return in.Name, nil }, WithName("f")))
				text, _ := json.Marshal(test.text)
				args := fmt.Sprintf(`{"name":%[1]s,"data":%[1]s,"maybe":null,"parts":["",%[1]s],"by_name":{"k":[%[1]s]},"inner":[{"raw":%[1]s}]}`, text)
				_, err := called(f, args)
				const want = "INVALID_ARGUMENT /by_name/k/0:contentEncoding /data:contentEncoding /inner/0/raw:contentEncoding /parts/1:contentEncoding"
				if brief(err) != want {
					t.Fatalf("%s, want %s", brief(err), want)
				}
				reply := err.(*Error).ModelText()
				if strings.Count(reply, test.remedy) != 4 || !utf8.ValidString(reply) {
					t.Errorf("the model reads\n%s\nand not four times %q", reply, test.remedy)
				}
				if strings.Contains(reply, test.text) {
					t.Errorf("the model gets its text back:\n%s", reply)
				}
			})
		})
	}
}

// A field that has no type of its own leaves the handling of the others as it is;
// one that has no schema at all is named, and it alone.
func TestBytesBesideTheUnknown(t *testing.T) {
	f := mustBuild(t)(Of(func(_ context.Context, in struct {
		Any  any             `json:"any"`
		Raw  json.RawMessage `json:"raw"`
		Self selfReading     `json:"self"`
		Data []byte          `json:"data"`
	}) (string, error) {
		return fmt.Sprintf("%v %s %s %v", in.Any, in.Raw, in.Self.text, in.Data), nil
	}, WithName("f")))
	r, err := called(f, `{"any":"AQI=","raw":"AQI=","self":"AQI=","data":"AQI="}`)
	if err != nil || r.ModelText() != `AQI= "AQI=" "AQI=" [1 2]` {
		t.Errorf("%v, %v", r, err)
	}
	if n := strings.Count(string(f.Metadata().InputSchema), base64Note); n != 1 {
		t.Errorf("%d places are advertised: %s", n, f.Metadata().InputSchema)
	}
	_, err = Of(func(_ context.Context, in struct {
		Hook func() `json:"hook"`
		Data []byte `json:"data"`
	}) (string, error) {
		return "", nil
	}, WithName("f"))
	if e, ok := err.(*Error); !ok || len(e.Violations) != 1 || e.Violations[0].Pointer != "/properties/hook" {
		t.Errorf("%v", err)
	}
}
