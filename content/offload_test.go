package content_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
)

func TestOffload(t *testing.T) {
	binary := func(mediaType string, n int) content.Binary {
		return content.Binary{MediaType: mediaType, Data: bytes.Repeat([]byte{1}, n), VendorMetadata: content.Must(content.JSON([]byte(`{"n":1}`)))}
	}
	tiny, one, two, large := binary("audio/wav", 3), binary("text/plain", 300), binary("video/mp4", 300), binary("image/png", 900)
	v := list(of(tiny), object(content.Member{Name: "a", Value: list(of(two), of(one), of(large))}), of(photoURL))
	at := func(b content.Binary) content.ImageURL {
		return content.ImageURL{URL: "https://e.com/" + b.ID(), MediaType: b.MediaType, Identifier: b.ID(), VendorMetadata: b.VendorMetadata}
	}
	full := errors.New("no room")
	for _, tt := range []struct {
		name, reason string
		excess       int
		want         []content.File // tiny, two, one, large
		err          error
	}{
		{"no excess", "", 0, []content.File{tiny, two, one, large}, nil},
		{"a little", "the largest, for others have to wait less", 1, []content.File{tiny, two, one, at(large)}, nil},
		{"more", "of equals the first", 1_250, []content.File{tiny, content.VideoURL(at(two)), one, at(large)}, nil},
		{"all", "of any medium", math.MaxInt, []content.File{content.AudioURL(at(tiny)), content.VideoURL(at(two)), content.DocumentURL(at(one)), at(large)}, nil},
		{"an error", "", 1, nil, full},
	} {
		got, n, err := v.Offload(tt.excess, func(b content.Binary) (string, error) { return "https://e.com/" + b.ID(), tt.err })
		if !errors.Is(err, tt.err) {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if err != nil {
			if !got.Equal(v) || !strings.Contains(err.Error(), large.ID()) || !strings.Contains(err.Error(), "/1/a/2") {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		want := list(of(tt.want[0]), object(content.Member{Name: "a", Value: list(of(tt.want[1]), of(tt.want[2]), of(tt.want[3]))}), of(photoURL))
		urls := 0
		for _, f := range tt.want {
			if _, ok := f.(content.Binary); !ok {
				urls++
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || n != urls {
			t.Errorf("%s: %s: %d, %s", tt.name, tt.reason, n, diff)
		}
	}
	for _, tt := range []struct{ name, reason, url, remedy string }{
		{"no URL", "the bytes are nowhere", "", "return where the bytes are"},
		{"not UTF-8", "no JSON holds it, and the file would be gone", "https://h/\xff", "percent-encoded"},
		{"half a character", "", "https://h/\xe2\x82", "percent-encoded"},
	} {
		got, n, err := v.Offload(1, func(content.Binary) (string, error) { return tt.url, nil })
		if err == nil || n != 0 || !got.Equal(v) {
			t.Errorf("%s: %s: %d stored, %v", tt.name, tt.reason, n, err)
			continue
		}
		for _, said := range []string{large.ID(), "/1/a/2", tt.remedy} {
			if !strings.Contains(err.Error(), said) {
				t.Errorf("%s: %q lacks %s", tt.name, err, said)
			}
		}
	}
	if got, n, err := content.Text("x").Offload(1, nil); n != 0 || err != nil || !got.Equal(content.Text("x")) {
		t.Errorf("a text is no file: %v, %d, %v", got, n, err)
	}
}

func ExampleBinary_At() {
	b := content.Binary{MediaType: "audio/wav", Data: []byte{1}}
	text, _ := b.At("https://e.com/1").MarshalJSON()
	fmt.Println(string(text))
	// Output:
	// {"url":"https://e.com/1","force_download":false,"vendor_metadata":null,"kind":"audio-url","media_type":"audio/wav","identifier":"bf8b45"}
}
