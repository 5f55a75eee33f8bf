package mcp_test

import (
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/mcp"
)

func ExampleEncoder_Result() {
	png := content.Must(content.OfFile(content.Binary{MediaType: "image/png", Data: []byte{0xfb, 0xff}}))
	// A failure may have files: what was done until then.
	result, err := mcp.Encoder{Version: mcp.Version20251125}.Result(content.Response{
		Status: content.Failed, Value: png, Failure: &content.Failure{Code: "EXECUTION_ERROR", Text: "the axis is empty"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(result))
	// Output:
	// {"content":[{"type":"text","text":"the axis is empty"},{"type":"image","data":"+/8=","mimeType":"image/png"}],"isError":true,"_meta":{"io.github.functionschema/fscheck":{"response":{"status":"failed","failure":{"code":"EXECUTION_ERROR","text":"the axis is empty"}},"lead":1}}}
}

func ExampleDecoder_Result() {
	result, err := mcp.Decoder{}.Result([]byte(`{
		"content": [
			{"type": "text", "text": "see"},
			{"type": "resource_link", "uri": "https://example.com/report.pdf", "name": "report"},
			{"type": "resource_link", "uri": "file:///etc/passwd", "name": "secret"}
		]
	}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Response.Text())
	for _, d := range result.Dropped {
		fmt.Println("dropped:", d.Pointer, d.Rule, d.Detail)
	}
	// Output:
	// see
	// See file report (application/pdf) at https://example.com/report.pdf
	// dropped: /2 scheme file
}

func ExampleEncoder_offload() {
	bucket := map[string][]byte{}
	encoder := mcp.Encoder{
		MaxBytes: 500,
		Offload: func(b content.Binary) (string, error) {
			url := "https://files.example.com/" + b.ID()
			bucket[url] = b.Data
			return url, nil
		},
	}
	zip := content.Must(content.OfFile(content.Binary{MediaType: "application/zip", Data: make([]byte, 1000)}))
	result, err := encoder.Result(content.Response{Status: content.Success, Value: zip})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(result))
	// Output:
	// {"content":[{"type":"resource_link","uri":"https://files.example.com/c577f7","name":"c577f7","mimeType":"application/zip"}]}
}
