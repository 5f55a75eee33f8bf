package agui_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

// randomFile returns a file of any kind, with and without what may be left out.
func randomFile(r *rand.Rand) content.File {
	text := func() string {
		return []string{"", "a.png", "https://example.com/clip.mp4?x=1#y", "ünï😀", "4a2304", "application/pdf", "http://[broken"}[r.IntN(7)]
	}
	var metadata content.Value
	switch r.IntN(4) {
	case 0:
		metadata = read(`{"detail":"high","n":9007199254740993,"kind":"image-url","url":"u"}`)
	case 1:
		metadata = read(`{}`)
	}
	download := []content.Download{content.DownloadAsNeeded, content.DownloadAlways, content.DownloadAllowLocal}[r.IntN(3)]
	url := content.ImageURL{URL: text(), ForceDownload: download, MediaType: text(), Identifier: text(), VendorMetadata: metadata}
	switch r.IntN(6) {
	case 0:
		return url
	case 1:
		return content.AudioURL(url)
	case 2:
		return content.VideoURL(url)
	case 3:
		return content.DocumentURL(url)
	case 4:
		provider := []string{"openai", "bedrock", "somebody-new"}[r.IntN(3)]
		return content.UploadedFile{FileID: text(), Provider: provider, MediaType: text(), Identifier: text(), VendorMetadata: metadata}
	}
	data := make([]byte, r.IntN(6))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	mediaType := []string{"image/png", "audio/wav", "VIDEO/mp4", "x", ""}[r.IntN(5)]
	return content.Binary{MediaType: mediaType, Data: data, Identifier: text(), VendorMetadata: metadata}
}

// randomValue returns any value: files, what looks like files and parts, texts that look
// like JSON.
func randomValue(r *rand.Rand, depth int) content.Value {
	choice := r.IntN(12)
	if depth == 0 {
		choice = r.IntN(8)
	}
	switch choice {
	case 0, 1:
		return of(randomFile(r))
	case 2, 3:
		texts := []string{"", "null", "123", `"x"`, "[1,2]", ` {"a":1}`, "😀\x00\u2028", "[broken", `{"kind":"image-url","url":"u"}`, "The call failed."}
		return content.Text(texts[r.IntN(len(texts))])
	case 4:
		return []content.Value{content.Null(), {}}[r.IntN(2)]
	case 5:
		return read([]string{"true", "9007199254740993", "-0", "1.0", "1e400", "[]", "{}"}[r.IntN(7)])
	case 6:
		f, _ := randomFile(r).MarshalJSON()
		return content.Must(content.JSON(f)) // data that looks like a file
	case 7:
		return read([]string{
			`{"kind":"binary","label":"foo"}`, `[{"type":"text","text":"a"}]`, `{"type":"image","source":{"type":"data","value":"AAEC"}}`,
			`{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"4a2304"}`,
		}[r.IntN(4)])
	case 8, 9:
		items := make([]content.Value, r.IntN(4))
		for i := range items {
			items[i] = randomValue(r, depth-1)
		}
		return list(items...)
	}
	members := make([]content.Member, r.IntN(4))
	names := []string{"", "a/b~c", "__proto__", "10", "kind"}
	for i := range members {
		members[i] = content.Member{Name: names[(i+r.IntN(2)*2)%5] + fmt.Sprint(i), Value: randomValue(r, depth-1)}
	}
	return content.Must(content.Object(members...))
}

func randomResponse(r *rand.Rand) content.Response {
	out := content.Response{Status: []content.Status{content.Success, content.Failed, content.Denied, content.Interrupted}[r.IntN(4)], Value: randomValue(r, 3)}
	if out.Status != content.Success && r.IntN(3) > 0 {
		name := ""
		out.Failure = &content.Failure{Code: "C", Text: []string{"", "No.", "[1]"}[r.IntN(3)]}
		if r.IntN(2) == 0 {
			out.Failure.Violations = []content.Violation{{Pointer: "/a", Keyword: "type", Property: &name, Message: "\u2028<"}}
		}
	}
	return out
}

// What is only text costs no values, however many separators it has.
func TestLongTextReturns(t *testing.T) {
	table := content.Text(strings.Repeat("1,", 250_000) + `["{`)
	for _, sent := range []content.Value{table, list(table, of(photo)), list(content.Text("["+strings.Repeat("1,", 250_000)), of(photo)), content.Text("[" + strings.Repeat("1,", 490_000) + "1]"),
		read(`["` + strings.Repeat("1,[{", 250_000) + `"]`), read("[1e400" + strings.Repeat(",1", 300_000) + "]")} {
		for _, profile := range []agui.Profile{agui.Before1, agui.Protocol1} {
			message, err := agui.Encoder{Profile: profile}.ResultMessage("m", "c", success(sent))
			if err != nil {
				t.Fatal(err)
			}
			if got := response(t, string(message)); !got.Value.Equal(sent) {
				t.Errorf("%.60s is read back as %.60s", sent.Inline(), got.Value.Inline())
			}
		}
	}
}

// TestRoundTrip writes random responses, as messages and events, and reads them.
func TestRoundTrip(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 400
	}
	r := rand.New(rand.NewPCG(7, 1))
	for i := range n {
		sent := randomResponse(r)
		e := agui.Encoder{Profile: agui.Profile(i % 2)}
		message, err := e.ResultMessage("m", "c", sent)
		if err != nil {
			t.Fatalf("%v: %+v", err, sent)
		}
		event, err := e.ResultEvent("m", "c", sent)
		if err != nil {
			t.Fatal(err)
		}
		h, err := open.History(fmt.Appendf(nil, "[%s]", message))
		if err != nil {
			t.Fatalf("%v in %s", err, message)
		}
		if diff := cmp.Diff(sent, h.Messages[0].Result.Response); diff != "" {
			t.Fatalf("message %s (-want +got):\n%s", message, diff)
		}
		if diff := cmp.Diff(sent, asMessage(t, event)); diff != "" {
			t.Fatalf("event %s (-want +got):\n%s", event, diff)
		}
	}
}
