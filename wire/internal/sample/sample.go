// Package sample holds the responses that the tests of wire packages send to the real
// clients and back.
package sample

import (
	"bytes"
	"encoding/base64"

	"github.com/functionschema/fscheck/content"
)

// Sample is a response and what it is a case of.
type Sample struct {
	Name     string
	Response content.Response
}

// PNG is an image of 67 bytes, one pixel. It was once encoded twice on its way, and
// arrived as 92 characters.
var PNG = must(base64.StdEncoding.DecodeString(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVR4nGMAAQAABQABDQottAAAAABJRU5ErkJggg=="))

// Every holds each value of a byte, and bytes whose base64 has the digits 62 and 63.
var Every = every()

func every() []byte {
	b := make([]byte, 0, 262)
	for i := range 256 {
		b = append(b, byte(i))
	}
	return append(b, 0xfb, 0xff, 0xbf, 0xff, 0xef, 0xfe)
}

// Responses returns all samples but [Large].
func Responses() []Sample {
	var all []Sample
	add := func(name string, r content.Response) { all = append(all, Sample{name, r}) }
	for _, v := range values() {
		for _, s := range shapes(v.value) {
			add(v.name+" "+s.name, content.Response{Status: content.Success, Value: s.value})
		}
	}
	add("none", content.Response{Status: content.Success})
	for _, s := range mixtures() {
		add(s.name, content.Response{Status: content.Success, Value: s.value})
	}
	property := "a/b"
	failure := &content.Failure{Code: "INVALID_ARGUMENT", Text: "size: want at most 3 😀", Violations: []content.Violation{
		{Pointer: "/size", Keyword: "maximum", Message: "want at most 3"},
		{Pointer: "", Keyword: "required", Property: &property, Reason: "absent", Message: "want a/b"},
	}}
	for _, status := range []content.Status{content.Failed, content.Denied, content.Interrupted} {
		name := string(status) + ", "
		add(name+"nothing", content.Response{Status: status})
		add(name+"null", content.Response{Status: status, Value: content.Null()})
		add(name+"a code without text", content.Response{Status: status, Failure: &content.Failure{Code: "CANCELLED"}})
		add(name+"failure", content.Response{Status: status, Failure: failure})
		for _, v := range append(mixtures(), named{"text", content.Text("half of it")}, named{"empty text", content.Text("")}) {
			add(name+v.name, content.Response{Status: status, Value: v.value})
			add(name+"failure and "+v.name, content.Response{Status: status, Value: v.value, Failure: failure})
		}
	}
	return all
}

// Large is a file of 7 MB.
func Large() Sample {
	data := bytes.Repeat(Every, 7_000_000/len(Every)+1)[:7_000_000]
	return Sample{"7 MB", content.Response{Status: content.Success, Value: file(content.Binary{MediaType: "application/zip", Data: data})}}
}

type named struct {
	name  string
	value content.Value
}

func values() []named {
	text, json := content.Text, func(s string) content.Value { return must(content.JSON([]byte(s))) }
	meta := json(`{"z":1,"detail":"high","n":9007199254740993,"a":{"kind":"image-url","url":"u"}}`)
	return []named{
		{"text", text("12 °C")}, {"empty text", text("")}, {"text of digits", text("123")}, {"text of a list", text("[1,2]")},
		{"text of an object", text(`{"a":1}`)}, {"text of null", text("null")}, {"emoji", text("👩‍👩‍👧 😀\u2028")}, {"control characters", text("\x00\r\n\t")},
		{"null", content.Null()}, {"true", json("true")}, {"2^53+1", json("9007199254740993")}, {"1.0", json("1.0")}, {"-0", json("-0")},
		{"1e400", json("1e400")}, {"0.1", json("0.1")}, {"empty list", json("[]")}, {"empty object", json("{}")},
		{"looks like a file", json(`{"kind":"binary","media_type":"image/png","data":"AAAA"}`)},
		{"__proto__", json(`{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":null}`)},
		{"order", json(`{"b":1,"10":2,"a":3,"2":4,"":5}`)},
		{"PNG", file(content.Binary{MediaType: "image/png", Data: PNG})},
		{"every byte", file(content.Binary{Data: Every})}, {"no bytes", file(content.Binary{})},
		{"image without bytes", file(content.Binary{MediaType: "image/gif"})},
		{"sound", file(content.Binary{MediaType: "audio/wav", Data: Every, Identifier: "a sound", VendorMetadata: meta})},
		{"video", file(content.Binary{MediaType: "video/mp4", Data: Every, Identifier: "a/b c%20", VendorMetadata: meta})},
		{"text file", file(content.Binary{MediaType: "text/plain; charset=utf-8", Data: []byte("plain")})},
		{"image URL", file(content.ImageURL{URL: "https://example.com/a.png?x=1#y", VendorMetadata: meta})},
		{"image URL of no type", file(content.ImageURL{URL: "https://example.com/a"})},
		{"sound URL", file(content.AudioURL{URL: "https://example.com/a.mp3", ForceDownload: content.DownloadAlways})},
		{"video URL", file(content.VideoURL{URL: "https://youtu.be/x", Identifier: "clip"})},
		{"document URL", file(content.DocumentURL{URL: "https://example.com/a", MediaType: "application/octet-stream", ForceDownload: content.DownloadAllowLocal})},
		{"document URL of an image", file(content.DocumentURL{URL: "https://example.com/a.png"})},
		{"data URL", file(content.ImageURL{URL: "data:image/png;base64,AAAA"})},
		{"uploaded file", file(content.UploadedFile{FileID: "file-1/2", Provider: "openai", MediaType: "application/pdf", VendorMetadata: meta})},
		{"uploaded file of somebody", file(content.UploadedFile{FileID: "f", Provider: "somebody new", Identifier: "id"})},
	}
}

func shapes(v content.Value) []named {
	list := must(content.List(v))
	object := must(content.Object(content.Member{Name: "a/b~c", Value: v}))
	deep := must(content.Object(
		content.Member{Name: "", Value: must(content.List(content.Text("before"), list, object))},
		content.Member{Name: "__proto__", Value: v},
	))
	return []named{{"alone", v}, {"in a list", list}, {"in an object", object}, {"nested", deep}}
}

func mixtures() []named {
	png := file(content.Binary{MediaType: "image/png", Data: PNG})
	zip := file(content.Binary{MediaType: "application/zip", Data: Every})
	link := file(content.VideoURL{URL: "https://example.com/v.mp4"})
	return []named{
		{"text and files", must(content.List(content.Text("see"), png, content.Text("[1,2]"), zip, link))},
		{"files alone", must(content.List(png, png, zip))},
		{"data and files", must(content.Object(
			content.Member{Name: "n", Value: must(content.JSON([]byte("9007199254740993")))}, content.Member{Name: "one", Value: png},
			content.Member{Name: "same", Value: png}, content.Member{Name: "more", Value: must(content.List(zip, content.Null(), link))},
		))},
	}
}

func file(f content.File) content.Value { return must(content.OfFile(f)) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
