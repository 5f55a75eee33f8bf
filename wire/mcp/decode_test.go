package mcp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/mcp"
)

const ours = `"_meta":{"io.github.functionschema/fscheck":`

func TestDecode(t *testing.T) {
	text := `{"type":"text","text":"x"}`
	png := `{"type":"image","data":"-_8","mimeType":"image/png"}`
	pngFile := `{"data":"+/8=","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"4a2304"}`
	ref := `{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"4a2304"}`
	for _, tt := range []struct{ name, why, result, want string }{
		{"nothing", "older servers leave content out", `{}`, `{"status":"success"}`},
		{"one text", "text is text", `{"content":[` + text + `]}`, `{"status":"success","value":"x"}`},
		{"scalar text", "123 is a text as much as a number", `{"content":[{"type":"text","text":"123"}]}`, `{"status":"success","value":"123"}`},
		{"JSON text", "what servers without structuredContent do", `{"content":[{"type":"text","text":" {\"a\":[1.0]}"}]}`, `{"status":"success","value":{"a":[1.0]}}`},
		{"texts", "none may be lost", `{"content":[` + text + `,` + text + `]}`, `{"status":"success","value":["x","x"]}`},
		{"URL-safe base64 without padding", "pydantic-ai writes the alphabet, browsers leave the padding out", `{"content":[` + png + `]}`, `{"status":"success","value":` + pngFile + `}`},
		{"new members", "newer servers add some everywhere", `{"new":1,"resultType":"complete","content":[{"new":1,"type":"text","text":"x","annotations":null,"_meta":{"a/b":1}}],"_meta":{"theirs":{}}}`, `{"status":"success","value":"x"}`},
		{"structured", "it is the value, the text is for others", `{"content":[` + text + `],"structuredContent":{"a":1}}`, `{"status":"success","value":{"a":1}}`},
		{"structured scalar", "2026-07-28 has any JSON", `{"content":[],"structuredContent":null}`, `{"status":"success","value":null}`},
		{"structured beside a file", "no file may be lost", `{"content":[` + text + `,` + png + `],"structuredContent":{"a":1}}`, `{"status":"success","value":[{"a":1},` + pngFile + `]}`},
		{"structured refers to the file", "a client that loses _meta loses the hint", `{"content":[` + png + `],"structuredContent":{"a":[` + ref + `]}}`, `{"status":"success","value":{"a":[` + pngFile + `]}}`},
		{"structured list that begins with a text", "not to be taken for texts and files", `{"content":[` + png + `],"structuredContent":["a",` + ref + `]}`, `{"status":"success","value":["a",` + pngFile + `]}`},
		{"structured text beside a file", "2026-07-28 has any JSON", `{"content":[` + png + `],"structuredContent":"[1]"}`, `{"status":"success","value":["[1]",` + pngFile + `]}`},
		{"hint without blocks", "a proxy dropped them, and kept the rest", `{"content":[],"structuredContent":{"a":1},` + ours + `{"hint":{"v":1,"form":"json"}}}}`, `{"status":"success","value":{"a":1}}`},
		{"hint to JSON, and its files alone", "the text was dropped, the files are left", `{"content":[` + png + `],"structuredContent":{"a":` + ref + `},` + ours + `{"hint":{"v":1,"form":"json","files":["/a"]}}}}`, `{"status":"success","value":{"a":` + pngFile + `}}`},
		{"hint to JSON that was cut", "a proxy shortens texts", `{"content":[{"type":"text","text":"{\"a\":1,"}],"structuredContent":{"a":1,"b":2},` + ours + `{"hint":{"v":1,"form":"json"}}}}`, `{"status":"success","value":{"a":1,"b":2}}`},
		{"hint to a text without blocks", "", `{"content":[],"structuredContent":"x",` + ours + `{"hint":{"v":1,"form":"text"}}}}`, `{"status":"success","value":"x"}`},
		{"hint to a list without blocks", "", `{"content":[],"structuredContent":["x"],` + ours + `{"hint":{"v":1,"form":"list"}}}}`, `{"status":"success","value":["x"]}`},
		{"hint to none", "no blocks are what it says", `{"content":[],"structuredContent":{"result":null},` + ours + `{"hint":{"v":1,"form":"none"}}}}`, `{"status":"success"}`},
		{"hint to null", "", `{"content":[],"structuredContent":{"result":null},` + ours + `{"hint":{"v":1,"form":"null"}}}}`, `{"status":"success","value":null}`},
		{"hint to a lone file", "it is all there", `{"content":[` + png + `],"structuredContent":{"result":` + ref + `},` + ours + `{"hint":{"v":1,"form":"json","files":[""]}}}}`, `{"status":"success","value":` + pngFile + `}`},
		{"hint to JSON that is there", "digits are kept in the text alone", `{"content":[{"type":"text","text":"{\"a\":9007199254740993}"}],"structuredContent":{"a":9007199254740992},` + ours + `{"hint":{"v":1,"form":"json"}}}}`, `{"status":"success","value":{"a":9007199254740993}}`},
		{"error", "texts are the failure", `{"content":[` + text + `,{"type":"text","text":""},` + text + `],"isError":true}`, `{"status":"failed","failure":{"code":"","text":"x\nx"}}`},
		{"error of nothing", "isError is enough", `{"content":[],"isError":true}`, `{"status":"failed"}`},
		{"error with the rest", "failures have values too", `{"content":[` + text + `,` + png + `],"structuredContent":{"a":1},"isError":true}`, `{"status":"failed","value":[{"a":1},` + pngFile + `],"failure":{"code":"","text":"x"}}`},
		{"no error", "false is a success", `{"content":[` + text + `],"isError":false}`, `{"status":"success","value":"x"}`},
		{"claim of success", "a claim makes no success of an error", `{"content":[` + text + `],"isError":true,` + ours + `{"response":{"status":"success"},"hint":{"v":1,"form":"text"}}}}`, `{"status":"failed","failure":{"code":"","text":"x"}}`},
		{"claim of denial", "a claim may say that it was none", `{"content":[` + text + `],` + ours + `{"response":{"status":"denied"}}}}`, `{"status":"denied","value":"x"}`},
		{"more in the claim", "a denial by a later version stays one", `{"content":[` + text + `],` + ours + `{"response":{"status":"denied","new":1},"lead":1}}}`, `{"status":"denied","failure":{"code":"","text":"x"}}`},
		{"value in the claim", "it is not as we write it, and no success", `{"content":[` + text + `],` + ours + `{"response":{"status":"denied","value":1}}}}`, `{"status":"denied","failure":{"code":"","text":"x"}}`},
		{"unknown claim", "not as we write it is as absent", `{"content":[` + text + `],` + ours + `{"response":{"status":"odd"},"hint":{"v":2,"form":"text"},"lead":1}}}`, `{"status":"success","value":"x"}`},
		{"claim that is a list", "anything may stand there", `{"content":[` + text + `],` + ours + `[1]}}`, `{"status":"success","value":"x"}`},
		{"meta that is no object", "anything may stand there", `{"content":[` + text + `],"_meta":[1]}`, `{"status":"success","value":"x"}`},
		{"lead without blocks", "a client dropped it", `{"content":[],` + ours + `{"response":{"status":"failed"},"lead":1}}}`, `{"status":"failed"}`},
		{"lead of a success", "no block of a value may be lost", `{"content":[` + text + `],` + ours + `{"lead":1}}}`, `{"status":"success","value":"x"}`},
		{"__proto__", "names are data", `{"content":[],"structuredContent":{"__proto__":{"a":1},"constructor":2}}`, `{"status":"success","value":{"__proto__":{"a":1},"constructor":2}}`},
		{"link by its extension", "the media type may be absent", `{"content":[{"type":"resource_link","uri":"https://e.com/a.PNG","name":"n"}]}`, `{"status":"success","value":{"url":"https://e.com/a.PNG","force_download":false,"vendor_metadata":null,"kind":"image-url","media_type":"image/png","identifier":"n"}}`},
		{"link by its media type", "it says more than the extension", `{"content":[{"type":"resource_link","uri":"https://e.com/a.png","name":"n","mimeType":"Video/x"}]}`, `{"status":"success","value":{"url":"https://e.com/a.png","force_download":false,"vendor_metadata":null,"kind":"video-url","media_type":"Video/x","identifier":"n"}}`},
		{"link that claims to be bytes", "a claim chooses among links", `{"content":[{"type":"resource_link","uri":"https://e.com/a","name":"n",` + ours + `{"kind":"binary","data":"AAAA"}}}]}`, `{"status":"success","value":{"url":"https://e.com/a","force_download":false,"vendor_metadata":null,"kind":"document-url","media_type":null,"identifier":"n"}}`},
		{"uploaded file without provider", "it stays the link that it is", `{"content":[{"type":"resource_link","uri":"https://e.com/a","name":"n",` + ours + `{"kind":"uploaded-file"}}}]}`, `{"status":"success","value":{"url":"https://e.com/a","force_download":false,"vendor_metadata":null,"kind":"document-url","media_type":null,"identifier":"n"}}`},
		{"metadata that are no JSON", "not as we write it is as absent", `{"content":[{"type":"image","data":"","mimeType":"a/b",` + ours + `{"vendor_metadata":"{","identifier":1}}}]}`, `{"status":"success","value":{"data":"","media_type":"a/b","vendor_metadata":null,"kind":"binary","identifier":"da39a3"}}`},
		{"text and blob", "the text counts, as in TypeScript", `{"content":[{"type":"resource","resource":{"uri":"u","text":"t","blob":"AAAA"}}]}`, `{"status":"success","value":"t"}`},
	} {
		got, err := mcp.Decoder{}.Result([]byte(tt.result))
		if err != nil {
			t.Errorf("%s (%s): %v", tt.name, tt.why, err)
			continue
		}
		b, err := got.Response.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(b)); diff != "" || len(got.Dropped) > 0 {
			t.Errorf("%s (%s): dropped %v, -want +got\n%s", tt.name, tt.why, got.Dropped, diff)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	block := func(s string) string { return `{"content":[{"type":"text","text":""},` + s + `]}` }
	deep := strings.Repeat("[", 129) + strings.Repeat("]", 129)
	for _, tt := range []struct{ name, result, want string }{
		{"no JSON", `{`, "at byte 1"},
		{"no object", `[]`, "array, want an object"},
		{"duplicate name", `{"content":[],"content":[]}`, "content"},
		{"content that is null", `{"content":null}`, `"/content" is null`},
		{"isError that is null", `{"isError":null}`, `"/isError" is null`},
		{"whole message", `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`, `hand in its "result"`},
		{"message of an error, which must not be read as a success", `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x"}}`, `hand in its "result"`},
		{"unknown result", `{"resultType":"task"}`, `"/resultType" is "task"`},
		{"block that is a text", block(`"x"`), `"/content/1" is no object`},
		{"block without type", block(`{"text":"x"}`), `"/content/1" lacks "type"`},
		{"text without text", block(`{"type":"text"}`), `"/content/1" lacks "text"`},
		{"image without data", block(`{"type":"image","mimeType":"image/png"}`), `"/content/1" lacks "data"`},
		{"image without media type", block(`{"type":"image","data":""}`), `"/content/1" lacks "mimeType"`},
		{"both alphabets", block(`{"type":"audio","data":"+_8=","mimeType":"a/b"}`), `"/content/1/data" is not base64`},
		{"resource without resource", block(`{"type":"resource"}`), `"/content/1/resource" is no object`},
		{"resource without URI", block(`{"type":"resource","resource":{"text":"x"}}`), `"/content/1/resource" lacks "uri"`},
		{"blob that is a number", block(`{"type":"resource","resource":{"uri":"u","blob":1}}`), `"/content/1/resource" lacks "blob"`},
		{"media type that is null", block(`{"type":"resource","resource":{"uri":"u","blob":"","mimeType":null}}`), `lacks "mimeType"`},
		{"link without URI", block(`{"type":"resource_link","name":"n"}`), `"/content/1" lacks "uri"`},
		{"deep structured content", `{"structuredContent":` + deep + `}`, "128 levels"},
		{"deep text", `{"content":[{"type":"text","text":"` + deep + `"}]}`, "128"},
	} {
		if got, err := (mcp.Decoder{}).Result([]byte(tt.result)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %v, want an error with %q", tt.name, got, err, tt.want)
		}
	}
	if _, err := (mcp.Decoder{}).Result([]byte(`{"resultType":"input_required","inputRequests":{}}`)); !errors.Is(err, mcp.ErrInputRequired) {
		t.Errorf("%v, want %v", err, mcp.ErrInputRequired)
	}
}

// TestPolicy has each drop reported, in values and in failures, for what is hidden in our
// own metadata too.
func TestPolicy(t *testing.T) {
	link := func(uri, claims string) string {
		return `{"type":"resource_link","uri":"` + uri + `","name":"n",` + ours + claims + `}}`
	}
	result := `{"content":[{"type":"hologram","data":1},` +
		link("https://e.com/a", `{}`) + "," + link("file:///etc/passwd", `{}`) + "," +
		link("https://e.com/b", `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`) + "," +
		link("https://e.com/c", `{"force_download":"allow-local"}`) + `],"isError":true}`
	got, err := mcp.Decoder{}.Result([]byte(result))
	if err != nil {
		t.Fatal(err)
	}
	want := []content.Dropped{
		{Pointer: "/content/0", Rule: mcp.RuleBlock, Detail: "hologram"},
		{Pointer: "/1", Rule: content.RuleScheme, Detail: "file"},
		{Pointer: "/2", Rule: content.RuleUploadedFile, Detail: "openai"},
		{Pointer: "/3", Rule: content.RuleForceDownload, Detail: "allow-local"},
	}
	if diff := cmp.Diff(want, got.Dropped); diff != "" {
		t.Errorf("dropped, -want +got\n%s", diff)
	}
	kept := content.Must(content.List(
		file(content.DocumentURL{URL: "https://e.com/a", Identifier: "n"}), file(content.DocumentURL{URL: "https://e.com/c", Identifier: "n"})))
	if diff := cmp.Diff(content.Response{Status: content.Failed, Value: kept}, got.Response); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}

	var many strings.Builder
	for range 3_000 {
		many.WriteString(`,{"type":"` + strings.Repeat("é", 100) + `"}`)
	}
	got, err = mcp.Decoder{}.Result([]byte(`{"content":[` + many.String()[1:] + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	if last := got.Dropped[len(got.Dropped)-1]; len(got.Dropped) != 1_000 || last.More != 2_000 || len(last.Detail) > 64 {
		t.Errorf("%d reports, the last is %v", len(got.Dropped), last)
	}
}

func TestLimits(t *testing.T) {
	blocks := func(n int) string {
		return `{"content":[` + strings.TrimPrefix(strings.Repeat(`,{"type":"image","data":"","mimeType":"a/b"}`, n), ",") + `]}`
	}
	for _, tt := range []struct {
		name   string
		limits content.Limits
		fits   string
		exceed string
	}{
		{"bytes", content.Limits{Bytes: 20}, `{"content":[]}      `, `{"content":[]}       `},
		{"values", content.Limits{Values: 5}, `{"structuredContent":[[],[],[]]}`, `{"structuredContent":[[],[],[],[]]}`},
		{"values in a text", content.Limits{Values: 10}, `{"content":[{"type":"text","text":"[1,2,3,4]"}]}`, `{"content":[{"type":"text","text":"[1,2,3,4,5]"}]}`},
		{"depth", content.Limits{Depth: 2}, `{"structuredContent":[[]]}`, `{"structuredContent":[[[]]]}`},
		{"files", content.Limits{Files: 2}, blocks(2), blocks(3)},
		{"files by default", content.Limits{}, blocks(1_000), blocks(1_001)},
	} {
		d := mcp.Decoder{Limits: tt.limits}
		if _, err := d.Result([]byte(tt.fits)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if _, err := d.Result([]byte(tt.exceed)); err == nil {
			t.Errorf("%s: more than the limit is read", tt.name)
		}
	}
	if _, err := (mcp.Decoder{Limits: content.Limits{Values: -1}}).Result([]byte(`{}`)); err == nil {
		t.Error("a value is read where none may be")
	}
}

// TestDepthOfTheWhole puts files where structuredContent refers to them: the value is held
// to the limit, not its pieces.
func TestDepthOfTheWhole(t *testing.T) {
	link := func(metadata int) string {
		text := `{\"a\":` + strings.Repeat("[", metadata-1) + strings.Repeat("]", metadata-1) + `}`
		return `{"type":"resource_link","uri":"https://e.com/a.png","name":"n","_meta":{"io.github.functionschema/fscheck":{"vendor_metadata":"` + text + `"}}}`
	}
	result := func(lists, metadata int, more string) string {
		return `{"content":[` + link(metadata) + more + `],"structuredContent":` + strings.Repeat("[", lists) +
			`{"kind":"image-url","identifier":"n"}` + strings.Repeat("]", lists) + `}`
	}
	for _, tt := range []struct {
		name, result string
		ok           bool
	}{
		{"where it refers to them", result(4, 3, ""), true},
		{"where it refers to them, too deep", result(4, 4, ""), false},
		{"after it", result(4, 5, ","+link(6)), true},
		{"after it, too deep", result(4, 5, ","+link(7)), false},
		{"what is before them, too deep", result(7, 1, ","+link(1)), false},
	} {
		_, err := mcp.Decoder{Limits: content.Limits{Depth: 8}}.Result([]byte(tt.result))
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	deep := result(250, 3, "")
	got, err := mcp.Decoder{Limits: content.Limits{Depth: 300}}.Result([]byte(deep))
	if err != nil || len(got.Response.Value.Hint().Files) != 1 {
		t.Errorf("deeper than by default: %v", err)
	}
}

// TestDroppedBlocks loses blocks on the way: the rest stays what and where it was.
func TestDroppedBlocks(t *testing.T) {
	a, b := content.Binary{MediaType: "image/png", Data: []byte("a")}, content.Binary{MediaType: "image/png", Data: []byte("b")}
	value := content.Must(content.Object(content.Member{Name: "a", Value: file(a)}, content.Member{Name: "b", Value: file(b)}))
	text, err := mcp.Encoder{}.Result(content.Response{Status: content.Success, Value: value})
	if err != nil {
		t.Fatal(err)
	}
	without := strings.Replace(string(text), `{"type":"image","data":"YQ==","mimeType":"image/png"},`, "", 1)
	got, err := mcp.Decoder{}.Result([]byte(without))
	if err != nil {
		t.Fatal(err)
	}
	if files := fmt.Sprint(got.Response.Value.Hint().Files); files != "[/b]" {
		t.Errorf("files at %s of %s", files, without)
	}
}
