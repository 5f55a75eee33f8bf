package vercelai_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// What is handed on as it came is judged too: parts that are no calls, input, metadata.
func TestPolicyOnRaw(t *testing.T) {
	const (
		upload = `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
		link   = `{"kind":"image-url","url":"\u00a0file:///x"}`
		file   = `{"type":"file","mediaType":"image/png","url":`
		theirs = `"providerMetadata":{"pydantic_ai":{"file_id":"f-1","provider_name":"openai"}}}`
	)
	named := func(id string) string {
		return file + `"` + id + `","providerMetadata":{"pydantic_ai":{"file_id":"` + id + `","provider_name":"openai"}}}`
	}
	at := func(rest string, rule content.Rule, detail string) []content.Dropped {
		return []content.Dropped{{Pointer: "/0/parts/1" + rest, Rule: rule, Detail: detail}}
	}
	everything := content.Policy{UploadedFiles: true, Schemes: []string{"http", "https"}, Downloads: []content.Download{content.DownloadAlways}}
	for _, test := range []struct {
		name, why  string
		policy     content.Policy
		part, want string // want: "" if the part goes, "=" if it stays as it is
		dropped    []content.Dropped
	}{
		{"a call without id", "it is no call", content.Policy{}, `{"type":"tool-f","state":"output-available","output":[` + upload + `]}`,
			`{"type":"tool-f","state":"output-available","output":[]}`, at("/output/0", content.RuleUploadedFile, "openai")},
		{"a call whose id is null", "it has none", content.Policy{}, `{"type":"tool-f","toolCallId":null,"state":"output-available","output":[` + upload + `]}`,
			`{"type":"tool-f","toolCallId":null,"state":"output-available","output":[]}`, at("/output/0", content.RuleUploadedFile, "openai")},
		{"null for what is absent", "as Python writes it", content.Policy{}, `{"type":"video","url":null,"providerReference":null,"providerMetadata":{"pydantic_ai":{"file_id":null,"force_download":null}}}`, "=", nil},
		{"null for a url", "does not hide the id", content.Policy{}, `{"type":"file","mediaType":"a/b","url":null,` + theirs, "", at("", content.RuleUploadedFile, "openai")},
		{"a call in a new state", "", content.Policy{}, `{"type":"tool-f","toolCallId":"c","state":"output-new","output":{"a":` + link + `}}`,
			`{"type":"tool-f","toolCallId":"c","state":"output-new","output":{}}`, at("/output/a", content.RuleScheme, "file")},
		{"a data part", "at any depth", content.Policy{}, `{"type":"data-x","data":[[{"__proto__":` + upload + `}]]}`, `{"type":"data-x","data":[[{}]]}`,
			at("/data/0/0/__proto__", content.RuleUploadedFile, "openai")},
		{"a part that is one", "", content.Policy{}, upload, "", at("", content.RuleUploadedFile, "openai")},
		{"a file", "", content.Policy{}, file + `"https://e.com/a.png"}`, "=", nil},
		{"a file with bytes", "bytes stay", content.Policy{}, file + `"DATA:image/png;base64,AAEC"}`, "=", nil},
		{"bytes behind white space", "they are none for everybody", content.Policy{}, file + `" data:image/png;base64,AAEC"}`, "", at("", content.RuleScheme, "data")},
		{"a file of the server", "", content.Policy{}, file + `"file:///etc/passwd"}`, "", at("", content.RuleScheme, "file")},
		{"a file without scheme", "", content.Policy{}, file + `"/etc/passwd"}`, "", at("", content.RuleScheme, "")},
		{"a file of reasoning", "", content.Policy{}, `{"type":"reasoning-file","mediaType":"a/b","url":"gs://b/x"}`, "", at("", content.RuleScheme, "gs")},
		{"a source", "a page shows it as a link", content.Policy{}, `{"type":"source-url","sourceId":"1","url":"javascript:alert(1)"}`, "", at("", content.RuleScheme, "javascript")},
		{"a part of a new type", "what has a url may be a file", content.Policy{}, `{"type":"video","url":"ftp://x"}`, "", at("", content.RuleScheme, "ftp")},
		{"a url of an application", "no part, so no file", content.Policy{}, `{"type":"data-x","data":{"type":"contact","url":"mailto:a@e.com"}}`, "=", nil},
		{"messages in a part", "pydantic-ai reads them", content.Policy{}, `{"type":"data-enqueued-messages","data":{"messages":[{"parts":[` + file + `"file:///x"}]}]}}`,
			`{"type":"data-enqueued-messages","data":{"messages":[{"parts":[]}]}}`, at("/data/messages/0/parts/0", content.RuleScheme, "file")},
		{"a file of a provider, as ai 7 has it", "", content.Policy{}, file + `"https://e.com/a","providerReference":{"anthropic":"file-1"}}`, "", at("", content.RuleUploadedFile, "anthropic")},
		{"a file of a provider, as pydantic-ai has it", "", content.Policy{}, file + `"f-1",` + theirs, "", at("", content.RuleUploadedFile, "openai")},
		{"files of providers, allowed", "the url is the id", everything, file + `"f-1",` + theirs, "=", nil},
		{"files of providers, allowed, whose id is a URL", "it may be followed", everything, named("file:///etc/passwd"), "", at("", content.RuleScheme, "file")},
		{"files of providers, allowed, whose id names a host", "", everything, named("//169.254.169.254/x"), "", at("", content.RuleScheme, "")},
		{"files of providers, allowed, whose id hides a scheme", "", everything, named(`fi\u200ble:///x`), "", at("", content.RuleScheme, "file")},
		{"files of providers, allowed, whose id is of https", "as Google has them", everything, named("https://e.com/v1/files/1"), "=", nil},
		{"files of providers, allowed, with a url", "it may be followed instead", everything, file + `"file:///x","providerReference":{"anthropic":"f"}}`, "", at("", content.RuleScheme, "file")},
		{"a download", "reset, and the file stays", content.Policy{}, file + `"https://e.com/a","providerMetadata":{"pydantic_ai":{"force_download":"allow-local"}}}`,
			file + `"https://e.com/a","providerMetadata":{"pydantic_ai":{"force_download":false}}}`, at("/providerMetadata/pydantic_ai", content.RuleForceDownload, "allow-local")},
		{"a download, allowed", "", everything, file + `"https://e.com/a","providerMetadata":{"pydantic_ai":{"force_download":true}}}`, "=", nil},
		{"no object", "there is nothing to judge", content.Policy{}, `null`, "=", nil},
		{"a file without url", "", content.Policy{}, `{"type":"file","mediaType":"image/png"}`, "=", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, err := vercelai.Reading{Policy: test.policy}.History(assistant(`{"type":"text","text":"x"}`, test.part))
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Replace(test.want, "=", test.part, 1)
			if test.want != "=" {
				want = test.want
			}
			var got string
			if parts := h.Messages[0].Parts[1:]; len(parts) > 0 {
				got = string(parts[0].Other.Tree().AppendJSON(nil))
			}
			if want != "" {
				want = string(parse(want).Tree().AppendJSON(nil))
			}
			if got != want {
				t.Errorf("%s: got %s, want %s", test.why, got, want)
			}
			var dropped []content.Dropped
			for _, d := range h.Dropped {
				if d.CallID != "" {
					t.Errorf("of the call %q", d.CallID)
				}
				dropped = append(dropped, d.Dropped)
			}
			if diff := cmp.Diff(test.dropped, dropped); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.why, diff)
			}
		})
	}
	t.Run("input and metadata", func(t *testing.T) {
		h, err := vercelai.Reading{}.History([]byte(`{"messages":[{"id":"m","role":"assistant","metadata":{"a":` + upload + `},"parts":[
			{"type":"tool-f","toolCallId":"c","state":"approval-responded","input":{"n":1.0,"f":` + upload + `},"approval":{"id":"a","approved":true}},
			{"type":"data-fscheck-input","id":"c","data":{"v":1,"input":"{\"n\":1.0,\"f\":{\"kind\":\"uploaded-file\",\"file_id\":\"f\",\"provider_name\":\"openai\"}}"}}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		m := h.Messages[0]
		if got := m.Metadata.Inline() + m.Parts[0].Call.Input.Inline(); got != `{}{"n":1.0}` {
			t.Error(got)
		}
		var got []string
		for _, d := range h.Dropped {
			got = append(got, d.CallID+d.Pointer)
		}
		if diff := cmp.Diff([]string{"/messages/0/metadata/a", "/messages/0/parts/0/input/f"}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("too many", func(t *testing.T) {
		part := `{"type":"data-x","data":[` + strings.Repeat(upload+",", 10_000) + upload + `]}`
		if h, err := (vercelai.Reading{}).History(assistant(part)); err == nil {
			t.Errorf("%d reports", len(h.Dropped))
		}
	})
}

// Arguments are judged where they are a text, as far as anybody can read them.
func TestPolicyOnArguments(t *testing.T) {
	const upload = `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
	quoted := func(s string) string { return string(content.Text(s).Tree().AppendJSON(nil)) }
	for _, test := range []struct{ name, why, part, want, dropped string }{
		{"streamed", "a whole text", `"state":"input-streaming","rawInput":` + quoted(`{"a": 1, "f":`+upload+`}`), `{"a":1}`, "/0/parts/0/rawInput/f uploaded-file openai"},
		{"streamed, without a file", "stays as it came", `"state":"input-streaming","rawInput":"{\"a\": [1, "`, `{"a": [1, `, ""},
		{"streamed, cut off", "a client completes it", `"state":"input-streaming","rawInput":` + quoted(`{"f":`+upload), `{}`, "/0/parts/0/rawInput arguments truncated"},
		{"a name twice", "the last counts elsewhere", `"state":"input-streaming","rawInput":` + quoted(`{"kind":"x",`+upload[1:]), `{}`, "/0/parts/0/rawInput arguments duplicate-key"},
		{"whole", "pydantic-ai reads a text as their JSON", `"state":"input-available","input":` + quoted(upload), `{}`, "/0/parts/0/input uploaded-file openai"},
		{"whole, with half a surrogate", "Python reads it", `"state":"input-available","input":` + quoted(`{"x":"\ud800","f":`+upload+`}`), `{}`, "/0/parts/0/input arguments surrogate"},
		{"refused", "and shown as they came", `"state":"output-error","errorText":"no","rawInput":` + quoted(`{"n":NaN,"f":`+upload+`}`), `{}`, "/0/parts/0/rawInput arguments syntax"},
		{"refused, with null", "Python writes what is absent", `"state":"output-error","errorText":"no","input":null,"rawInput":"{x"`, `{x`, ""},
		{"null for both", "is null", `"state":"output-error","errorText":"no","input":null,"rawInput":null`, ``, ""},
		{"refused, without a file", "stay", `"state":"output-error","errorText":"no","rawInput":"{\"a\":NaN}"`, `{"a":NaN}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, err := vercelai.Reading{}.History(assistant(`{"type":"tool-f","toolCallId":"c",` + test.part + `}`))
			if err != nil {
				t.Fatal(err)
			}
			var dropped string
			for _, d := range h.Dropped {
				dropped += fmt.Sprint(d.Pointer, " ", d.Rule, " ", d.Detail)
			}
			c := h.Messages[0].Parts[0].Call
			if got := c.InputText + c.Input.Inline(); got != test.want || dropped != test.dropped {
				t.Errorf("%s: %s, dropped %s", test.why, got, dropped)
			}
		})
	}
	part := `{"type":"tool-f","toolCallId":"c","state":"input-streaming","rawInput":` + quoted(`{"f":`+upload+`,"x":[`+strings.Repeat("1,", 100)+`1]}`) + `},`
	many := strings.TrimSuffix(strings.Repeat(part, 10), ",")
	if h, err := (vercelai.Reading{Limits: content.Limits{Values: 600}}).History(assistant(many)); err == nil && len(h.Dropped) < 10 {
		t.Errorf("arguments are read beyond the limit, and stay: %+v", h.Dropped)
	}
}

// What is handed on as it came is as deep as any value may be.
func TestDepthOfRaw(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for depth, ok := range map[int]bool{8: true, 9: false} {
		for where, text := range map[string]string{
			"a part":   string(assistant(`{"type":"data-x","data":` + nested(depth-1) + `}`)),
			"metadata": `[{"id":"m","role":"user","metadata":` + nested(depth) + `}]`,
		} {
			if _, err := (vercelai.Reading{Limits: content.Limits{Depth: 8}}).History([]byte(text)); (err == nil) != ok {
				t.Errorf("%s of %d levels: %v", where, depth, err)
			}
		}
		for _, err := range (vercelai.Reading{Limits: content.Limits{Depth: 8}}).Stream(strings.NewReader(`data: {"type":"data-x","data":` + nested(depth-1) + "}\n\n")) {
			if (err == nil) != ok {
				t.Errorf("a chunk of %d levels: %v", depth, err)
			}
		}
	}
}

// A part that nobody takes is reported for what it is.
func TestBesideNothing(t *testing.T) {
	const none, noPlace = "there is no such call", "the call has no place for it, or another part counts"
	input := fmt.Sprintf(`{"type":%q,"id":"c","data":{"v":1,"input":"1.0"}}`, vercelai.InputPart)
	outcome := beside(`{"v":1,"response":"{\"status\":\"failed\"}"}`)
	for _, test := range []struct {
		name  string
		parts []string
		want  []string
	}{
		{"no call", []string{input, outcome}, []string{none, none}},
		{"a call of another id", []string{input, `{"type":"tool-f","toolCallId":"d","state":"input-available","input":1}`}, []string{none}},
		{"arguments that are streamed", []string{tool(`"state":"input-streaming"`), input}, []string{noPlace}},
		{"no outcome yet", []string{tool(`"state":"input-available"`), outcome}, []string{noPlace}},
		{"a new state", []string{outcome, tool(`"state":"output-new"`)}, []string{noPlace}},
		{"two of a kind", []string{`{"type":"tool-f","toolCallId":"c","state":"input-available","input":1}`, input, input}, []string{noPlace}},
	} {
		h, err := vercelai.Reading{}.History(assistant(test.parts...))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range h.Dropped {
			if got = append(got, d.Detail); d.Rule != vercelai.RuleBeside || d.CallID != "c" {
				t.Errorf("%s: %+v", test.name, d)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
	// However many those are, they are none of what the policy may forbid so often.
	upload := `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
	h, err := vercelai.Reading{}.History(assistant(strings.Repeat(input+",", 10_500) + upload))
	if err != nil || len(h.Dropped) != 1_000 || h.Dropped[999].More != 9_501 {
		t.Errorf("%d reports, %v", len(h.Dropped), err)
	}
	upload = strings.Replace(upload, "openai", "new", 1) // which looks like a file
	output := tool(`"state":"output-available","output":[` + strings.Repeat(upload+",", 5_000) + upload + `]`)
	if _, err = (vercelai.Reading{}).History(assistant(output, output)); err == nil || !strings.Contains(err.Error(), "10000 things") {
		t.Error(err)
	}
}

// Calls of one id in a message: each has what stands behind it.
func TestBesideOneOfMany(t *testing.T) {
	call := tool(`"state":"output-error","errorText":"no"`)
	says := func(n int) string {
		return beside(fmt.Sprintf(`{"v":1,"response":"{\"status\":\"failed\",\"value\":%d,\"failure\":{\"code\":\"\",\"text\":\"no\"}}"}`, n))
	}
	none := -1
	for _, test := range []struct {
		name, why string
		parts     []string
		want      []int // values; none for a call that has nothing beside it
		dropped   int
	}{
		{"each its own", "as it is written here", []string{call, says(1), call, says(2)}, []int{1, 2}, 0},
		{"the second", "it stands behind that", []string{call, call, says(1)}, []int{none, 1}, 0},
		{"the first", "it stands behind that", []string{call, says(1), call}, []int{1, none}, 0},
		{"before both", "a part may come before its call", []string{says(1), call, call}, []int{1, none}, 0},
		{"two of one call", "the last counts", []string{call, says(1), says(2)}, []int{2}, 1},
		{"two before one call", "the last counts", []string{says(1), says(2), call}, []int{2}, 1},
		{"before and behind", "the last counts", []string{says(1), call, says(2)}, []int{2}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, err := vercelai.Reading{}.History(assistant(test.parts...))
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, p := range h.Messages[0].Parts {
				n := none
				if v := p.Call.Response.Value; !v.IsZero() {
					_, _ = fmt.Sscan(v.Inline(), &n)
				}
				got = append(got, n)
			}
			if diff := cmp.Diff(test.want, got); diff != "" || len(h.Dropped) != test.dropped {
				t.Errorf("%s: %s, dropped %v", test.why, diff, h.Dropped)
			}
		})
	}
}
