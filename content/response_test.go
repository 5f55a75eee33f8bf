package content_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

func name(s string) *string { return &s }

var refused = &content.Failure{
	Code: "INVALID_ARGUMENT",
	Violations: []content.Violation{
		{Pointer: "/a~1b", Keyword: "type", Message: "want a string"},
		{Pointer: "", Keyword: "required", Property: name(""), Message: "name the empty property"},
		{Pointer: "/n", Reason: "range", Message: "want 0 to 255"},
	},
	Text: "1 of 3 <arguments> & more",
}

func TestResponse(t *testing.T) {
	tests := []struct {
		name, reason string
		response     content.Response
		json, text   string
	}{
		{"value", "status first", content.Response{Status: content.Success, Value: content.Text("ok")}, `{"status":"success","value":"ok"}`, "ok"},
		{"nothing", "none is left out", content.Response{Status: content.Success}, `{"status":"success"}`, "null"},
		{"null", "null is not none", content.Response{Status: content.Success, Value: content.Of(tree.NewNull())}, `{"status":"success","value":null}`, "null"},
		{
			"failure", "the empty name stays, an absent keyword does not",
			content.Response{Status: content.Failed, Failure: refused},
			`{"status":"failed","failure":{"code":"INVALID_ARGUMENT","violations":[` +
				`{"pointer":"/a~1b","keyword":"type","message":"want a string"},` +
				`{"pointer":"","keyword":"required","property":"","message":"name the empty property"},` +
				`{"pointer":"/n","reason":"range","message":"want 0 to 255"}],"text":"1 of 3 <arguments> & more"}}`,
			"1 of 3 <arguments> & more",
		},
		{
			"failure without violations", "an empty list is left out",
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "EXECUTION_ERROR", Text: "The call failed."}},
			`{"status":"failed","failure":{"code":"EXECUTION_ERROR","text":"The call failed."}}`, "The call failed.",
		},
		{"bare failure", "a sentence stands in", content.Response{Status: content.Failed}, `{"status":"failed"}`, "The call failed."},
		{"denied", "a sentence of its own", content.Response{Status: content.Denied}, `{"status":"denied"}`, "The call was denied."},
		{
			"interrupted", "the value says how far it came",
			content.Response{Status: content.Interrupted, Value: read(t, `{"done":2}`)}, `{"status":"interrupted","value":{"done":2}}`, `{"done":2}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := tt.response.MarshalJSON()
			if err != nil || string(b) != tt.json {
				t.Errorf("%s:\n got %s, %v\nwant %s", tt.reason, b, err, tt.json)
			}
			if got := tt.response.Text(); got != tt.text {
				t.Errorf("%s: text %q, want %q", tt.reason, got, tt.text)
			}
			// Through encoding/json too, which escapes for HTML.
			b, err = json.Marshal(tt.response)
			if err != nil {
				t.Fatal(err)
			}
			var again content.Response
			if err := json.Unmarshal(b, &again); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.response, again); diff != "" {
				t.Errorf("read again (-want +got):\n%s", diff)
			}
		})
	}
}

// The tags of Failure and Violation and the writer of Response are two spellings
// of one form.
func TestFailureTagsAgree(t *testing.T) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(refused); err != nil {
		t.Fatal(err)
	}
	whole, err := content.Response{Status: content.Failed, Failure: refused}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"status":"failed","failure":` + strings.TrimSpace(b.String()) + `}`
	if diff := cmp.Diff(want, string(whole)); diff != "" {
		t.Error(diff)
	}
}

func TestResponseRefused(t *testing.T) {
	for text, reason := range map[string]string{
		`{}`:                               "no status",
		`[]`:                               "no object",
		`{"status":"ok"}`:                  "unknown status",
		`{"status":"Success"}`:             "statuses are not folded",
		`{"Status":"success"}`:             "names are not folded",
		`{"status":1}`:                     "a status is a string",
		`{"status":"success","extra":1}`:   "unknown member",
		`{"status":"failed","failure":[]}`: "a failure is an object",
		`{"status":"failed","failure":{}}`: "a failure has a code and a text",
		`{"status":"failed","status":"x"}`: "duplicate names",
		`{"status":"success","failure":{"code":"X","text":""}}`:                                                           "a success has no failure",
		`{"status":"failed","failure":{"code":"X","text":"","violations":{}}}`:                                            "violations are an array",
		`{"status":"failed","failure":{"code":"X","text":"","violations":[{"pointer":""}]}}`:                              "a violation has a message",
		`{"status":"failed","failure":{"code":"X","text":"","violations":[{"pointer":"","message":"","property":null}]}}`: "a property is a string",
	} {
		r := content.Response{Status: content.Denied}
		if err := r.UnmarshalJSON([]byte(text)); err == nil || r.Status != content.Denied {
			t.Errorf("%s: %s was read as %+v", reason, text, r)
		}
	}
	for _, r := range []content.Response{{}, {Status: "ok"}, {Status: content.Success, Failure: refused}} {
		if b, err := r.MarshalJSON(); err == nil {
			t.Errorf("written: %s", b)
		}
	}
}

func TestDeepestValueTravels(t *testing.T) {
	v := read(t, strings.Repeat("[", 128)+strings.Repeat("]", 128))
	b, err := content.Response{Status: content.Success, Value: v}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var r content.Response
	if err := r.UnmarshalJSON(b); err != nil || !r.Value.Equal(v) {
		t.Errorf("%v", err)
	}
}

func FuzzResponse(f *testing.F) {
	f.Add([]byte(`{"status":"failed","failure":{"code":"X","violations":[{"pointer":"","keyword":"k","property":"","reason":"r","message":"m"}],"text":"t"},"value":[1.0]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var r, again content.Response
		if r.UnmarshalJSON(text) != nil {
			return
		}
		b, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalJSON(b); err != nil || !cmp.Equal(r, again) {
			t.Fatalf("%s: %v", b, err)
		}
	})
}

func ExampleResponse() {
	var r content.Response
	_ = json.Unmarshal([]byte(`{"status":"denied","failure":{"code":"DENIED","text":"Ask your administrator."}}`), &r)
	fmt.Println(r.Status, r.Text())
	// Output: denied Ask your administrator.
}

// The outcome is the response without its value.
func TestOutcome(t *testing.T) {
	for _, r := range []content.Response{{Status: content.Success}, {Status: content.Denied}, {Status: content.Failed, Failure: refused}} {
		want, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		r.Value = content.Text("x")
		got, err := r.Outcome()
		if err != nil || string(got.AppendJSON(nil)) != string(want) {
			t.Errorf("%v, %v, want %s", got, err, want)
		}
	}
	for _, r := range []content.Response{{}, {Status: content.Success, Failure: refused}} {
		if got, err := r.Outcome(); err == nil {
			t.Errorf("%v is written", got)
		}
	}
}
