package functionschema

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
)

// within fails the test if do takes longer than a hostile call may.
func within(t *testing.T, do func()) {
	t.Helper()
	t.Logf("%v", pace.Within(t, 50*time.Millisecond, do))
}

// What is meant to cost much, or to break something, is a clear error at once.
func TestHostileArguments(t *testing.T) {
	recursive := `{"$defs":{"a":{"anyOf":[{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"required":["y"]},{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"required":["z"]}]}},"properties":{"v":{"$ref":"#/$defs/a"}}}`
	tests := []struct {
		name, reason, schema, args, want string
	}{
		{"a huge exponent", "as a big number it would take 10 MB", `{"properties":{"v":{"minimum":1}}}`, `{"v":1e10000000}`, "INVALID_ARGUMENT :parse!number"},
		{"many huge exponents", "", `{"properties":{"v":{"items":{"multipleOf":0.1}}}}`, `{"v":[` + strings.Repeat("1e999999,", 49) + `1e999999]}`, "INVALID_ARGUMENT :parse!number"},
		{"exponents at the limit", "these are exact, and refused by what they are", `{"properties":{"v":{"items":{"multipleOf":7}}}}`, `{"v":[` + strings.Repeat("1e1000,", 49) + `1e1000]}`, "INVALID_ARGUMENT"},
		{"brackets", "a recursive reader would use 100,000 frames", `{}`, `{"v":` + strings.Repeat("[", 100_000), "INVALID_ARGUMENT :parse!depth"},
		{"objects in objects", "", `{}`, strings.Repeat(`{"a":`, 100_000), "INVALID_ARGUMENT :parse!depth"},
		{"17 MiB", "size comes first", `{}`, `{"v":"` + strings.Repeat("x", 17<<20) + `"}`, "INVALID_ARGUMENT :parse!size"},
		{"a lone surrogate", "it is no text", `{}`, `{"v":"\ud800"}`, "INVALID_ARGUMENT :parse!surrogate"},
		{"a lone low surrogate in a name", "", `{}`, `{"\udc00":1}`, "INVALID_ARGUMENT :parse!surrogate"},
		{"a surrogate in bytes", "", `{}`, "{\"v\":\"\xed\xa0\x80\"}", "INVALID_ARGUMENT :parse!utf8"},
		{"a duplicate two levels down", "", `{}`, `{"a":{"b":[{"c":1,"\u0063":2}]}}`, "INVALID_ARGUMENT /a/b/0:parse(c)!duplicate-key"},
		{"two recursive branches", "each level doubles the work of a plain evaluator", recursive, nest(`{"x":`, 19) + `}`, "INVALID_ARGUMENT /v:anyOf"},
		{"a catastrophic pattern", "RE2 is linear", `{"properties":{"v":{"pattern":"^(a+)+$"}}}`, `{"v":"` + strings.Repeat("a", 100_000) + `!"}`, "INVALID_ARGUMENT /v:pattern"},
		{"unique items", "comparing all pairs is quadratic", `{"properties":{"v":{"uniqueItems":true}}}`, `{"v":[` + numbers(20_000) + `,0]}`, "INVALID_ARGUMENT /v:uniqueItems"},
		{"a text of a million", "it is counted, not copied", `{"properties":{"v":{"maxLength":5}}}`, `{"v":"` + strings.Repeat("é", 1_000_000) + `"}`, "INVALID_ARGUMENT /v:maxLength"},
		{"a long number", "", `{"properties":{"v":{"minimum":1}}}`, `{"v":` + strings.Repeat("9", 1_000_000) + `}`, "INVALID_ARGUMENT :parse!number"},
		{"many members of one long name", "messages are shortened", `{"additionalProperties":{"type":"string"}}`, `{"` + strings.Repeat("n", 1_000_000) + `":[` + numbers(1000) + `]}`, "INVALID_ARGUMENT"},
	}
	var known strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&known, `,"property%d":{}`, i)
	}
	tests = append(tests, struct{ name, reason, schema, args, want string }{
		"unknown names beside many known ones", "looking for the nearest is not free",
		`{"additionalProperties":false,"properties":{` + known.String()[1:] + `}}`, `{"` + strings.ReplaceAll(numbers(100), ",", `-unlike":1,"`) + `":1}`, "INVALID_ARGUMENT",
	})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := foreign(t, test.schema)
			args := []byte(test.args)
			within(t, func() {
				_, err := f.Call(context.Background(), args)
				if got := brief(err); got != test.want && !(test.want == "INVALID_ARGUMENT" && strings.HasPrefix(got, test.want)) {
					t.Errorf("%.300s, want %s: %s", got, test.want, test.reason)
				}
				if text := err.(*Error).ModelText(); len(text) > 20_000 {
					t.Errorf("the model is to read %d bytes", len(text))
				}
			})
		})
	}
}

