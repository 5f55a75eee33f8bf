package content_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// What others can read and is not JSON here does not stay where it names a file.
func TestPolicyOnArguments(t *testing.T) {
	const upload = `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
	with := func(more string) string { return `{` + more + `,"f":` + upload + `}` }
	limits := strict.Limits{Bytes: 200, Depth: 8, Values: 12}
	parse := func(text []byte) (*tree.Value, error) {
		v, fault := strict.Parse(text, limits)
		if fault != nil {
			return nil, fault
		}
		return v, nil
	}
	arguments := func(detail strict.Reason) []content.Dropped {
		return []content.Dropped{{Rule: content.RuleArguments, Detail: string(detail)}}
	}
	uploaded := func(pointer string) []content.Dropped {
		return []content.Dropped{{Pointer: pointer, Rule: content.RuleUploadedFile, Detail: "openai"}}
	}
	for _, tt := range []struct {
		name, reason, text, want string // want: "=" if it stays
		dropped                  []content.Dropped
	}{
		{"no file", "stays as it came", ` {"a": 1.0, "a": NaN} `, "=", nil},
		{"no JSON", "and no file", `the file`, "=", nil},
		{"a file that may stay", "", `{"kind": "image-url", "url": "https://e.com/a"}`, "=", nil},
		{"a name of a kind", "is no file", `{"kind": "uploaded-file"}`, "=", nil},
		{"a file", "the member goes", `{"n": 1.0, "f": ` + upload + `}`, `{"n":1.0}`, uploaded("/f")},
		{"all", "arguments are an object", upload, `{}`, uploaded("")},
		{"escaped", "", `{"f":` + strings.Replace(upload, "loaded-", `l\u006faded\u002d`, 1) + `}`, `{}`, uploaded("/f")},
		{"duplicate-key", "the last counts elsewhere", `{"f":{"kind":"x",` + upload[1:] + `}`, "{}", arguments(strict.DuplicateKey)},
		{"surrogate", "JavaScript and Python have halves", with(`"x":"\ud800"`), "{}", arguments(strict.Surrogate)},
		{"number", "a double is infinity", with(`"n":1e1001`), "{}", arguments(strict.Number)},

		{"depth", "others go deeper", with(`"x":` + strings.Repeat("[", 9) + strings.Repeat("]", 9)), "{}", arguments(strict.Depth)},
		{"values", "", with(`"x":[1,2,3,4,5,6,7,8,9]`), "{}", arguments(strict.Values)},
		{"size", "", with(`"x":"` + strings.Repeat("x", 200) + `"`), "{}", arguments(strict.Size)},
		{"utf8", "others put U+FFFD there", with("\"x\":\"\xff\""), "{}", arguments(strict.UTF8)},
		{"NaN", "Python reads it", with(`"n":NaN`), "{}", arguments(strict.Syntax)},
		{"Infinity", "Python reads it", with(`"n":-Infinity`), "{}", arguments(strict.Syntax)},
		{"a control character", "Python may read it", with("\"x\":\"\n\""), "{}", arguments(strict.Syntax)},
		{"a mark of the byte order", "is passed over", "\ufeff" + upload, "{}", arguments(strict.Syntax)},
		{"JavaScript", "readers of JSON5 take it", `{kind:'uploaded\x2dfil\e',file_id:'f',}`, "{}", arguments(strict.Syntax)},
		{"trailing-data", "Go reads one value", upload + `{}`, "{}", arguments(strict.TrailingData)},
		{"truncated", "clients complete it", `{"f":` + upload[:60], "{}", arguments(strict.Truncated)},
		{"JSON in a string", "text stays text", `{"x":"{\"kind\":\"uploaded-file\",\"file_id\":\"f\"}"}`, "=", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.Replace(tt.want, "=", tt.text, 1)
			left, dropped, err := content.Policy{}.ApplyToArguments(tt.text, parse)
			if err != nil || left != want {
				t.Errorf("%s: got %s, %v, want %s", tt.reason, left, err, want)
			}
			if diff := cmp.Diff(tt.dropped, dropped); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
	full := errors.New("nothing is left")
	if left, dropped, err := (content.Policy{}).ApplyToArguments(upload, func([]byte) (*tree.Value, error) { return nil, full }); left != "" || dropped != nil || !errors.Is(err, full) {
		t.Errorf("%s, %v, %v", left, dropped, err)
	}
}
