package vercelai_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// assistant is the history of one message with these parts.
func assistant(parts ...string) []byte {
	return fmt.Appendf(nil, `[{"id":"m","role":"assistant","parts":[%s]}]`, strings.Join(parts, ","))
}

// tool is the part of a call c.
func tool(rest string) string { return `{"type":"tool-f","toolCallId":"c","input":{},` + rest + `}` }

func beside(data string) string {
	return fmt.Sprintf(`{"type":%q,"id":"c","data":%s}`, vercelai.OutcomePart, data)
}

// What a client says beside a call chooses among readings of what the call says.
func TestBeside(t *testing.T) {
	failed := content.Response{Status: content.Failed, Failure: &content.Failure{Text: "no"}}
	success := content.Response{Status: content.Success, Value: parse("1")}
	denied := content.Response{Status: content.Denied, Failure: &content.Failure{Text: "why"}}
	withCode := content.Response{Status: content.Failed, Failure: &content.Failure{Code: "X", Text: "no"}, Value: parse("[7]")}
	available, errored := tool(`"state":"output-available","output":1`), tool(`"state":"output-error","errorText":"no"`)
	refused := tool(`"state":"output-denied","approval":{"id":"a","approved":false,"reason":"why"}`)
	says := func(text string) string { return fmt.Sprintf(`{"v":1,"response":%q}`, text) }
	for _, test := range []struct {
		name, why    string
		part, beside string
		want         content.Response
		dropped      bool
	}{
		{"nothing", "the part says it all", available, `{"v":1}`, success, false},
		{"a failure in full", "it has the errorText", errored, says(`{"status":"failed","value":[7],"failure":{"code":"X","text":"no"}}`), withCode, false},
		{"another spelling", "the client keeps 1 of 1.0", available, says(`{"status":"success","value":1.0}`),
			content.Response{Status: content.Success, Value: parse("1.0")}, false},
		{"a hint", "none is null", tool(`"state":"output-available","output":null`), `{"v":1,"hint":{"v":1,"form":"none"}}`, content.Response{Status: content.Success}, false},
		{"an error as success", "nothing turns an error into a success", errored, says(`{"status":"success","value":1}`), failed, true},
		{"an error as success of its text", "nothing does", errored, says(`{"status":"success","value":"no"}`), failed, true},
		{"an error as hint", "a hint is of an output", errored, `{"v":1,"hint":{"v":1,"form":"none"}}`, failed, true},
		{"another error", "it has not the errorText", errored, says(`{"status":"failed","failure":{"code":"","text":"yes"}}`), failed, true},
		{"another value", "it has not the output", available, says(`{"status":"success","value":2}`), success, true},
		{"a success as failure", "it has not the output either", available, says(`{"status":"failed","value":1,"failure":{"code":"","text":"no"}}`), success, true},
		{"a denial as failure", "a denial is one", refused, says(`{"status":"failed"}`), denied, true},
		{"a denial as success", "a denial is one", refused, says(`{"status":"success"}`), denied, true},
		{"a denial in full", "it is one", refused, says(`{"status":"denied","value":"half"}`), content.Response{Status: content.Denied, Value: content.Text("half")}, false},
		{"another version", "is not known", available, `{"v":2,"response":"{}"}`, success, true},
		{"no version", "is none", available, `{}`, success, true},
		{"no text", "a response is a text", available, `{"v":1,"response":{"status":"success","value":1}}`, success, true},
		{"no JSON", "the text is JSON", available, says(`{"status":`), success, true},
		{"unknown status", "there are four", available, says(`{"status":"retried","value":1}`), success, true},
		{"a hint of another version", "is not known", available, `{"v":1,"hint":{"v":2,"form":"none"}}`, success, true},
		{"unknown members", "newer versions may add some", available, `{"v":1,"hint":{"v":1,"form":"json"},"more":1}`, success, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, text := range [][]byte{assistant(test.part, beside(test.beside)), assistant(beside(test.beside), test.part)} {
				h, err := vercelai.Reading{}.History(text)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, *h.Messages[0].Parts[0].Call.Response); diff != "" {
					t.Errorf("%s: %s", test.why, diff)
				}
				if test.dropped != (len(h.Dropped) == 1) || test.dropped && (h.Dropped[0].Rule != vercelai.RuleBeside || h.Dropped[0].CallID != "c") {
					t.Errorf("dropped: %+v", h.Dropped)
				}
				if len(h.Messages[0].Parts) != 1 {
					t.Errorf("%d parts: what stands beside is none", len(h.Messages[0].Parts))
				}
			}
		})
	}
	t.Run("no call", func(t *testing.T) {
		h, err := vercelai.Reading{}.History(assistant(beside(`{"v":1}`)))
		if err != nil || len(h.Dropped) != 1 || len(h.Messages[0].Parts) != 0 {
			t.Errorf("%+v, %v", h, err)
		}
	})
	t.Run("input", func(t *testing.T) {
		for text, want := range map[string]struct {
			input   string
			dropped int
		}{`{\"n\":1.0}`: {`{"n":1.0}`, 0}, `{\"n\":2}`: {`{"n":1}`, 1}, `{`: {`{"n":1}`, 1}, `[1]`: {`{"n":1}`, 1}} {
			part := `{"type":"tool-f","toolCallId":"c","state":"input-available","input":{"n":1}}`
			h, err := vercelai.Reading{}.History(assistant(part, fmt.Sprintf(`{"type":%q,"id":"c","data":{"v":1,"input":"%s"}}`, vercelai.InputPart, text)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(parse(want.input), h.Messages[0].Parts[0].Call.Input); diff != "" || len(h.Dropped) != want.dropped {
				t.Errorf("%s: %s, dropped %+v", text, diff, h.Dropped)
			}
		}
	})
}

// The policy is for all files that a client sends back, wherever they are.
func TestPolicy(t *testing.T) {
	upload := `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
	link := `{"kind":"image-url","url":"gopher://x/a","media_type":"image/png"}`
	force := `{"kind":"image-url","url":"https://x/a.png","media_type":"image/png","force_download":true}`
	for _, test := range []struct {
		name, why string
		parts     []string
		want      []string // pointer, rule, detail
	}{
		{"uploaded file", "whoever reads it has credentials that the client has not", []string{tool(`"state":"output-available","output":[1,` + upload + `]`)}, []string{"/1", "uploaded-file", "openai"}},
		{"scheme", "only http and https", []string{tool(`"state":"output-available","output":{"a":` + link + `}`)}, []string{"/a", "scheme", "gopher"}},
		{"download", "the server fetches nothing for a client", []string{tool(`"state":"output-available","output":` + force)}, []string{"", "force-download", "always"}},
		{"dynamic", "is the same", []string{`{"type":"dynamic-tool","toolName":"f","toolCallId":"c","state":"output-available","output":[` + upload + `]}`}, []string{"/0", "uploaded-file", "openai"}},
		{"beside a failure", "is the same", []string{tool(`"state":"output-error","errorText":"no"`), beside(fmt.Sprintf(`{"v":1,"response":%q}`,
			`{"status":"failed","value":[`+upload+`],"failure":{"code":"","text":"no"}}`))}, []string{"/0", "uploaded-file", "openai"}},
		{"hinted away", "the hint is the client's, too", []string{tool(`"state":"output-available","output":[` + upload + `]`), beside(`{"v":1,"hint":{"v":1,"form":"json"}}`)}, []string{"/0", "uploaded-file", "openai"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, err := vercelai.Reading{}.History(assistant(test.parts...))
			if err != nil {
				t.Fatal(err)
			}
			want := vercelai.Dropped{CallID: "c", Dropped: content.Dropped{Pointer: test.want[0], Rule: content.Rule(test.want[1]), Detail: test.want[2]}}
			if diff := cmp.Diff([]vercelai.Dropped{want}, h.Dropped); diff != "" {
				t.Errorf("%s: %s", test.why, diff)
			}
			left, _ := content.Policy{}.Apply(h.Messages[0].Parts[0].Call.Response.Value)
			if !left.Equal(h.Messages[0].Parts[0].Call.Response.Value) {
				t.Errorf("%s: %s is left", test.why, h.Messages[0].Parts[0].Call.Response.Value.Inline())
			}
		})
	}
}

// Reports are counted beyond a thousand, and too many files are an error.
func TestReports(t *testing.T) {
	history := func(n int) []byte {
		part := tool(`"state":"output-available","output":[` + strings.Repeat(`{"kind":"image-url","url":"x:"},`, 500) + `0]`)
		return assistant(strings.TrimSuffix(strings.Repeat(part+",", n/500), ","))
	}
	for n, more := range map[int]int{1_000: 0, 1_500: 500, 10_000: 9_000} {
		h, err := vercelai.Reading{}.History(history(n))
		if err != nil || len(h.Dropped) != 1_000 || h.Dropped[999].More != more {
			t.Errorf("%d: %d reports, %v", n, len(h.Dropped), err)
		}
	}
	if _, err := (vercelai.Reading{}).History(history(10_500)); err == nil || !strings.Contains(err.Error(), "10000 things") {
		t.Error(err)
	}
}

func TestHistoryShapes(t *testing.T) {
	for _, test := range []struct{ name, why, text, err string }{
		{"list", "of messages", `[]`, ""},
		{"body", "of a request", `{"id":"c","trigger":"submit-message","messages":[]}`, ""},
		{"unknown members", "newer clients add some", `[{"role":"user","createdAt":1,"parts":[{"type":"text","text":"x","state":"done","more":1}]}]`, ""},
		{"unknown parts", "stay as they are", `[{"role":"user","parts":[{"type":"hologram"},7,null,[],{"type":5},{"type":"tool-x"},{"type":"tool-invocation","toolInvocation":{}}]}]`, ""},
		{"unknown state", "stays as it is", string(assistant(tool(`"state":"output-dreamt","output":1`))), ""},
		{"null members", "are absent", string(assistant(tool(`"state":"output-available","output":1,"providerExecuted":null,"preliminary":null,"approval":null`))), ""},
		{"tool metadata", "newer clients add it", string(assistant(tool(`"state":"output-available","output":1,"toolMetadata":{"a":1},"resultProviderMetadata":{"x":{"y":1}},"title":"T"`))), ""},
		{"no parts", "there may be none", `[{"role":"user"}]`, ""},
		{"scalar", "is no history", `7`, "want a list"},
		{"object", "without messages", `{}`, "want a list"},
		{"messages", "are a list", `{"messages":{}}`, "want a list"},
		{"message", "is an object", `["x"]`, "/0: is string"},
		{"role", "is a string", `[{"role":7}]`, "/0/role: is number, want string"},
		{"no role", "there is always one", `[{}]`, "/0/role: is missing"},
		{"parts", "are a list", `{"messages":[{"role":"user","parts":{}}]}`, "/messages/0/parts: is object, want array"},
		{"call ID", "is a string", string(assistant(`{"type":"tool-f","toolCallId":7,"state":"output-available"}`)), "/0/parts/0/toolCallId: is number"},
		{"empty call ID", "names no call", string(assistant(`{"type":"tool-f","toolCallId":"","state":"output-available"}`)), "without an ID"},
		{"state", "is a string", string(assistant(tool(`"state":1`))), "/0/parts/0/state: is number"},
		{"errorText", "is there with an error", string(assistant(tool(`"state":"output-error"`))), "/0/parts/0/errorText: is missing"},
		{"errorText of another type", "is a string", string(assistant(tool(`"state":"output-error","errorText":{}`))), "/0/parts/0/errorText: is object"},
		{"name", "of a dynamic tool", string(assistant(`{"type":"dynamic-tool","toolCallId":"c","state":"output-available"}`)), "/0/parts/0/toolName: is missing"},
		{"approval", "is an object", string(assistant(tool(`"state":"output-denied","approval":true`))), "/0/parts/0/approval: is boolean"},
		{"approved", "is a boolean", string(assistant(tool(`"state":"output-denied","approval":{"id":"a","approved":"yes"}`))), "/0/parts/0/approval/approved: is string"},
		{"duplicate names", "JSON is read strictly", `[{"role":"user","role":"assistant"}]`, "duplicate"},
		{"two values", "JSON is read strictly", `[] []`, "after the value"},
		{"nothing", "is no JSON", ``, "no value"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := vercelai.Reading{}.History([]byte(test.text))
			if (test.err == "") != (err == nil) || err != nil && (!strings.Contains(err.Error(), test.err) || !strings.HasPrefix(err.Error(), "vercelai: history: ")) {
				t.Errorf("%s: %v, want %q", test.why, err, test.err)
			}
		})
	}
	h, err := vercelai.Reading{}.History(assistant(`{"type":"hologram"}`, `7`, tool(`"state":"output-dreamt","output":1`)))
	if err != nil || len(h.Messages[0].Parts) != 3 || h.Messages[0].Parts[2].Call != nil || h.Messages[0].Parts[1].Other.Inline() != "7" {
		t.Errorf("what is not known stays: %+v, %v", h, err)
	}
}

// Bytes of the wrong shape stay what they were.
func TestByteShapes(t *testing.T) {
	for _, data := range []string{`{"type":"Buffer","data":"AAEC"}`, `{"type":"Buffer","data":[256]}`, `{"type":"Buffer","data":[-1]}`, `{"type":"Buffer","data":[1.5]}`,
		`{"type":"Buffer","data":[true]}`, `{"type":"Buffer","data":[1],"x":1}`, `{"0":1,"2":3}`, `{"0":"a"}`, `{"00":5,"1":6}`, `{"0":256}`, `{"0":true}`, `[137,80]`, `"A"`, `"a b="`, `null`, `7`, `{}`} {
		text := `{"kind":"binary","media_type":"image/png","data":` + data + `}`
		h, err := vercelai.Reading{}.History(assistant(tool(`"state":"output-available","output":` + text)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(parse(text), h.Messages[0].Parts[0].Call.Response.Value); diff != "" {
			t.Errorf("%s: %s", data, diff)
		}
	}
}

// Bytes as a client spells them become bytes.
func TestBytesOfClients(t *testing.T) {
	for _, test := range []struct {
		data  string
		want  []byte
		empty bool
	}{
		{`"/+8="`, []byte{0xff, 0xef}, false}, {`"_-8"`, []byte{0xff, 0xef}, false}, {`""`, []byte{}, false},
		{`{"0":255,"1":0}`, []byte{255, 0}, false}, {`{"1":0,"0":255}`, []byte{255, 0}, false},
		{`{"type":"Buffer","data":[255,0]}`, []byte{255, 0}, false}, {`{"type":"Buffer","data":[]}`, []byte{}, false}, {`{}`, []byte{}, true},
	} {
		text := `[{"kind":"binary","media_type":"image/png","data":` + test.data + `}]`
		want := content.Must(content.List(fileValue(content.Binary{MediaType: "image/png", Data: test.want})))
		stream := "data: {\"type\":\"tool-output-available\",\"toolCallId\":\"c\",\"output\":" + text + "}\n\n"
		r := vercelai.Reading{EmptyObjects: test.empty}
		for e, err := range r.Stream(strings.NewReader(stream)) {
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, e.Call.Response.Value); diff != "" {
				t.Errorf("%s in a stream: %s", test.data, diff)
			}
		}
		got := fromHistory(t, r, assistant(tool(`"state":"output-available","output":`+text)))["c"]
		if diff := cmp.Diff(want, got.Response.Value); diff != "" {
			t.Errorf("%s in a history: %s", test.data, diff)
		}
	}
}

// Events are read as the clients read them.
func TestFraming(t *testing.T) {
	a, b := `{"type":"tool-input-available","toolCallId":"c","toolName":"f","input":"ü😀"}`, `{"type":"tool-output-available","toolCallId":"c","output":"ü😀"}`
	for _, test := range []struct{ name, why, text string }{
		{"as it is written", "", "data: " + a + "\n\ndata: " + b + "\n\ndata: [DONE]\n\n"},
		{"CRLF", "is an end of a line", "data: " + a + "\r\n\r\ndata: " + b + "\r\n\r\ndata: [DONE]\r\n\r\n"},
		{"CR", "is one, too", "data: " + a + "\r\rdata: " + b + "\r\r"},
		{"no space", "it is optional", "data:" + a + "\n\ndata:" + b + "\n\n"},
		{"other fields", "are passed over", ": hello\n\nevent: message\nid: 7\ndata: " + a + "\nretry: 5\n\n: x\ndata: " + b + "\ndatax: 1\ndatabase\n\n"},
		{"several lines", "are joined by an LF", "data: " + strings.Replace(a, ",", ",\ndata: ", 1) + "\n\ndata: " + strings.Replace(b, ",", ",\ndata:", 1) + "\n\n"},
		{"several lines, CRLF", "a CRLF is one end", "data: " + strings.Replace(a, ",", ",\r\ndata: ", 1) + "\r\n\r\ndata: " + b + "\r\n\r\n"},
		{"no end", "the last event counts", "data: " + a + "\n\ndata: " + b},
		{"one end", "the last event counts", "data: " + a + "\n\ndata: " + b + "\n"},
		{"mark", "a byte order mark is passed over", "\uFEFFdata: " + a + "\n\ndata: " + b + "\n\n"},
		{"blank lines", "are no events", "\n\n\r\n\ndata: " + a + "\n\n\n\n\ndata: " + b + "\n\n\n"},
		{"after the end", "is not read", "data: " + a + "\n\ndata: " + b + "\n\ndata: [DONE]\n\ndata: {broken\n\n"},
		{"other chunks", "are passed over", "data: {\"type\":\"hologram\"}\n\ndata: " + a + "\n\ndata: {\"type\":\"text-delta\",\"id\":\"1\",\"delta\":\"x\"}\n\ndata: " + b + "\n\n"},
		{"unknown members", "newer servers add some", "data: " + strings.Replace(a, "{", `{"toolMetadata":{},"title":null,`, 1) + "\n\ndata: " + strings.Replace(b, "{", `{"isError":false,`, 1) + "\n\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := vercelai.Call{ID: "c", Name: "f", Input: content.Text("ü😀"), Response: &content.Response{Status: content.Success, Value: content.Text("ü😀")}}
			got := map[string]vercelai.Call{}
			for e, err := range (vercelai.Reading{}).Stream(iotest.OneByteReader(strings.NewReader(test.text))) {
				if err != nil {
					t.Fatal(test.why, err)
				}
				if e.Call != nil {
					got[e.Call.ID] = *e.Call
				}
			}
			same(t, []vercelai.Call{want}, got)
			same(t, []vercelai.Call{want}, fromStream(t, []byte(test.text)))
		})
	}
}

func TestStreamShapes(t *testing.T) {
	for _, test := range []struct{ name, chunk, err string }{
		{"no JSON", `{broken`, "at byte 1"},
		{"no object", `[]`, "a chunk is array"},
		{"no type", `{}`, "/type: is missing"},
		{"type", `{"type":7}`, "/type: is number"},
		{"no ID", `{"type":"tool-output-available","output":1}`, "/toolCallId: is missing"},
		{"no name", `{"type":"tool-input-start","toolCallId":"c"}`, "/toolName: is missing"},
		{"delta", `{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":7}`, "/inputTextDelta: is number"},
		{"errorText", `{"type":"tool-output-error","toolCallId":"c","errorText":null}`, "/errorText: is missing"},
		{"preliminary", `{"type":"tool-output-available","toolCallId":"c","output":1,"preliminary":"yes"}`, "/preliminary: is string"},
		{"deep", `{"type":"tool-output-available","toolCallId":"c","output":` + strings.Repeat("[", 129) + strings.Repeat("]", 129) + `}`, "128 deep"},
		{"beside", "{\"type\":\"" + vercelai.OutcomePart + "\",\"id\":\"c\",\"data\":{\"v\":1,\"response\":\"{}\"}}\n\ndata: {\"type\":\"tool-output-available\",\"toolCallId\":\"c\",\"output\":1}", `outcome of call "c"`},
		{"beside input", "{\"type\":\"" + vercelai.InputPart + "\",\"id\":\"c\",\"data\":{\"v\":1,\"input\":\"2\"}}\n\ndata: {\"type\":\"tool-input-available\",\"toolCallId\":\"c\",\"toolName\":\"f\",\"input\":1}", `input of call "c"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got error
			for _, err := range (vercelai.Reading{}).Stream(strings.NewReader("data: " + test.chunk + "\n\n")) {
				got = err
			}
			if got == nil || !strings.Contains(got.Error(), test.err) || !strings.HasPrefix(got.Error(), "vercelai: stream: ") {
				t.Errorf("%v, want %q", got, test.err)
			}
		})
	}
	broken := iotest.ErrReader(iotest.ErrTimeout)
	for _, err := range (vercelai.Reading{}).Stream(broken) {
		if err == nil || !strings.Contains(err.Error(), "timeout") {
			t.Error(err)
		}
	}
}
