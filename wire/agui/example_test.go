package agui_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

// A run that calls a function once.
func ExampleEncoder() {
	e := agui.Encoder{Profile: agui.Protocol1}
	png := content.Binary{MediaType: "image/png", Data: []byte{0x89, 'P', 'N', 'G'}}
	chart := content.Must(content.List(content.Text("Visitors:"), content.Must(content.OfFile(png))))

	events := [][]byte{[]byte(`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`)}
	call, err := e.CallEvents("m1", agui.Call{ID: "c1", Name: "chart", Arguments: `{"days": 7}`})
	if err != nil {
		fmt.Println(err)
		return
	}
	events = append(events, call...)
	result, err := e.ResultEvent("m2", "c1", content.Response{Status: content.Success, Value: chart})
	if err != nil {
		fmt.Println(err)
		return
	}
	events = append(events, result, []byte(`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`))
	for _, event := range events {
		if err := e.WriteEvent(os.Stdout, event); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}
	//
	// data: {"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"chart","parentMessageId":"m1"}
	//
	// data: {"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"days\": 7}"}
	//
	// data: {"type":"TOOL_CALL_END","toolCallId":"c1"}
	//
	// data: {"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":[{"type":"text","text":"Visitors:"},{"type":"image","id":"4effda","source":{"type":"data","value":"iVBORw==","mimeType":"image/png"}}],"metadata":{"fscheck":{"hint":{"v":1,"form":"list","files":["/1"]}}},"role":"tool"}
	//
	// data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}
}

// What goes beyond an event goes elsewhere.
func ExampleEncoder_offload() {
	store := map[string][]byte{}
	e := agui.Encoder{
		MaxEvent: 1000,
		Offload: func(b content.Binary) (string, error) {
			store["/files/"+b.ID()] = b.Data
			return "https://example.com/files/" + b.ID(), nil
		},
	}
	video := content.Must(content.OfFile(content.Binary{MediaType: "video/mp4", Data: bytes.Repeat([]byte("frame"), 1000)}))
	event, err := e.ResultEvent("m2", "c1", content.Response{Status: content.Success, Value: video})
	fmt.Println(strings.Contains(string(event), "https://example.com/files/"), len(store), err)

	e.Offload = nil
	_, err = e.ResultEvent("m2", "c1", content.Response{Status: content.Success, Value: video})
	fmt.Println(err)
	// Output:
	// true 1 <nil>
	// agui: the event is larger than the client takes: it has 6939 characters, the limit is 1000: return less, or set Offload
}

// A server reads what a client submits.
func ExampleDecoder() {
	body := `{"threadId":"t","messages":[
		{"id":"m0","role":"user","content":"Show me the visitors."},
		{"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"chart","arguments":"{}"}}]},
		{"id":"m2","role":"tool","toolCallId":"c1","content":"[\"Visitors:\",{\"kind\":\"image-url\",\"url\":\"file:///etc/passwd\",\"media_type\":null}]"}]}`
	history, err := agui.Decoder{}.History([]byte(body))
	if err != nil {
		fmt.Println(http.StatusBadRequest, err)
		return
	}
	for _, m := range history.Messages {
		if m.Result != nil {
			fmt.Println(m.Result.CallID, m.Result.Response.Status, m.Result.Response.Value.Inline())
		}
	}
	for _, d := range history.Dropped {
		fmt.Printf("message %d, %s: %s %s\n", d.Message, d.Pointer, d.Rule, d.Detail)
	}
	// Output:
	// c1 success ["Visitors:"]
	// message 2, /1: scheme file
}
