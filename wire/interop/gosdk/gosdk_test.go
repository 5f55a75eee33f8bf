package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/internal/sample"
	"github.com/functionschema/fscheck/wire/mcp"
)

var open = content.Policy{
	UploadedFiles: true, Schemes: []string{"http", "https", "data"},
	Downloads: []content.Download{content.DownloadAlways, content.DownloadAllowLocal},
}

// session connects a client of the SDK with a server of it.
func session(t *testing.T, server *sdk.Server) *sdk.ClientSession {
	t.Helper()
	theirs, ours := sdk.NewInMemoryTransports()
	running, err := server.Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "fscheck-interop", Version: "1"}, nil).Connect(t.Context(), ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = client.Close()
		_ = running.Wait()
	})
	return client
}

// TestResults has a server of the SDK read our result, send it, and a client of the SDK
// read it again: what its user writes as JSON is what we read.
func TestResults(t *testing.T) {
	var result []byte
	server := sdk.NewServer(&sdk.Implementation{Name: "fscheck", Version: "1"}, nil)
	server.AddTool(&sdk.Tool{Name: "tool", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			r := new(sdk.CallToolResult)
			return r, r.UnmarshalJSON(result)
		})
	client := session(t, server)
	for _, v := range []mcp.Version{mcp.Version20250618, mcp.Version20251125, mcp.Version20260728} {
		for _, s := range append(sample.Responses(), sample.Large()) {
			for _, declared := range []bool{false, true} {
				var err error
				if result, err = (mcp.Encoder{Version: v, Declared: declared}).Result(s.Response); err != nil {
					if !declared || !strings.HasPrefix(s.Name, "1e400 ") {
						t.Errorf("%s: %v", s.Name, err)
					}
					continue
				}
				received, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "tool"})
				if err != nil {
					t.Errorf("%s (%s): %v: %.500s", s.Name, v, err, result)
					continue
				}
				text, err := json.Marshal(received)
				if err != nil {
					t.Fatal(err)
				}
				got, err := mcp.Decoder{Policy: open}.Result(text)
				if err != nil {
					t.Errorf("%s (%s): %v: %.500s", s.Name, v, err, text)
					continue
				}
				if diff := cmp.Diff(s.Response, got.Response); diff != "" || len(got.Dropped) > 0 {
					t.Errorf("%s (%s): %.500s\ndropped %v, -want +got\n%.2000s", s.Name, v, text, got.Dropped, diff)
				}
			}
		}
	}
}

// TestTheirs reads what a server of the SDK sends that does not know us.
func TestTheirs(t *testing.T) {
	type out struct {
		N    int64    `json:"n"`
		List []string `json:"list"`
	}
	server := sdk.NewServer(&sdk.Implementation{Name: "theirs", Version: "1"}, nil)
	size := int64(7)
	sdk.AddTool(server, &sdk.Tool{Name: "structured"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, out, error) {
		return nil, out{N: 3, List: []string{"a"}}, nil
	})
	sdk.AddTool(server, &sdk.Tool{Name: "failure"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return nil, nil, errors.New("it broke")
	})
	sdk.AddTool(server, &sdk.Tool{Name: "blocks"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{
			&sdk.TextContent{Text: ""}, &sdk.ImageContent{MIMEType: "image/png"}, &sdk.AudioContent{MIMEType: "audio/wav", Data: []byte{0xfb, 0xff}},
			&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "file:///empty.txt"}},
			&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "file:///a.zip", Blob: []byte{}}},
			&sdk.ResourceLink{URI: "https://example.com/a.pdf", Size: &size},
		}}, nil, nil
	})
	client := session(t, server)
	for name, want := range map[string]string{
		"structured": `{"status":"success","value":{"list":["a"],"n":3}}`,
		"failure":    `{"status":"failed","failure":{"code":"","text":"it broke"}}`,
		"blocks": `{"status":"success","value":["",{"data":"","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"da39a3"},` +
			`{"data":"+/8=","media_type":"audio/wav","vendor_metadata":null,"kind":"binary","identifier":"4a2304"},"",` +
			`{"data":"","media_type":"application/octet-stream","vendor_metadata":null,"kind":"binary","identifier":"file:///a.zip"},` +
			`{"url":"https://example.com/a.pdf","force_download":false,"vendor_metadata":null,"kind":"document-url","media_type":"application/pdf","identifier":"390e3c"}]}`,
	} {
		received, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(received)
		if err != nil {
			t.Fatal(err)
		}
		got, err := mcp.Decoder{}.Result(text)
		if err != nil {
			t.Errorf("%s: %v: %s", name, err, text)
			continue
		}
		b, err := got.Response.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(b)); diff != "" || len(got.Dropped) > 0 {
			t.Errorf("%s: %s: dropped %v, -want +got\n%s", name, text, got.Dropped, diff)
		}
	}
}
