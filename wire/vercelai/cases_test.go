package vercelai_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// png is a picture of one pixel in 67 bytes: what a wrapper that encoded it twice
// made 92 of.
var png = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82")

// everyByte has every value of a byte, and so both digits in which the alphabets of
// base64 differ.
func everyByte() []byte {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(255 - i)
	}
	return b
}

func parse(text string) content.Value { return content.Must(content.JSON([]byte(text))) }

func fileValue(f content.File) content.Value { return content.Must(content.OfFile(f)) }

type named struct {
	name  string
	value content.Value
}

// files are all kinds of files, with and without what a file may leave out.
func files() []named {
	detail := parse(`{"detail":"high","n":7}`)
	all := []named{}
	for name, f := range map[string]content.File{
		"png":             content.Binary{MediaType: "image/png", Data: png},
		"every byte":      content.Binary{MediaType: "application/octet-stream", Data: everyByte(), Identifier: "all", VendorMetadata: detail},
		"62 and 63":       content.Binary{MediaType: "audio/wav", Data: []byte{0xff, 0xef, 0xfb, 0xff, 0xbf}},
		"no bytes":        content.Binary{MediaType: "text/plain", Data: []byte{}},
		"text":            content.Binary{MediaType: "text/plain", Data: []byte("AAEC")},
		"image":           content.ImageURL{URL: "https://example.com/a.jpg"},
		"image, all":      content.ImageURL{URL: "https://example.com/b", MediaType: "image/webp", ForceDownload: content.DownloadAlways, Identifier: "me", VendorMetadata: detail},
		"audio":           content.AudioURL{URL: "https://example.com/a.mp3", ForceDownload: content.DownloadAllowLocal},
		"video":           content.VideoURL{URL: "https://youtu.be/x"},
		"document":        content.DocumentURL{URL: "https://example.com/a.pdf"},
		"uploaded":        content.UploadedFile{FileID: "file-1", Provider: "openai", MediaType: "application/pdf"},
		"uploaded, plain": content.UploadedFile{FileID: "file-2", Provider: "anthropic"},
	} {
		all = append(all, named{name, fileValue(f)})
	}
	return all
}

// plain are values without files.
func plain() []named {
	all := []named{{"none", content.Value{}}, {"null", content.Null()}, {"bytes", content.Bytes(everyByte())}}
	for _, s := range []string{"", "123", "null", "true", "[1,2]", `{"a":1}`, `"x"`, "😀 ünï\u2028\x00\r\n\ndata: x", "[DONE]", `{"kind":"image-url","url":"u","media_type":"image/png"}`} {
		all = append(all, named{fmt.Sprintf("text %q", s), content.Text(s)})
	}
	for _, s := range []string{
		"false", "true", "0", "123", "-1.5", "9007199254740991", "9007199254740993", "-9007199254740993", "1.0", "1e2", "-0", "1e400", "1e-400", "0.1",
		"123456789012345678901234567890", "[]", "{}", `[1,2]`, `[[[]]]`, `{"a":{"b":[null]}}`,
		`{"b":1,"7":2,"1":3}`, `{"4294967295":1,"4294967294":2,"0":3}`, `{"__proto__":{"a":1}}`, `{"a":[{"__proto__":null}]}`,
		`{"constructor":{"prototype":{}}}`, `{"constructor":null}`, `{"constructor":{"x":1}}`, `{"toString":1,"hasOwnProperty":2,"":3}`,
		`{"n":9007199254740993,"t":"9007199254740993"}`, `{"kind":"binary","label":"foo"}`,
		`{"kind":"image-url","url":"https://example.com/a.png","media_type":"image/png","caption":"c"}`,
		`{"kind":"binary","media_type":"image/png","data":"AAEC"}`, `{"kind":"binary","media_type":"image/png","data":{"0":137,"1":80}}`,
		`{"kind":"binary","media_type":"image/png","data":{"type":"Buffer","data":[1]}}`, `{"kind":"binary","media_type":"image/png","data":{}}`,
		`{"type":"Buffer","data":[1,2]}`, `{"v":1,"hint":{"v":1,"form":"text"}}`,
	} {
		all = append(all, named{s, parse(s)})
	}
	return all
}

// placed puts a value alone, into a list, a map, and deeper.
func placed(v named) []named {
	list := content.Must(content.List(content.Text("see"), v.value, content.Null()))
	object := content.Must(content.Object(content.Member{Name: "a", Value: parse("1")}, content.Member{Name: "x/y~", Value: v.value}))
	nested := content.Must(content.List(content.Must(content.Object(content.Member{Name: "deep", Value: list}, content.Member{Name: "more", Value: object}))))
	return []named{v, {v.name + " in a list", list}, {v.name + " in a map", object}, {v.name + " nested", nested}}
}

// values are all of them, in all places, and files where only text can carry them.
func values() []named {
	var all []named
	for _, v := range append(files(), plain()...) {
		all = append(all, placed(v)...)
	}
	file := fileValue(content.Binary{MediaType: "image/png", Data: png})
	for _, name := range []string{"__proto__", "2"} {
		all = append(all, named{"file under " + name, content.Must(content.Object(content.Member{Name: "n", Value: parse("1.0")}, content.Member{Name: name, Value: file}))})
	}
	return append(all, named{"unknown provider", fileValue(content.UploadedFile{FileID: "f", Provider: "somebody-new"})})
}

