package vercelai_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// What stands where pydantic-ai keeps it is believed as far as a part beside is.
func TestKept(t *testing.T) {
	const exact = `{"fscheck":{"outcome":{"v":1,"response":"{\"status\":\"success\",\"value\":[1.50]}"}}}`
	success := func(v string) content.Response { return content.Response{Status: content.Success, Value: parse(v)} }
	failed := content.Response{Status: content.Failed, Failure: &content.Failure{Text: "no"}}
	details := func(d string) string { return `"callProviderMetadata":{"pydantic_ai":{"provider_details":` + d + `}}` }
	for _, test := range []struct {
		name, why, part string
		want            content.Response
		dropped         int
	}{
		{"fits", "the output is worth as much", `"state":"output-available","output":[1.5],` + details(exact), success(`[1.50]`), 0},
		{"a provider's", "pydantic-ai moves it", `"state":"output-available","output":[1.5],"callProviderMetadata":{"pydantic_ai":{"call_meta":{"provider_details":` + exact + `}}}`, success(`[1.50]`), 0},
		{"null beside it", "is absent", `"state":"output-available","output":[1.5],` + details(`{"fscheck":{"outcome":{"v":1,"hint":null,"response":"{\"status\":\"success\",\"value\":[1.50]}"}}}`), success(`[1.50]`), 0},
		{"edited", "the output is heard", `"state":"output-available","output":[2],` + details(exact), success(`[2]`), 1},
		{"an error", "is no success", `"state":"output-error","errorText":"no",` + details(exact), failed, 1},
		{"a claim", "lowers it", `"state":"output-available","output":[1.5],"callProviderMetadata":{"pydantic_ai":{"outcome":"failed","provider_details":` + exact + `}}`,
			content.Response{Status: content.Failed, Value: parse(`[1.5]`)}, 1},
		{"no object", "is passed over", `"state":"output-available","output":[1],` + details(`{"fscheck":{"outcome":[1]}}`), success(`[1]`), 0},
		{"others'", "are passed over", `"state":"output-available","output":[1],"callProviderMetadata":{"pydantic_ai":7,"fscheck":{"outcome":{}}}`, success(`[1]`), 0},
		{"look-alike", "pydantic-ai wrote the file that it took it for", `"state":"output-available","output":{"data":"_-8=","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"85464f"},` +
			details(`{"fscheck":{"outcome":{"v":1,"response":"{\"status\":\"success\",\"value\":{\"kind\":\"binary\",\"media_type\":\"image/png\",\"data\":\"/+8=\"},\"hint\":{\"v\":1,\"form\":\"json\"}}"}}}`),
			success(`{"kind":"binary","media_type":"image/png","data":"/+8="}`), 0},
		{"another file", "is heard", `"state":"output-available","output":{"data":"_-8=","media_type":"image/gif","vendor_metadata":null,"kind":"binary","identifier":"85464f"},` +
			details(`{"fscheck":{"outcome":{"v":1,"response":"{\"status\":\"success\",\"value\":{\"kind\":\"binary\",\"media_type\":\"image/png\",\"data\":\"/+8=\"},\"hint\":{\"v\":1,\"form\":\"json\"}}"}}}`),
			content.Response{Status: content.Success, Value: fileValue(content.Binary{MediaType: "image/gif", Data: []byte{0xff, 0xef}, Identifier: "85464f"})}, 1},
		{"no reason", "pydantic-ai has one for it", `"state":"output-denied","approval":{"id":"a","approved":false,"reason":"The tool call was denied."}`, content.Response{Status: content.Denied}, 0},
		{"a reason", "is one", `"state":"output-denied","approval":{"id":"a","approved":false,"reason":"The tool call was denied"}`,
			content.Response{Status: content.Denied, Failure: &content.Failure{Text: "The tool call was denied"}}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, err := vercelai.Reading{}.History(assistant(tool(test.part)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, *h.Messages[0].Parts[0].Call.Response); diff != "" {
				t.Errorf("%s: %s", test.why, diff)
			}
			if len(h.Dropped) != test.dropped {
				t.Errorf("%s: dropped %+v", test.why, h.Dropped)
			}
		})
	}
}

