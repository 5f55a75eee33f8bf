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
