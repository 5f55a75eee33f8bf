package interop_test

import (
	"bytes"
	"encoding/base64"

	"github.com/functionschema/fscheck/content"
)

// aguiCase is a response that travels.
type aguiCase struct {
	name     string
	response content.Response
}

// piece is how many bytes of the stream a client reads at a time: few, so that
// characters are cut, but for what is large.
func (c aguiCase) piece(few int) int {
	large := 0
	for _, f := range c.response.Value.Files() {
		if b, ok := f.(content.Binary); ok {
			large += len(b.Data)
		}
	}
	if large > 1<<16 {
		return 1 << 20
	}
	return few
}

func aguiJSON(text string) content.Value { return content.Must(content.JSON([]byte(text))) }

// aguiPixel is a PNG of one pixel, 67 bytes.
const aguiPixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg=="

// aguiFiles are files of every kind, with and without what may be left out.
func aguiFiles() map[string]content.File {
	every := make([]byte, 0, 768)
	for i := range 256 { // digits 62 and 63 occur in every place
		every = append(every, byte(i), 0xff, byte(255-i))
	}
	pixel, err := base64.StdEncoding.DecodeString(aguiPixel)
	if err != nil || len(pixel) != 67 {
		panic("aguiPixel is damaged")
	}
	vendor := aguiJSON(`{"detail":"high","n":9007199254740993,"2":1.0,"1":null,"kind":"image-url","__proto__":{"url":"u"}}`)
	return map[string]content.File{
		"image bytes":           content.Binary{MediaType: "image/png", Data: every},
		"pixel":                 content.Binary{MediaType: "image/png", Data: pixel},
		"audio bytes":           content.Binary{MediaType: "audio/wav", Data: []byte{0xfb, 0xff, 0xfe}},
		"video bytes":           content.Binary{MediaType: "video/mp4", Data: []byte("AAEC")},
		"document bytes":        content.Binary{MediaType: "application/pdf", Data: []byte("%PDF-1.7"), Identifier: "report"},
		"no bytes":              content.Binary{MediaType: "text/plain"},
		"bytes with metadata":   content.Binary{MediaType: "image/webp", Data: []byte{1}, VendorMetadata: vendor},
		"image URL":             content.ImageURL{URL: "https://example.com/a.png"},
		"image URL, all":        content.ImageURL{URL: "https://example.com/é?x=1&y=<2>", MediaType: "image/gif", Identifier: "i", ForceDownload: content.DownloadAlways, VendorMetadata: vendor},
		"image URL, no type":    content.ImageURL{URL: "https://example.com/a"},
		"audio URL":             content.AudioURL{URL: "https://example.com/a.mp3", ForceDownload: content.DownloadAllowLocal},
		"video URL":             content.VideoURL{URL: "https://youtu.be/x"},
		"document URL":          content.DocumentURL{URL: "https://example.com/a.docx"},
		"document URL, octets":  content.DocumentURL{URL: "https://example.com/a.pdf", MediaType: "application/octet-stream"},
		"uploaded":              content.UploadedFile{FileID: "file-1", Provider: "openai"},
		"uploaded image":        content.UploadedFile{FileID: "file-2", Provider: "anthropic", MediaType: "image/png", Identifier: "u", VendorMetadata: vendor},
		"uploaded, by somebody": content.UploadedFile{FileID: "file-3", Provider: "somebody-new"},
	}
}

// aguiPlain are values without files.
func aguiPlain() map[string]content.Value {
	return map[string]content.Value{
		"text":           content.Text("a chart"),
		"empty text":     content.Text(""),
		"null":           content.Null(),
		"digits":         content.Text("123"),
		"word null":      content.Text("null"),
		"quoted":         content.Text(`"x"`),
		"list as text":   content.Text("[1,2]"),
		"object as text": content.Text(` {"kind":"image-url","url":"u","media_type":null}`),
		"emoji":          content.Text("😀 é\u2028\u2029\x00\r\n\t\\\"</script>\ufeff"),
		"line breaks":    content.Text("\n\ndata: {}\r\n\r\n"),
		"2^53+1":         aguiJSON(`9007199254740993`),
		"1.0":            aguiJSON(`1.0`),
		"-0":             aguiJSON(`-0`),
		"1e400":          aguiJSON(`1e400`),
		"1e-400":         aguiJSON(`1e-400`),
		"true":           aguiJSON(`true`),
		"no items":       aguiJSON(`[]`),
		"no members":     aguiJSON(`{}`),
		"bytes":          content.Bytes([]byte{0xfb, 0xff}),
		"order":          aguiJSON(`{"b":1,"10":2,"2":3,"a":9007199254740993,"":null,"__proto__":{"a/b~c":1.50},"constructor":"x"}`),
		"look-alike":     aguiJSON(`{"kind":"binary","media_type":"image/png","data":"AAEC"}`),
		"link-alike":     aguiJSON(`{"kind":"image-url","url":"https://example.com/a.png","media_type":null,"caption":"c"}`),
		"part-alike":     aguiJSON(`[{"type":"text","text":"a"},{"type":"image","source":{"type":"url","value":"u"}}]`),
		"map of a user":  aguiJSON(`{"kind":"binary","label":"foo"}`),
	}
}