// Integers that Python would make floats of go out as their digits, as far as a number may
// have so many, and every client's history is read back as it was.
func TestLargeNumbers(t *testing.T) {
	for _, test := range []struct{ number, pydantic string }{
		{`1e400`, `1` + strings.Repeat("0", 400)}, {`1e999`, `1` + strings.Repeat("0", 999)}, {`-12E998`, `-12` + strings.Repeat("0", 998)},
		{`1e1000`, `"1e1000"`}, {`-1e1000`, `"-1e1000"`}, {`12E999`, `"12E999"`}, {`1.5e1000`, `"1.5e1000"`},
	} {
		for _, client := range []vercelai.Client{vercelai.AI5, vercelai.AI6, vercelai.PydanticAI} {
			v := parse(`[` + test.number + `]`)
			call := vercelai.Call{ID: "c", Name: "f", Input: v, Response: &content.Response{Status: content.Success, Value: v}}
			text, err := vercelai.Writing{Client: client}.History(history([]vercelai.Call{call}))
			if err != nil {
				t.Fatal(err)
			}
			if client == vercelai.PydanticAI && !strings.Contains(string(text), `"output":[`+test.pydantic+`]`) {
				t.Errorf("%s: %s", test.number, text)
			}
			if diff := cmp.Diff(call, fromHistory(t, vercelai.Reading{}, text)["c"]); diff != "" {
				t.Errorf("%s for %s: %s", test.number, client, diff)
			}
		}
	}
}

// An interrupted call that the provider executed has no claim in pydantic-ai: it must
// not be a success there.
func TestInterruptedAtProvider(t *testing.T) {
	call := vercelai.Call{ID: "c", Name: "f", Input: parse(`{}`), ProviderExecuted: true, Response: &content.Response{Status: content.Interrupted, Value: parse("1")}}
	text, err := vercelai.Writing{Client: vercelai.PydanticAI}.History(history([]vercelai.Call{call}))
	if err != nil || !strings.Contains(string(text), `"state":"output-error"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// Files within the vendor's metadata of files are each looked at once a level, and what was
// read within wider limits than a Value has is written.
func TestHostileFiles(t *testing.T) {
	nested := func(end string) string {
		text := end
		for range 100 {
			text = `{"data":"","media_type":"a/b","vendor_metadata":` + text + `,"kind":"binary","identifier":"i"}`
		}
		return text
	}
	many := "[" + strings.Repeat("1,", 200_000)
	a, b := nested(`{"x":`+many+`1]}`), nested(`{"x":`+many+`2]}`)
	part := `"state":"output-available","output":` + b + `,"callProviderMetadata":{"pydantic_ai":{"provider_details":{"fscheck":{"outcome":{"v":1,"response":` +
		string(content.Text(`{"status":"success","value":`+a+`,"hint":{"v":1,"form":"json"}}`).Tree().AppendJSON(nil)) + `}}}}}`
	var h vercelai.History
	var err error
	pace.Within(t, time.Second, func() {
		h, err = vercelai.Reading{Limits: content.Limits{Depth: 200}}.History(assistant(tool(part)))
	})
	if err != nil || len(h.Dropped) != 1 {
		t.Fatalf("%v, %v", h.Dropped, err)
	}
	file := `{"data":"","media_type":"a/b","vendor_metadata":` + strings.Repeat(`{"a":`, 150) + "1" + strings.Repeat("}", 150) + `,"kind":"binary","identifier":"i"}`
	part = `"state":"output-available","output":` + file + `,"callProviderMetadata":{"pydantic_ai":{"provider_details":{"fscheck":{"outcome":{"v":1,"response":` +
		string(content.Text(`{"status":"success","value":`+file+`,"hint":{"v":1,"form":"json"}}`).Tree().AppendJSON(nil)) + `}}}}}`
	if h, err = (vercelai.Reading{Limits: content.Limits{Depth: 300}}).History(assistant(tool(part))); err != nil || len(h.Dropped) != 0 {
		t.Fatalf("%v, %v", h.Dropped, err)
	}
	for _, client := range []vercelai.Client{vercelai.AI5, vercelai.AI6, vercelai.PydanticAI} {
		if _, err := (vercelai.Writing{Client: client}).History(h.Messages); err != nil {
			t.Errorf("%s: %v", client, err)
		}
	}
}
