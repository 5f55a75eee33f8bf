package agui_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

var photo = content.Binary{MediaType: "image/png", Data: []byte{0xfb, 0xff}}

func of(f content.File) content.Value { return content.Must(content.OfFile(f)) }

func list(items ...content.Value) content.Value { return content.Must(content.List(items...)) }

func read(text string) content.Value { return content.Must(content.JSON([]byte(text))) }

func success(v content.Value) content.Response {
	return content.Response{Status: content.Success, Value: v}
}

func object(name string, v content.Value) content.Value {
	return content.Must(content.Object(content.Member{Name: name, Value: v}))
}

// TestResultMessage shows what is written, by the rules of the package.
func TestResultMessage(t *testing.T) {
	const binary = `{\"data\":\"+/8=\",\"media_type\":\"image/png\",\"vendor_metadata\":null,\"kind\":\"binary\",\"identifier\":\"4a2304\"}`
	failure := &content.Failure{Code: "EXECUTION_ERROR", Text: "No."}
	tests := []struct {
		name, reason string
		profile      agui.Profile
		response     content.Response
		want         string // what follows the call id
	}{
		{"text", "needs nothing beside it", agui.Before1, success(content.Text("It rains.")), `"content":"It rains."`},
		{"text in 1.0", "is no part", agui.Protocol1, success(content.Text("It rains.")), `"content":"It rains."`},
		{"text that is JSON", "a hint tells it from JSON", agui.Before1, success(content.Text("[1]")),
			`"content":"[1]","metadata":{"fscheck":{"hint":{"v":1,"form":"text"}}}`},
		{"no text", "is not nothing", agui.Before1, success(content.Text("")), `"content":"","metadata":{"fscheck":{"hint":{"v":1,"form":"text"}}}`},
		{"null", "", agui.Before1, success(content.Null()), `"content":"","metadata":{"fscheck":{"hint":{"v":1,"form":"null"}}}`},
		{"none", "", agui.Protocol1, success(content.Value{}), `"content":"","metadata":{"fscheck":{"hint":{"v":1,"form":"none"}}}`},
		{"number", "its digits are a text", agui.Protocol1, success(read("9007199254740993")),
			`"content":"9007199254740993","metadata":{"fscheck":{"hint":{"v":1,"form":"json"}}}`},
		{"file", "inline before 1.0", agui.Before1, success(of(photo)), `"content":"` + binary + `","metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":[""]}}}`},
		{"file in 1.0", "a part", agui.Protocol1, success(of(photo)),
			`"content":[{"type":"image","id":"4a2304","source":{"type":"data","value":"+/8=","mimeType":"image/png"}}],` +
				`"metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":[""]}}}`},
		{"files and texts in 1.0", "a part each", agui.Protocol1, success(list(content.Text("See"), of(content.UploadedFile{FileID: "f", Provider: "openai", MediaType: "video/mp4"}))),
			`"content":[{"type":"text","text":"See"},{"type":"video","id":"4a0a19","source":{"type":"file","value":"f","provider":"openai","mimeType":"video/mp4"}}],` +
				`"metadata":{"fscheck":{"hint":{"v":1,"form":"list","files":["/1"]}}}`},
		{"file in an object in 1.0", "JSON that refers to it comes first", agui.Protocol1,
			success(object("a", of(content.AudioURL{URL: "https://x/a", ForceDownload: content.DownloadAlways, VendorMetadata: read(`{"n":9007199254740993}`)}))),
			`"content":[{"type":"text","text":"{\"a\":{\"url\":\"https://x/a\",\"force_download\":true,\"vendor_metadata\":{\"n\":9007199254740993},\"kind\":\"audio-url\",\"media_type\":null,\"identifier\":\"8641f3\"}}"},` +
				`{"type":"audio","id":"8641f3","source":{"type":"url","value":"https://x/a"},"metadata":{"vendor_metadata":{"n":9007199254740993},"fscheck":"{\"n\":9007199254740993}","force_download":true}}],` +
				`"metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":["/a"]}}}`},
		{"failure", "its text is the content and the error", agui.Before1, content.Response{Status: content.Failed, Failure: failure},
			`"content":"No.","metadata":{"fscheck":{"response":{"status":"failed","failure":{"code":"EXECUTION_ERROR","text":"No."}},"hint":{"v":1,"form":"none"}}},"error":"No."`},
		{"failure with a value", "the value is the content", agui.Before1, content.Response{Status: content.Failed, Failure: failure, Value: content.Text("log")},
			`"content":"log","metadata":{"fscheck":{"response":{"status":"failed","failure":{"code":"EXECUTION_ERROR","text":"No."}}}},"error":"No."`},
		{"denied", "pydantic-ai is told apart", agui.Protocol1, content.Response{Status: content.Denied},
			`"content":"The call was denied.","metadata":{"fscheck":{"response":{"status":"denied"},"hint":{"v":1,"form":"none"}}},` +
				`"error":"The call was denied.","encryptedValue":"{\"pydantic_ai\":{\"outcome\":\"denied\"}}"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := agui.Encoder{Profile: tt.profile}
			message, err := e.ResultMessage("m", "c", tt.response)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(`{"id":"m","role":"tool","toolCallId":"c",`+tt.want+`}`, string(message)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
			event, err := e.ResultEvent("m", "c", tt.response)
			if err != nil {
				t.Fatal(err)
			}
			body, _, _ := strings.Cut(tt.want, `,"error":`)
			if diff := cmp.Diff(`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c",`+body+`,"role":"tool"}`, string(event)); diff != "" {
				t.Errorf("event: %s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestEncoderRefuses(t *testing.T) {
	ok := success(content.Text("x"))
	tests := []struct {
		name, want string
		encoder    agui.Encoder
		id, callID string
		response   content.Response
	}{
		{"an unknown profile", "profile 2 is neither", agui.Encoder{Profile: 2}, "m", "c", ok},
		{"no message id", "message id is empty", agui.Encoder{}, "", "c", ok},
		{"no call id", "call id is empty", agui.Encoder{}, "m", "", ok},
		{"an id that is not UTF-8", "not UTF-8", agui.Encoder{}, "m\xff", "c", ok},
		{"a call id that is not UTF-8", "not UTF-8", agui.Encoder{}, "m", "c\xff", ok},
		{"no status", "none of success", agui.Encoder{}, "m", "c", content.Response{}},
		{"a success that failed", "has a failure", agui.Encoder{}, "m", "c", content.Response{Status: content.Success, Failure: &content.Failure{}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if m, err := tt.encoder.ResultMessage(tt.id, tt.callID, tt.response); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("message %s, error %v", m, err)
			}
			if m, err := tt.encoder.ResultEvent(tt.id, tt.callID, tt.response); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("event %s, error %v", m, err)
			}
		})
	}
}

// A file that was read within wider limits than a Value has is an error where it would have
// to be a part, and no panic anywhere.
func TestDeepFile(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 150) + "1" + strings.Repeat("}", 150)
	for _, body := range []string{
		`[{"type":"image","source":{"type":"url","value":"https://e.com"},"metadata":{"vendor_metadata":` + deep + `}}]`,
		`[{"type":"text","text":"x"},{"type":"image","source":{"type":"data","value":""},"metadata":{"vendor_metadata":` + deep + `}}]`,
		`{"kind":"binary","media_type":"a/b","data":"","vendor_metadata":` + deep + `}`,
	} {
		h, err := agui.Decoder{Limits: agui.Limits{Depth: 300}}.History([]byte(`[{"id":"m","role":"tool","toolCallId":"c","content":` + body + `}]`))
		if err != nil {
			t.Fatal(err)
		}
		r := h.Messages[0].Result.Response
		if m, err := (agui.Encoder{Profile: agui.Protocol1}).ResultMessage("m", "c", r); err == nil || !strings.Contains(err.Error(), "128 levels") {
			t.Errorf("%d bytes, %v", len(m), err)
		}
		if _, err := (agui.Encoder{Profile: agui.Protocol1, MaxEvent: 10, Offload: func(content.Binary) (string, error) { return "https://e.com", nil }}).ResultEvent("m", "c", r); err == nil {
			t.Error("an event was written")
		}
		if _, err := (agui.Encoder{}).ResultMessage("m", "c", r); err != nil {
			t.Error(err)
		}
	}
}