// failure has everything that a failure can have.
func failure() *content.Failure {
	property := "__proto__"
	return &content.Failure{Code: "INVALID_ARGUMENT", Text: "n is 0: want 1 or more 😀", Violations: []content.Violation{
		{Pointer: "/n", Keyword: "minimum", Message: "0: want 1 or more"},
		{Pointer: "", Keyword: "additionalProperties", Property: &property, Reason: "unknown", Message: "no such name"},
	}}
}

// responses are outcomes of all kinds around a value.
func responses(v content.Value) []content.Response {
	return []content.Response{
		{Status: content.Success, Value: v},
		{Status: content.Failed, Value: v}, {Status: content.Failed, Value: v, Failure: failure()},
		{Status: content.Failed, Failure: &content.Failure{Text: "no"}}, {Status: content.Failed, Failure: &content.Failure{Code: "X"}},
		{Status: content.Failed, Failure: &content.Failure{Code: "X", Text: "no"}}, {Status: content.Failed, Failure: &content.Failure{Text: "no", Violations: failure().Violations}},
		{Status: content.Denied, Value: v}, {Status: content.Denied, Failure: failure()}, {Status: content.Denied},
		{Status: content.Interrupted, Value: v}, {Status: content.Interrupted, Value: v, Failure: failure()}, {Status: content.Interrupted},
	}
}

// calls are calls with every outcome of every value; arguments are varied with them.
func calls(client vercelai.Client) []vercelai.Call {
	var all []vercelai.Call
	inputs := []content.Value{parse(`{"n":1}`), parse(`{"n":9007199254740993,"f":1.0,"b":1,"1":2}`), parse(`{"__proto__":[{"x":9007199254740993}]}`), parse(`{}`)}
	add := func(name string, r content.Response) {
		n := len(all)
		c := vercelai.Call{ID: fmt.Sprintf("call-%d", n), Name: "report", Dynamic: n%5 == 4, Input: inputs[n%len(inputs)], Response: &r}
		if client != vercelai.AI5 && r.Status == content.Denied && n%2 == 0 {
			c.Approval = &vercelai.Approval{ID: "ask-" + c.ID, Answered: true, Reason: []string{"", "not today"}[n/2%2]}
		}
		all = append(all, c)
	}
	for _, v := range values() {
		add(v.name, content.Response{Status: content.Success, Value: v.value})
	}
	for _, v := range []content.Value{fileValue(content.Binary{MediaType: "image/png", Data: png}), parse("9007199254740993"), {}, content.Text("half"),
		content.Must(content.List(content.Text("see"), fileValue(content.UploadedFile{FileID: "f", Provider: "openai"})))} {
		for _, r := range responses(v) {
			add("", r)
		}
	}
	return all
}

// anyone allows what the cases hold.
var anyone = content.Policy{UploadedFiles: true, Schemes: []string{"http", "https", ""}, Downloads: []content.Download{content.DownloadAlways, content.DownloadAllowLocal}}

// streamOf writes the calls as one stream.
func streamOf(t testing.TB, w vercelai.Writing, calls []vercelai.Call) []byte {
	t.Helper()
	var b bytes.Buffer
	s := w.Stream(&b)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(s.Start("m1"))
	for i, c := range calls {
		if i%2 == 0 {
			check(s.InputStart(c))
			text := c.Input.Inline()
			check(s.InputDelta(c.ID, text[:len(text)/2]))
			check(s.InputDelta(c.ID, text[len(text)/2:]))
		}
		check(s.Input(c))
		if c.Approval != nil {
			check(s.Ask(c))
		}
		check(s.Outcome(context.Background(), c))
	}
	check(s.Finish())
	return b.Bytes()
}

// history is the calls as messages.
func history(calls []vercelai.Call) []vercelai.Message {
	question := vercelai.Part{Other: parse(`{"type":"text","text":"Go on."}`)}
	answer := vercelai.Message{ID: "m1", Role: "assistant", Parts: []vercelai.Part{{Other: parse(`{"type":"step-start"}`)}}}
	for i := range calls {
		answer.Parts = append(answer.Parts, vercelai.Part{Call: &calls[i]})
	}
	return []vercelai.Message{{ID: "m0", Role: "user", Parts: []vercelai.Part{question}}, answer}
}

var leaves = append(files(), plain()...)

// randomValue is any JSON with files in it, and names and numbers that a client
// trips over.
func randomValue(r *rand.Rand, depth int) content.Value {
	if depth == 0 || r.IntN(3) == 0 {
		return leaves[r.IntN(len(leaves))].value
	}
	if r.IntN(2) == 0 {
		items := make([]content.Value, r.IntN(4))
		for i := range items {
			items[i] = randomValue(r, depth-1)
		}
		return content.Must(content.List(items...))
	}
	names := []string{"kind", "data", "__proto__", "constructor", "prototype", "1", "0", "a/b~c", "", "4294967295"}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	members := make([]content.Member, r.IntN(4))
	for i := range members {
		members[i] = content.Member{Name: names[i], Value: randomValue(r, depth-1)}
	}
	return content.Must(content.Object(members...))
}
