package vercelai_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

func ExampleWriting_Stream() {
	call := vercelai.Call{ID: "call-1", Name: "chart", Input: content.Must(content.JSON([]byte(`{"of":"rain"}`)))}
	s := vercelai.Writing{Client: vercelai.AI5}.Stream(os.Stdout)
	_ = s.InputStart(call)
	_ = s.InputDelta(call.ID, `{"of":"rain"}`)
	_ = s.Input(call)
	chart := content.Must(content.OfFile(content.Binary{MediaType: "image/png", Data: []byte("\x89PNG")}))
	call.Response = &content.Response{Status: content.Success, Value: chart}
	_ = s.Outcome(context.Background(), call)
	// Output:
	// data: {"type":"tool-input-start","toolCallId":"call-1","toolName":"chart"}
	//
	// data: {"type":"tool-input-delta","toolCallId":"call-1","inputTextDelta":"{\"of\":\"rain\"}"}
	//
	// data: {"type":"tool-input-available","toolCallId":"call-1","toolName":"chart","input":{"of":"rain"}}
	//
	// data: {"type":"tool-output-available","toolCallId":"call-1","output":{"data":"iVBORw==","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"4effda"}}
}

func ExampleReading_Stream() {
	stream := `data: {"type":"tool-input-available","toolCallId":"call-1","toolName":"add","input":{"a":1}}

data: {"type":"tool-output-error","toolCallId":"call-1","errorText":"b is missing"}

data: [DONE]
`
	for e, err := range (vercelai.Reading{}).Stream(strings.NewReader(stream)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Type, e.Call.Name, e.Call.Input.Inline())
		if r := e.Call.Response; r != nil {
			fmt.Println(r.Status, r.Text())
		}
	}
	// Output:
	// tool-input-available add {"a":1}
	// tool-output-error add {"a":1}
	// failed b is missing
}

func ExampleWriting_History() {
	call := vercelai.Call{ID: "call-1", Name: "count", Input: content.Must(content.JSON([]byte(`{}`)))}
	call.Response = &content.Response{Status: content.Success, Value: content.Must(content.JSON([]byte(`9007199254740993`)))}
	text, err := vercelai.Writing{}.History([]vercelai.Message{{ID: "m1", Role: "assistant", Parts: []vercelai.Part{{Call: &call}}}})
	fmt.Println(strings.ReplaceAll(string(text), `},{"type"`, "},\n {\"type\""), err)
	// Output:
	// [{"id":"m1","role":"assistant","parts":[{"type":"tool-count","toolCallId":"call-1","state":"output-available","input":{},"output":"9007199254740993"},
	//  {"type":"data-fscheck-outcome","id":"call-1","data":{"v":1,"response":"{\"status\":\"success\",\"value\":9007199254740993}"}}]}] <nil>
}

func ExampleReading_History() {
	body := `{"id":"chat","messages":[{"id":"m1","role":"assistant","parts":[
	  {"type":"tool-shot","toolCallId":"call-1","state":"output-available","input":{},
	   "output":[{"kind":"binary","media_type":"image/png","data":{"0":137,"1":80,"2":78,"3":71}},
	             {"kind":"uploaded-file","file_id":"somebody-elses","provider_name":"openai"}]}]}]}`
	history, err := vercelai.Reading{}.History([]byte(body))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(history.Messages[0].Parts[0].Call.Response.Value.Text())
	for _, d := range history.Dropped {
		fmt.Println("dropped from", d.CallID, d.Pointer, d.Rule, d.Detail)
	}
	// Output:
	// See file 4effda (image/png, 4 bytes).
	// dropped from call-1 /1 uploaded-file openai
}