func TestCallEvents(t *testing.T) {
	var e agui.Encoder
	arguments := "{\"a\":\"\n<é>\"" // not even JSON
	events, err := e.CallEvents("m", agui.Call{ID: "c", Name: "f", Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","parentMessageId":"m"}`,
		`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{\"a\":\"\n<é>\""}`,
		`{"type":"TOOL_CALL_END","toolCallId":"c"}`,
	}
	want[1] = strings.ReplaceAll(want[1], "\n", `\n`)
	var got []string
	for _, event := range events {
		got = append(got, string(event))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		name, parent string
		call         agui.Call
		events       int // 0: an error
	}{
		{"without arguments", "", agui.Call{ID: "c", Name: "f"}, 2},
		{"in pieces", "", agui.Call{ID: "c", Name: "f", Arguments: "a" + strings.Repeat("é", 1<<20)}, 5},
		{"no id", "", agui.Call{Name: "f"}, 0},
		{"no name", "", agui.Call{ID: "c"}, 0},
		{"arguments that are not UTF-8", "", agui.Call{ID: "c", Name: "f", Arguments: "\xff"}, 0},
		{"a parent that is not UTF-8", "\xff", agui.Call{ID: "c", Name: "f"}, 0},
	} {
		events, err := e.CallEvents(c.parent, c.call)
		if len(events) != c.events || (err == nil) != (c.events > 0) {
			t.Errorf("%s: %d events, want %d, %v", c.name, len(events), c.events, err)
		}
		var sent strings.Builder
		for _, event := range events {
			if delta, ok := strings.CutPrefix(string(event), `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"`); ok {
				sent.WriteString(strings.TrimSuffix(delta, `"}`))
			}
		}
		if err == nil && sent.String() != c.call.Arguments {
			t.Errorf("%s: the pieces are not the arguments", c.name)
		}
		if _, err := e.CallMessage("m", c.call); c.parent == "" && (err == nil) != (c.events > 0) {
			t.Errorf("%s: message: %v", c.name, err)
		}
	}
	if _, err := e.CallMessage("", agui.Call{ID: "c", Name: "f"}); err == nil {
		t.Error("a message without id was written")
	}
	if _, err := e.ArgsEvent("c", "\xff"); err == nil {
		t.Error("a fragment that is not UTF-8 was written")
	}
}
