package interop_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/internal/sample"
	"github.com/functionschema/fscheck/wire/mcp"
)

// The servers of these tests are this test's own binary, started by the real clients
// with the version in this variable.
const mcpServer = "FSCHECK_MCP_SERVER"

var mcpOpen = content.Policy{
	UploadedFiles: true, Schemes: []string{"", "http", "https", "data"},
	Downloads: []content.Download{content.DownloadAlways, content.DownloadAllowLocal},
}

// mcpSamples ends with what is as long as an Encoder lets anything be by default. With
// structuredContent it would be too long.
func mcpSamples() []sample.Sample {
	longest := content.Text(strings.Repeat("x", 10<<20-1<<10-100))
	return append(sample.Responses(), sample.Large(), sample.Sample{Name: "longest", Response: content.Response{Status: content.Success, Value: longest}})
}

// TestMCPServer is no test: it is what the clients talk to, over stdio.
func TestMCPServer(t *testing.T) {
	version := mcp.Version(os.Getenv(mcpServer))
	if version == "" {
		t.Skip("it is started by the clients of TestMCPClients")
	}
	samples := mcpSamples()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var request struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name      string
				Arguments struct{ Case int }
			}
		}
		if err := json.Unmarshal(in.Bytes(), &request); err != nil {
			t.Fatal(err)
		}
		if request.ID == nil {
			continue
		}
		var result []byte
		var err error
		switch request.Method {
		case "initialize":
			result = fmt.Appendf(nil, `{"protocolVersion":%q,"capabilities":{"tools":{}},"serverInfo":{"name":"fscheck","version":"1"}}`, version)
		case "server/discover":
			result = fmt.Appendf(nil, `{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":[%q],"capabilities":{"tools":{}}}`, version)
		case "tools/list":
			schema := `{"type":"object"}`
			if version == mcp.Version20260728 {
				schema = `{}`
			}
			result = fmt.Appendf(nil, `{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"plain","inputSchema":{"type":"object"}},`+
				`{"name":"declared","inputSchema":{"type":"object"},"outputSchema":%s}]}`, schema)
		case "tools/call":
			encoder := mcp.Encoder{Version: version, Declared: request.Params.Name == "declared"}
			result, err = encoder.Result(samples[request.Params.Arguments.Case].Response)
		default:
			err = errors.New("no such method")
		}
		outcome := fmt.Appendf(nil, `"result":%s`, result)
		if err != nil {
			message, _ := json.Marshal(err.Error())
			outcome = fmt.Appendf(nil, `"error":{"code":-32601,"message":%s}`, message)
		}
		fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\n", request.ID, outcome)
	}
}

// mcpNode runs mcp.mjs and returns its lines. Where Node or the clients are not
// installed the test was not run.
func mcpNode(t *testing.T, args ...string) [][]byte {
	t.Helper()
	node, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat("node_modules/@modelcontextprotocol/client")
	}
	if err != nil {
		if os.Getenv("FSCHECK_REQUIRE_PEERS") == "1" {
			t.Fatalf("FSCHECK_REQUIRE_PEERS is 1: %v: install Node and run npm ci in wire/interop", err)
		}
		t.Skipf("not run: %v: install Node and run npm ci in wire/interop", err)
	}
	command := exec.CommandContext(t.Context(), node, append([]string{"mcp.mjs"}, args...)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return bytes.Split(bytes.TrimSuffix(out, []byte("\n")), []byte("\n"))
}

type mcpLine struct {
	Case   int
	Tool   string
	Result json.RawMessage
	Error  string
}

// TestMCPClients sends every sample to the real clients, which compare it with their
// schemas and with the tool's output schema, and reads what their users get.
func TestMCPClients(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	samples := mcpSamples()
	for _, tt := range []struct {
		client  string
		version mcp.Version
	}{
		{"sdk", mcp.Version20250618}, {"sdk", mcp.Version20251125},
		{"client", mcp.Version20250618}, {"client", mcp.Version20251125}, {"client", mcp.Version20260728},
	} {
		t.Run(tt.client+" "+string(tt.version), func(t *testing.T) {
			lines := mcpNode(t, tt.client, string(tt.version), strconv.Itoa(len(samples)), binary, "-test.run=^TestMCPServer$")
			if len(lines) != 2*len(samples) {
				t.Fatalf("%d lines, want two for each of %d samples", len(lines), len(samples))
			}
			for _, text := range lines {
				var line mcpLine
				if err := json.Unmarshal(text, &line); err != nil {
					t.Fatalf("%.300s: %v", text, err)
				}
				want := samples[line.Case]
				name := want.Name + ", " + line.Tool
				if line.Error != "" {
					refused := strings.Contains(line.Error, "beyond the range of a double") || strings.Contains(line.Error, mcp.ErrTooLarge.Error())
					if line.Tool != "declared" || !refused {
						t.Errorf("%s: %.500s", name, line.Error)
					}
					continue
				}
				got, err := mcp.Decoder{Policy: mcpOpen}.Result(line.Result)
				if err != nil {
					t.Errorf("%s: %v: %.500s", name, err, text)
					continue
				}
				if diff := cmp.Diff(want.Response, got.Response); diff != "" || len(got.Dropped) > 0 {
					t.Errorf("%s: %.500s\ndropped %v, -want +got\n%.2000s", name, text, got.Dropped, diff)
				}
			}
		})
	}
}

// TestMCPServers reads what a real server makes of results that are not ours.
func TestMCPServers(t *testing.T) {
	want := map[string]string{
		"text": `{"status":"success","value":"123"}`,
		"every block": `{"status":"success","value":["see",` +
			`{"data":"+/8=","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"4a2304"},` +
			`{"data":"","media_type":"audio/wav","vendor_metadata":null,"kind":"binary","identifier":"da39a3"},"note",` +
			`{"data":"+/8=","media_type":"application/octet-stream","vendor_metadata":null,"kind":"binary","identifier":"file:///a.zip"},` +
			`{"url":"https://example.com/v.mp4","force_download":false,"vendor_metadata":null,"kind":"video-url","media_type":"video/mp4","identifier":"a video"}]}`,
		"failure with a file": `{"status":"failed","value":{"data":"","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"da39a3"},"failure":{"code":"","text":"no"}}`,
		"structured":          `{"status":"success","value":{"n":1,"list":[null,true]}}`,
		"thrown":              `{"status":"failed","failure":{"code":"","text":"it broke"}}`,
	}
	lines := mcpNode(t, "serve")
	for _, text := range lines {
		var line mcpLine
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatalf("%.300s: %v", text, err)
		}
		got, err := mcp.Decoder{}.Result(line.Result)
		if err != nil {
			t.Errorf("%s: %v", line.Tool, err)
			continue
		}
		b, err := got.Response.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[line.Tool], string(b)); diff != "" || len(got.Dropped) > 0 {
			t.Errorf("%s: dropped %v, -want +got\n%s", line.Tool, got.Dropped, diff)
		}
		delete(want, line.Tool)
	}
	for name := range want {
		t.Errorf("%s: not answered", name)
	}
}