func TestManyViolations(t *testing.T) {
	f := foreign(t, `{"properties":{"v":{"items":{"type":"string"}}}}`)
	args := []byte(`{"v":[` + numbers(300_000) + `]}`)
	within(t, func() {
		err := f.Validate(args)
		if e, ok := err.(*Error); !ok || len(e.Violations) != 32 || e.More != 300_000-32 {
			t.Errorf("%v", err)
		}
	})
}

func nest(open string, times int) string {
	return `{"v":` + strings.Repeat(open, times) + "1" + strings.Repeat("}", times)
}

// numbers lists 0 to n-1.
func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, i)
	}
	return b.String()
}

// A schema from somebody else is data: nothing is opened for it, nothing in it
// costs more than its size allows.
func TestHostileSchemas(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		fmt.Fprint(w, `{"type":"string","const":"s3cret"}`)
	}))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(file, []byte(`{"const":"s3cret"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var properties strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&properties, `,"p%d":{"type":1}`, i)
	}
	tests := []struct{ name, schema, want string }{
		{"a file", `{"properties":{"v":{"$ref":"file://` + filepath.ToSlash(file) + `"}}}`, "INVALID_SCHEMA /properties/v/$ref:$ref"},
		{"a relative file", `{"properties":{"v":{"$ref":"foreign_test.go"}}}`, "INVALID_SCHEMA /properties/v/$ref:$ref"},
		{"a file by its base", `{"$id":"file://` + filepath.ToSlash(file) + `","properties":{"v":{"$ref":"secret.json#/const"}}}`, "INVALID_SCHEMA /properties/v/$ref:$ref"},
		{"an address", `{"properties":{"v":{"$ref":"` + server.URL + `/a.json"}}}`, "INVALID_SCHEMA /properties/v/$ref:$ref"},
		{"a dialect at an address", `{"$schema":"` + server.URL + `/a.json"}`, "INVALID_SCHEMA /$schema:$schema"},
		{"an address by its base", `{"$id":"` + server.URL + `/a.json","properties":{"v":{"$ref":"b.json"}}}`, "INVALID_SCHEMA /properties/v/$ref:$ref"},
		{"brackets", strings.Repeat(`{"not":`, 100_000), "INVALID_SCHEMA :parse!depth"},
		{"a pattern of counts in counts", `{"properties":{"v":{"pattern":"^((a{1,1000}){1,1000}){1,1000}$"}}}`, "INVALID_SCHEMA /properties/v/pattern:pattern"},
		{"a bound with a huge exponent", `{"properties":{"v":{"minimum":1e10000000}}}`, "INVALID_SCHEMA :parse!number"},
		{"a cycle of references", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, "INVALID_SCHEMA /$defs/a/$ref:$ref /$defs/b/$ref:$ref"},
		{"a default that contains itself", `{"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n","default":{}}}}},"properties":{"v":{"$ref":"#/$defs/n"}}}`, "INVALID_SCHEMA /$defs/n/properties/next/default:default"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			within(t, func() {
				_, err := FromSchema("f", []byte(test.schema))
				if got := brief(err); got != test.want {
					t.Errorf("%s\nwant %s\n%v", got, test.want, err)
				}
				if strings.Contains(err.Error(), "s3cret") {
					t.Error("something was read")
				}
			})
		})
	}
	pace.Within(t, 5*time.Second, func() {
		_, err := FromSchema("f", []byte(`{"properties":{`+properties.String()[1:]+`}}`))
		if e, ok := err.(*Error); !ok || len(e.Violations) != 32 || e.More != 20_000-32 {
			t.Errorf("many faults: %.300v", err)
		}
	})
	if n := requests.Load(); n != 0 {
		t.Errorf("%d requests were made", n)
	}
}