// aguiValues is every file and every plain value alone, in a list, in a map and nested.
func aguiValues() map[string]content.Value {
	values := map[string]content.Value{"none": {}}
	add := func(name string, v content.Value) {
		list, object := content.List, content.Object
		values[name+"/alone"] = v
		values[name+"/list"] = content.Must(list(content.Text("[before]"), v, v))
		values[name+"/list of one"] = content.Must(list(v))
		values[name+"/map"] = content.Must(object(content.Member{Name: "a/b~c", Value: v}, content.Member{Name: "n", Value: aguiJSON(`9007199254740993`)}))
		values[name+"/nested"] = content.Must(list(
			content.Must(object(content.Member{Name: "x", Value: content.Must(list(v, content.Null()))})), content.Text("after"), aguiJSON(`{"identifier":"x"}`)))
	}
	for name, f := range aguiFiles() {
		add(name, content.Must(content.OfFile(f)))
	}
	for name, v := range aguiPlain() {
		add(name, v)
	}
	return values
}

// aguiCases is every value as a success, and every other outcome with and without a
// value.
func aguiCases() []aguiCase {
	var cases []aguiCase
	values := aguiValues()
	for name, v := range values {
		cases = append(cases, aguiCase{"success/" + name, content.Response{Status: content.Success, Value: v}})
	}
	cases = append(cases, aguiCase{"success/7 MB", content.Response{Status: content.Success, Value: aguiLarge()}})
	name := ""
	failure := &content.Failure{
		Code: "INVALID_ARGUMENT", Text: "The function f was not run.\n- /guests: must be an integer, not the string \"4\" 😀",
		Violations: []content.Violation{
			{Pointer: "/guests", Keyword: "type", Message: "must be an integer"},
			{Pointer: "", Keyword: "required", Property: &name, Message: "is missing"},
			{Pointer: "", Keyword: "parse", Reason: "syntax", Message: "<no> JSON"},
		},
	}
	for _, status := range []content.Status{content.Failed, content.Denied, content.Interrupted} {
		for what, f := range map[string]*content.Failure{"": nil, "full": failure, "code alone": {Code: "CANCELLED"}, "text of JSON": {Code: "X", Text: "[1,2]"}} {
			names := []string{"none", "text/alone", "pixel/list"}
			if what == "full" {
				names = append(names, "null/alone", "empty text/alone", "list as text/alone", "2^53+1/alone", "order/list", "look-alike/map",
					"image bytes/alone", "no bytes/map", "bytes with metadata/nested", "image URL, all/list of one", "uploaded, by somebody/nested")
			}
			for _, name := range names {
				v, ok := values[name]
				if !ok {
					panic("no value " + name)
				}
				cases = append(cases, aguiCase{string(status) + "/" + what + "/" + name, content.Response{Status: status, Value: v, Failure: f}})
			}
			// A value that is the text that stands for no value.
			r := content.Response{Status: status, Failure: f}
			r.Value = content.Text(r.Text())
			cases = append(cases, aguiCase{string(status) + "/" + what + "/its own text", r})
		}
	}
	return cases
}

func aguiLarge() content.Value {
	data := bytes.Repeat([]byte("\x00\x10\x83\x10\x51\x87\xfb\xef\xbe\xff"), 700_000)
	return content.Must(content.List(content.Text("7 MB"), content.Must(content.OfFile(content.Binary{MediaType: "image/png", Data: data}))))
}
