package agui_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

// TestResults reads messages as other servers and clients write them, and ours where
// somebody changed them.
func TestResults(t *testing.T) {
	image := content.ImageURL{URL: "https://x/a.png"}
	failed := func(v content.Value, text string) content.Response {
		return content.Response{Status: content.Failed, Value: v, Failure: &content.Failure{Text: text}}
	}
	const part = `{"type":"image","source":{"type":"url","value":"https://x/a.png"}}`
	tests := []struct {
		name, reason, message string // what stands beside id, role and toolCallId
		want                  content.Response
	}{
		{"text", "", `"content":"It rains."`, success(content.Text("It rains."))},
		{"a scalar", "is the text that it is, as for pydantic-ai", `"content":"123"`, success(content.Text("123"))},
		{"no text", "", `"content":""`, success(content.Text(""))},
		{"JSON", "", `"content":"{\"b\":9007199254740993,\"a\":1.0}"`, success(read(`{"b":9007199254740993,"a":1.0}`))},
		{"broken JSON", "is a text", `"content":"[1,"`, success(content.Text("[1,"))},
		{"URL-safe base64", "as pydantic-ai writes it", `"content":"{\"data\":\"-_8=\",\"media_type\":\"image/png\",\"kind\":\"binary\"}"`, success(of(photo))},
		{"JSON as it is", "clients before 1.0 send it unchecked", `"content":{"data":"+/8","media_type":"image/png","kind":"binary"}`, success(of(photo))},
		{"a list as it is", "nothing in it is a part", `"content":["a",{"type":"sum","n":1}]`, success(read(`["a",{"type":"sum","n":1}]`))},
		{"null as it is", "", `"content":null`, success(content.Value{})},
		{"no content", "", `"x":1`, success(content.Value{})},
		{"a number as it is", "", `"content":1.50`, success(read("1.50"))},
		{"no parts", "", `"content":[]`, success(content.Value{})},
		{"a part", "is that file", `"content":[` + part + `]`, success(of(image))},
		{"parts", "are a list", `"content":[{"type":"text","text":"[1]","new":1},` + part + `]`, success(list(content.Text("[1]"), of(image)))},
		{"one text", "is read as the text", `"content":[{"type":"text","text":"[1]"}]`, success(read("[1]"))},
		{"parts of every type", "", `"content":[` + strings.Join([]string{
			`{"type":"audio","source":{"type":"url","value":"https://x/a","mimeType":"audio/ogg"}}`,
			`{"type":"video","source":{"type":"url","value":"https://x/a"},"metadata":{"force_download":true}}`,
			`{"type":"document","id":"d","source":{"type":"url","value":"https://x/a"},"metadata":{"vendor_metadata":{"n":1}}}`,
			`{"type":"image","source":{"type":"data","value":"-_8","mimeType":"image/png"}}`,
			`{"type":"document","source":{"type":"data","value":""}}`,
			`{"type":"image","source":{"type":"file","value":"f","provider":"new"}}`,
			`{"type":"binary","mimeType":"image/png","data":"+/8="}`,
			`{"type":"binary","mimeType":"audio/ogg","url":"https://x/a"}`,
			`{"type":"binary","mimeType":"audio/ogg","url":"https://x/a","data":null,"id":null,"filename":null}`,
			`{"type":"binary","mimeType":"image/png","data":"+/8=","url":null,"id":null}`,
			`{"type":"image","id":null,"metadata":null,"source":{"type":"url","value":"https://x/a.png","mimeType":null}}`,
		}, ",") + `]`, success(list(
			of(content.AudioURL{URL: "https://x/a", MediaType: "audio/ogg"}),
			of(content.VideoURL{URL: "https://x/a", ForceDownload: content.DownloadAlways}),
			of(content.DocumentURL{URL: "https://x/a", Identifier: "d", VendorMetadata: read(`{"n":1}`)}),
			of(photo), of(content.Binary{}),
			of(content.UploadedFile{FileID: "f", Provider: "new"}),
			of(photo), of(content.AudioURL{URL: "https://x/a", MediaType: "audio/ogg"}),
			of(content.AudioURL{URL: "https://x/a", MediaType: "audio/ogg"}), of(photo), of(image),
		))},
		{"null for what is absent", "as Python writes it", `"content":"x","error":null,"encryptedValue":null,"metadata":{"fscheck":{"response":null,"hint":null,"numbers":null}}`, success(content.Text("x"))},
		{"odd metadata of a part", "are passed over", `"content":[{"type":"image","source":{"type":"url","value":"https://x/a.png"},` +
			`"metadata":{"vendor_metadata":[],"fscheck":"[]","force_download":"yes"}}]`, success(of(image))},
		{"a part's metadata that are no object", "", `"content":[{"type":"image","source":{"type":"url","value":"https://x/a.png"},"metadata":[1]}]`, success(of(image))},
		{"error", "is a failure", `"content":"partly","error":"No."`, failed(content.Text("partly"), "No.")},
		{"empty error", "is one too", `"content":"","error":""`, content.Response{Status: content.Failed, Value: content.Text("")}},
		{"error that is null", "is none", `"content":"x","error":null`, success(content.Text("x"))},
		{"failed by pydantic-ai", "", `"content":"x","error":"x","encryptedValue":"{\"pydantic_ai\": {\"outcome\": \"failed\"}}"`, failed(content.Text("x"), "x")},
		{"denied by pydantic-ai", "", `"content":"x","encryptedValue":"{\"pydantic_ai\": {\"outcome\": \"denied\"}}"`, content.Response{Status: content.Denied, Value: content.Text("x")}},
		{"interrupted by pydantic-ai", "", `"content":"x","encryptedValue":"{\"pydantic_ai\": {\"outcome\": \"interrupted\"}}"`, content.Response{Status: content.Interrupted, Value: content.Text("x")}},
		{"retried by pydantic-ai", "the arguments were refused", `"content":"x","encryptedValue":"{\"pydantic_ai\": {\"outcome\": \"retried\"}}"`, content.Response{Status: content.Failed, Value: content.Text("x")}},
		{"a claim behind white space", "JSON may have it", `"content":"x","encryptedValue":" \n\t\r{\"pydantic_ai\":{\"outcome\":\"denied\"}}"`, content.Response{Status: content.Denied, Value: content.Text("x")}},
		{"a claim that is no text", "it says the same", `"content":"x","encryptedValue":{"pydantic_ai":{"outcome":"denied"}}`, content.Response{Status: content.Denied, Value: content.Text("x")}},
		{"a claim in a list", "is none", `"content":"x","encryptedValue":[{"pydantic_ai":{"outcome":"denied"}}]`, success(content.Text("x"))},
		{"a claim of success", "does not undo the error", `"content":"x","error":"No.","encryptedValue":"{\"pydantic_ai\": {\"outcome\": \"success\"}}"`, failed(content.Text("x"), "No.")},
		{"something encrypted", "is not ours", `"content":"x","encryptedValue":"AAEC"`, success(content.Text("x"))},
		{"our claim of success", "does not undo the error", `"content":"x","error":"No.","metadata":{"fscheck":{"response":{"status":"success"}}}`, failed(content.Text("x"), "No.")},
		{"our response with a value", "is not as we write it, and no success", `"content":"x","metadata":{"fscheck":{"response":{"status":"failed","value":1}}}`, content.Response{Status: content.Failed, Value: content.Text("x")}},
		{"our response with more", "a denial by a later version stays one", `"content":"x","metadata":{"fscheck":{"response":{"status":"denied","new":1}}}`, content.Response{Status: content.Denied, Value: content.Text("x")}},
		{"our response with more, and an error", "which is its text", `"content":"No.","error":"No.","metadata":{"fscheck":{"response":{"status":"denied","new":1},"hint":{"v":1,"form":"none"}}}`,
			content.Response{Status: content.Denied, Failure: &content.Failure{Text: "No."}}},
		{"our response that is no object", "says no status", `"content":"x","metadata":{"fscheck":{"response":"denied"}}`, success(content.Text("x"))},
		{"error that is an object", "is a failure without a text", `"content":"x","error":{"message":"No."}`, content.Response{Status: content.Failed, Value: content.Text("x")}},
		{"error that is true", "is one too", `"content":"x","error":true`, content.Response{Status: content.Failed, Value: content.Text("x")}},
		{"error that is false", "is none", `"content":"x","error":false`, success(content.Text("x"))},
		{"an unknown status", "counts as absent", `"content":"x","metadata":{"fscheck":{"response":{"status":"lost"}}}`, success(content.Text("x"))},
		{"metadata of others", "", `"content":"x","metadata":{"fscheck":null,"a":{"fscheck":1}}`, success(content.Text("x"))},
		{"the text of a failure, changed", "is a value", `"content":"y","error":"x","metadata":{"fscheck":{"response":{"status":"failed","failure":{"code":"C","text":"x"}},"hint":{"v":1,"form":"none"}}}`,
			content.Response{Status: content.Failed, Value: content.Text("y"), Failure: &content.Failure{Code: "C", Text: "x"}}},
		{"a hint of another version", "counts as absent", `"content":"[1]","metadata":{"fscheck":{"hint":{"v":2,"form":"text"}}}`, success(read("[1]"))},
		{"a hint that does not fit", "is passed over", `"content":"x","metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":["/a"]}}}`, success(content.Text("x"))},
		{"a hint at what is no file", "", `"content":"{\"a\":1}","metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":["/a","x"]}}}`, success(read(`{"a":1}`))},
		{"parts made a text", "as a downgrade does: texts in a row, files left out", `"content":"{\"a\":{\"kind\":\"binary\",\"identifier\":\"4a2304\"}}","metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":["/a"]}}}`,
			success(read(`{"a":{"kind":"binary","identifier":"4a2304"}}`))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, err := open.History([]byte(`[{"id":"m","role":"tool","toolCallId":"c",` + tt.message + `}]`))
			if err != nil {
				t.Fatal(err)
			}
			want := []agui.Message{{ID: "m", Role: "tool", Result: &agui.Result{CallID: "c", Response: tt.want}}}
			if diff := cmp.Diff(want, h.Messages); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
			if len(h.Dropped) > 0 {
				t.Errorf("dropped: %v", h.Dropped)
			}
		})
	}
}

