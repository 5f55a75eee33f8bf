package vercelai_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// pydantic-ai says beside an output that it is none of success, of the call or of the
// result; in a stream, of the result.
func TestClaims(t *testing.T) {
	for outcome, want := range map[string]content.Status{
		`"interrupted"`: content.Interrupted, `"failed"`: content.Failed, `"denied"`: content.Denied,
		`"retried"`: content.Failed, `"success"`: content.Success, `1`: content.Success, `{"outcome":"failed"}`: content.Success,
	} {
		response := content.Response{Status: want, Value: parse("[1]")}
		claim := `{"pydantic_ai":{"outcome":` + outcome + `}}`
		for _, beside := range []string{`"callProviderMetadata":` + claim, `"resultProviderMetadata":` + claim, `"callProviderMetadata":{},"resultProviderMetadata":` + claim} {
			h, err := vercelai.Reading{}.History(assistant(tool(`"state":"output-available","output":[1],` + beside)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(response, *h.Messages[0].Parts[0].Call.Response); diff != "" {
				t.Errorf("%s: %s", beside, diff)
			}
		}
		for e, err := range (vercelai.Reading{}).Stream(strings.NewReader(`data: {"type":"tool-output-available","toolCallId":"c","output":[1],"providerMetadata":` + claim + "}\n\n")) {
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(response, *e.Call.Response); diff != "" {
				t.Errorf("in a stream: %s: %s", outcome, diff)
			}
		}
	}
	for _, outcome := range []string{"success", "interrupted", "denied"} {
		h, err := vercelai.Reading{}.History(assistant(tool(`"state":"output-error","errorText":"no","callProviderMetadata":{"pydantic_ai":{"outcome":"` + outcome + `"}}`)))
		if err != nil || h.Messages[0].Parts[0].Call.Response.Status != content.Failed {
			t.Errorf("an error is claimed to be %s: %+v, %v", outcome, h, err)
		}
	}
}

// A call that the user refused did not succeed, whatever stands there as its output: no
// client since 6 has the two together.
func TestRefusedOutput(t *testing.T) {
	output := `"state":"output-available","output":[1],"approval":{"id":"a",`
	for _, test := range []struct {
		name, part string
		want       content.Response
	}{
		{"granted", tool(output + `"approved":true}`), content.Response{Status: content.Success, Value: parse("[1]")}},
		{"asked", tool(`"state":"output-available","output":[1],"approval":{"id":"a"}`), content.Response{Status: content.Success, Value: parse("[1]")}},
		{"refused", tool(output + `"approved":false}`), content.Response{Status: content.Denied, Value: parse("[1]")}},
		{"refused with a reason", tool(output + `"approved":false,"reason":"no"}`), content.Response{Status: content.Denied, Value: parse("[1]"), Failure: &content.Failure{Text: "no"}}},
		{"refused and interrupted", tool(output + `"approved":false},"callProviderMetadata":{"pydantic_ai":{"outcome":"interrupted"}}`), content.Response{Status: content.Interrupted, Value: parse("[1]")}},
		{"refused and failed", tool(`"state":"output-error","errorText":"no","approval":{"id":"a","approved":false}`), content.Response{Status: content.Failed, Failure: &content.Failure{Text: "no"}}},
	} {
		h, err := vercelai.Reading{}.History(assistant(test.part, beside(`{"v":1,"response":"{\"status\":\"success\",\"value\":[1]}"}`)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, *h.Messages[0].Parts[0].Call.Response); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}
