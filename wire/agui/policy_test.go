package agui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

// TestDropped submits what a client could not be given: each is reported, with its
// message and place, and what is left is read.
func TestDropped(t *testing.T) {
	const upload = `{"kind":"uploaded-file","file_id":"f","provider_name":"openai","media_type":null}`
	quoted := strings.ReplaceAll(upload, `"`, `\"`)
	report := func(pointer string, rule content.Rule, detail string) []agui.Dropped {
		return []agui.Dropped{{Message: 0, Dropped: content.Dropped{Pointer: pointer, Rule: rule, Detail: detail}}}
	}
	tests := []struct {
		name, reason, content string
		want                  content.Value
		dropped               []agui.Dropped
	}{
		{"an uploaded file", "", `"` + quoted + `"`, content.Null(), report("", content.RuleUploadedFile, "openai")},
		{"an uploaded file in a list", "", `"[1,` + quoted + `]"`, read("[1]"), report("/1", content.RuleUploadedFile, "openai")},
		{"an uploaded file hinted away", "a hint is the client's too", `"{\"a\":` + quoted + `}","metadata":{"fscheck":{"hint":{"v":1,"form":"json"}}}`,
			read("{}"), report("/a", content.RuleUploadedFile, "openai")},
		{"an uploaded file as a part", "", `[{"type":"text","text":"x"},{"type":"document","source":{"type":"file","value":"f","provider":"xai"}}]`,
			list(content.Text("x")), report("/1", content.RuleUploadedFile, "xai")},
		{"an uploaded file as it is", "", upload, content.Null(), report("", content.RuleUploadedFile, "openai")},
		{"a scheme", "", `[{"type":"image","source":{"type":"url","value":"FILE:///etc/passwd"}},{"type":"text","text":"x"}]`,
			list(content.Text("x")), report("/0", content.RuleScheme, "file")},
		{"bytes in a URL", "are at another scheme", `[{"type":"image","source":{"type":"url","value":"data:image/png;base64,AAEC"}}]`,
			content.Null(), report("", content.RuleScheme, "data")},
		{"a download", "", `[{"type":"image","source":{"type":"url","value":"https://x/a.png"},"metadata":{"force_download":"allow-local"}}]`,
			of(content.ImageURL{URL: "https://x/a.png"}), report("", content.RuleForceDownload, "allow-local")},
		{"a part of a new type", "", `[{"type":"text","text":"x"},{"type":"hologram","source":{}}]`, content.Text("x"), report("/1", agui.RulePart, "hologram")},
		{"a part that is a text", "", `["x",{"type":"text","text":"y"}]`, content.Text("y"), report("/0", agui.RulePart, "")},
		{"a text without text", "", `[{"type":"text"},{"type":"text","text":"y"}]`, content.Text("y"), report("/0", agui.RulePart, "text")},
		{"a new source", "", `[{"type":"image","source":{"type":"ipfs","value":"x"}}]`, content.Value{}, report("/0", agui.RulePart, "image")},
		{"no source", "", `[{"type":"image"}]`, content.Value{}, report("/0", agui.RulePart, "image")},
		{"no value", "", `[{"type":"image","source":{"type":"url"}}]`, content.Value{}, report("/0", agui.RulePart, "image")},
		{"a file of nobody", "who holds it is not said", `[{"type":"image","source":{"type":"file","value":"f"}}]`, content.Value{}, report("/0", agui.RulePart, "image")},
		{"data that are not base64", "", `[{"type":"image","source":{"type":"data","value":"+_8=","mimeType":"image/png"}}]`, content.Value{}, report("/0", agui.RuleData, "image/png")},
		{"no data", "", `[{"type":"image","source":{"type":"data","mimeType":"image/png"}}]`, content.Value{}, report("/0", agui.RuleData, "image/png")},
		{"a long type", "64 bytes of it are kept", `[{"type":"image"},{"type":"` + strings.Repeat("é", 40) + `"}]`, content.Value{}, []agui.Dropped{
			{Dropped: content.Dropped{Pointer: "/0", Rule: agui.RulePart, Detail: "image"}}, {Dropped: content.Dropped{Pointer: "/1", Rule: agui.RulePart, Detail: strings.Repeat("é", 32)}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, err := agui.Decoder{}.History([]byte(`[{"id":"m","role":"tool","toolCallId":"c","content":` + tt.content + `}]`))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, h.Messages[0].Result.Response.Value); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
			if diff := cmp.Diff(tt.dropped, h.Dropped); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

// What people write is judged as well, and so are files in failures.
func TestDroppedAnywhere(t *testing.T) {
	const file = `{"type":"image","source":{"type":"url","value":"ftp://x"}}`
	h, err := agui.Decoder{}.History([]byte(`[
		{"id":"1","role":"user","content":[{"type":"text","text":"a"},` + file + `]},
		{"id":"2","role":"activity","content":{"a":{"kind":"image-url","url":"javascript:x"}}},
		{"id":"3","role":"tool","toolCallId":"c","error":"No.","content":[` + file + `]}]`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range h.Dropped {
		got = append(got, fmt.Sprintf("%d %s %s %s", d.Message, d.Pointer, d.Rule, d.Detail))
	}
	if diff := cmp.Diff([]string{"0 /1 scheme ftp", "1 /a scheme javascript", "2  scheme ftp"}, got); diff != "" {
		t.Error(diff)
	}
}

// Content that is neither text nor parts is handed on as it came: what a part would be
// in it is judged like one.
func TestDroppedRaw(t *testing.T) {
	source := func(kind, source string) string { return `{"type":"` + kind + `","source":` + source + `}` }
	for _, tt := range []struct{ name, reason, content, want, dropped string }{
		{"a part alone", "", source("image", `{"type":"url","value":"file:///x"}`), "", " scheme file"},
		{"a file of a provider alone", "", source("image", `{"type":"file","value":"f","provider":"openai"}`), "", " uploaded-file openai"},
		{"parts of new types", "a list of none that is known", `[` + source("hologram", `{"type":"file","value":"f","provider":"openai"}`) + `]`, `[]`, "/0 uploaded-file openai"},
		{"deep in an activity", "", `{"a":[` + source("scent", `{"type":"url","value":"\u200bfile:///x"}`) + `]}`, `{"a":[]}`, "/a/0 scheme file"},
		{"a file in it", "does not hide it", `{"a":` + source("image", `{"type":"url","value":"file:///x","b":{"kind":"binary","media_type":"a/b","data":""}}`) + `}`, `{}`, "/a scheme file"},
		{"what clients before 1.0 have", "", `{"a":{"type":"binary","mimeType":"a/b","url":"file:///x"},"b":{"type":"binary","mimeType":"a/b","id":"f"}}`, `{}`, "/a scheme file,/b uploaded-file "},
		{"null for data", "is none", `{"x":{"type":"binary","mimeType":"a/b","id":"file-1","data":null}}`, `{}`, "/x uploaded-file "},
		{"no data in it", "are none for many", `{"x":{"type":"binary","mimeType":"a/b","id":"file-1","data":""}}`, `{}`, "/x uploaded-file "},
		{"null for an id and a url", "are none", `{"x":{"type":"binary","mimeType":"a/b","data":"AAAA","id":null,"url":null}}`, `{"x":{"type":"binary","mimeType":"a/b","data":"AAAA","id":null,"url":null}}`, ""},
		{"null for a url", "does not hide the id", `{"x":{"type":"binary","mimeType":"a/b","id":"f","url":null,"data":null}}`, `{}`, "/x uploaded-file "},
		{"null for a value", "is no file", `{"x":` + source("image", `{"type":"file","value":null,"provider":null}`) + `}`, `{"x":` + source("image", `{"type":"file","value":null,"provider":null}`) + `}`, ""},
		{"a download", "", `{"a":{"type":"image","source":{"type":"url","value":"https://e.com/a"},"metadata":{"force_download":true}}}`,
			`{"a":{"type":"image","source":{"type":"url","value":"https://e.com/a"},"metadata":{"force_download":false}}}`, "/a/metadata force-download always"},
		{"a url", "", `{"a":` + source("image", `{"type":"url","value":"https://e.com/a"}`) + `}`, `{"a":` + source("image", `{"type":"url","value":"https://e.com/a"}`) + `}`, ""},
		{"a field of a form", "has no source", `{"type":"url","value":"/x"}`, `{"type":"url","value":"/x"}`, ""},
	} {
		for _, role := range []string{`"activity"`, `"tool","toolCallId":"c"`} {
			t.Run(tt.name, func(t *testing.T) {
				h, err := agui.Decoder{}.History([]byte(`[{"id":"m","role":` + role + `,"content":` + tt.content + `}]`))
				if err != nil {
					t.Fatal(err)
				}
				v := h.Messages[0].Content
				if h.Messages[0].Result != nil {
					v = h.Messages[0].Result.Response.Value
				}
				var dropped []string
				for _, d := range h.Dropped {
					dropped = append(dropped, fmt.Sprintf("%s %s %s", d.Pointer, d.Rule, d.Detail))
				}
				if v.Inline() != tt.want || strings.Join(dropped, ",") != tt.dropped {
					t.Errorf("%s: %s, dropped %q", tt.reason, v.Inline(), dropped)
				}
			})
		}
	}
}

// Arguments stay as they were written, unless there is a file in them that may not stay,
// or one may be that cannot be judged.
func TestDroppedFromArguments(t *testing.T) {
	const (
		upload = `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
		at     = "/toolCalls/0/function/arguments"
	)
	for _, tt := range []struct{ name, reason, arguments, want, dropped string }{
		{"none", "", ` {"a": 1.0} `, ` {"a": 1.0} `, ""},
		{"another kind", "", `{"kind":"x", "a" : 1.0}`, `{"kind":"x", "a" : 1.0}`, ""},
		{"a file of a provider", "", `{"a": 1.0, "f": [` + upload + `]}`, `{"a":1.0,"f":[]}`, at + "/f/0 uploaded-file openai"},
		{"escaped", "", `{"f":{"\u006bind":"image-url","url":"file:x"}}`, `{}`, at + "/f scheme file"},
		{"all", "arguments are an object", upload, `{}`, at + " uploaded-file openai"},
		{"no JSON", "and no file", `{"kind":`, `{"kind":`, ""},
		{"cut off", "clients complete it", `{"kind":` + upload, `{}`, at + " arguments truncated"},
		{"a large number", "others read it", `{"n":1e1001,"f":` + upload + `}`, `{}`, at + " arguments number"},
		{"a name twice", "the last counts elsewhere", `{"f":{"kind":"x",` + upload[1:] + `}`, `{}`, at + " arguments duplicate-key"},
		{"half a surrogate", "JavaScript has such", `{"x":"\ud800","f":` + upload + `}`, `{}`, at + " arguments surrogate"},
		{"depth", "others go deeper", `{"f":` + upload + `,"x":` + strings.Repeat("[", 137) + strings.Repeat("]", 137) + `}`, `{}`, at + " arguments depth"},
		{"NaN", "Python reads it", `{"f":` + upload + `,"n":NaN}`, `{}`, at + " arguments syntax"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call, err := agui.Encoder{}.CallMessage("m", agui.Call{ID: "c", Name: "f", Arguments: tt.arguments})
			if err != nil {
				t.Fatal(err)
			}
			h, err := agui.Decoder{}.History([]byte("[" + string(call) + "]"))
			if err != nil {
				t.Fatal(err)
			}
			var dropped string
			for _, d := range h.Dropped {
				dropped += fmt.Sprint(d.Pointer, " ", d.Rule, " ", d.Detail)
			}
			if got := h.Messages[0].Calls[0].Arguments; got != tt.want || dropped != tt.dropped {
				t.Errorf("%s: %s, dropped %s", tt.reason, got, dropped)
			}
		})
	}
	call, err := agui.Encoder{}.CallMessage("m", agui.Call{ID: "c", Name: "f", Arguments: `{"f":` + upload + `,"n":[1,2,3]}`})
	if err != nil {
		t.Fatal(err)
	}
	if h, err := (agui.Decoder{Limits: agui.Limits{Values: 18}}).History([]byte("[" + string(call) + "]")); err == nil {
		t.Errorf("arguments are read beyond the limit: %+v", h)
	}
}

// Reports are bounded, but none is lost.
func TestReports(t *testing.T) {
	part := `{"type":"image"},`
	one := `{"id":"m","role":"tool","toolCallId":"c","content":[` + strings.TrimSuffix(strings.Repeat(part, 700), ",") + `]}`
	h, err := agui.Decoder{}.History([]byte("[" + one + "," + one + "]"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(h.Dropped); n != 1000 || h.Dropped[n-1].More != 400 || h.Dropped[n-1].Message != 1 {
		t.Errorf("%d reports, the last is %+v", n, h.Dropped[n-1])
	}
}
