package strict

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/functionschema/fscheck/internal/tree"
)

// FuzzParse: whatever is accepted is written as it was read, and in its compact
// form has the same values; whatever is refused has a message, and an offset
// within the text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `null`, `[true,false]`, `-1.50e+07`, `"a\n\ud83d\ude00é"`, `{"a":[{},[ ]],"\u0062":{"c":"d"}}`,
		`{"a":1,"a":2}`, `{"a":tru`, `"\ud800"`, `01`, `1e9999`, "\uFEFF1", "\"\xff\"", `[1,]`, `{} x`, object(20),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text, Limits{})
		if err != nil {
			if v != nil {
				t.Errorf("a value beside the error %v", err)
			}
			if err.Offset < 0 || err.Offset > len(text) || (err.Reason == Truncated && err.Offset != len(text)) {
				t.Errorf("offset %d of a text of %d bytes", err.Offset, len(text))
			}
			if err.Error() == "" {
				t.Error("no message")
			}
			return
		}
		again, err := Parse(v.AppendJSON(nil), Limits{})
		if err != nil {
			t.Fatalf("the text that was kept is refused: %v", err)
		}
		if diff := cmp.Diff(v, again, cmpopts.IgnoreUnexported(tree.Value{}), cmpopts.IgnoreFields(tree.Value{}, "Offset")); diff != "" {
			t.Errorf("read, written and read (-first +second):\n%s", diff)
		}
		compact, err := Parse(v.Compact().AppendJSON(nil), Limits{})
		if err != nil {
			t.Fatalf("the compact form is refused: %v", err)
		}
		if diff := cmp.Diff(v, compact, valuesOnly...); diff != "" {
			t.Errorf("read, compacted and read (-first +second):\n%s", diff)
		}
	})
}

// FuzzEnd: of a text that is accepted, every part from its start is Truncated,
// accepted (a number may end earlier), or Syntax (nothing but white space so far),
// unless it ends within a character. So Truncated means what rule 10 says.
func FuzzEnd(f *testing.F) {
	for _, seed := range []string{
		`[true,false,null]`, ` -1.50e+07 `, `"a\n\ud83d\ude00é"`, ` {"a":[{},[ ]],"\u0062":{"c":"d"}} `, object(20),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1000 {
			return
		}
		v, err := Parse(text, Limits{})
		if err != nil {
			return
		}
		for n := range text {
			_, err := Parse(text[:n], Limits{})
			switch {
			case err == nil && n >= v.Offset+len(v.Raw), err == nil && v.Kind == tree.Number:
			case err != nil && err.Reason == Truncated && n < v.Offset+len(v.Raw):
			case err != nil && err.Reason == Syntax && n <= v.Offset:
			case err != nil && err.Reason == UTF8:
			default:
				t.Errorf("%q, cut from %q: %v", text[:n], text, err)
			}
		}
	})
}