// TestMessages reads the messages around the results.
func TestMessages(t *testing.T) {
	text := `{"threadId":"t","runId":"r","new":{},"messages":[
		{"id":"1","role":"system","content":"{\"a\":1}"},
		{"id":"2","role":"user","name":"Ada","content":[{"type":"text","text":"[1]"},{"type":"binary","mimeType":"image/png","data":"+/8="}]},
		{"id":"3","role":"assistant","toolCalls":[
			{"id":"c","type":"function","function":{"name":"f","arguments":"{\"n\":9007199254740993,"},"encryptedValue":"x"},
			{"id":"d","type":"function","function":{"name":"g"}}]},
		{"id":"4","role":"activity","activityType":"chart","content":{"url":"u"}},
		{"id":"5","role":"oracle","content":"new","toolCalls":null}]}`
	want := []agui.Message{
		{ID: "1", Role: "system", Content: content.Text(`{"a":1}`)},
		{ID: "2", Role: "user", Content: list(content.Text("[1]"), of(photo))},
		{ID: "3", Role: "assistant", Calls: []agui.Call{{ID: "c", Name: "f", Arguments: `{"n":9007199254740993,`}, {ID: "d", Name: "g"}}},
		{ID: "4", Role: "activity", Content: read(`{"url":"u"}`)},
		{ID: "5", Role: "oracle", Content: content.Text("new")},
	}
	h, err := open.History([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, h.Messages); diff != "" {
		t.Error(diff)
	}
}

func TestHistoryRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", ``, "history"},
		{"no list", `1`, "want a list"},
		{"no messages", `{}`, "want a list"},
		{"messages that are no list", `{"messages":{}}`, "want a list"},
		{"a name twice", `[{"id":"a","id":"b"}]`, "id"},
		{"half a surrogate", `[{"id":"\ud800"}]`, "surrogate"},
		{"no object", `[{"id":"a","role":"user"},1]`, "message 1"},
		{"no id", `[{"role":"user"}]`, "message 0"},
		{"no role", `[{"id":"a"}]`, "role"},
		{"no call id", `[{"id":"a","role":"tool","content":""}]`, "toolCallId"},
		{"calls that are no list", `[{"id":"a","role":"assistant","toolCalls":{}}]`, "object, want a list"},
		{"a call without name", `[{"id":"a","role":"assistant","toolCalls":[{"id":"c","function":{}}]}]`, "call 0"},
		{"a call that is none", `[{"id":"a","role":"assistant","toolCalls":[null]}]`, "call 0"},
		{"a content that is too deep", `[{"id":"a","role":"tool","toolCallId":"c","content":"` + strings.Repeat("[", 129) + strings.Repeat("]", 129) + `"}]`, "128"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, err := agui.Decoder{}.History([]byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, %v", h, err)
			}
		})
	}
}
