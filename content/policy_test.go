package content_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/pace"
)

func TestPolicy(t *testing.T) {
	const (
		upload = `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
		https  = `{"url":"https://e.com/a.png","force_download":false,"vendor_metadata":null,"kind":"image-url","media_type":"image/png","identifier":"715a6b"}`
		bytes  = `{"data":"AAEC","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"0c7a62"}`
	)
	link := func(url string) string { return `{"kind":"video-url","url":"` + url + `","media_type":null}` }
	uploaded := content.Dropped{Rule: content.RuleUploadedFile, Detail: "openai"}
	at := func(pointer string, d content.Dropped) []content.Dropped {
		d.Pointer = pointer
		return []content.Dropped{d}
	}
	scheme := func(s string) content.Dropped { return content.Dropped{Rule: content.RuleScheme, Detail: s} }
	open := content.Policy{UploadedFiles: true, Schemes: []string{"GS", "http"}, Downloads: []content.Download{content.DownloadAlways}}
	tests := []struct {
		name, reason string
		policy       content.Policy
		text, want   string // want: "" if nothing changes
		dropped      []content.Dropped
	}{
		{"bytes", "inline files stay", content.Policy{}, bytes, "", nil},
		{"https", "", content.Policy{}, https, "", nil},
		{"alone", "nothing is left", content.Policy{}, upload, `null`, at("", uploaded)},
		{"in a list", "the item goes", content.Policy{}, `[1,` + upload + `,` + bytes + `]`, `[1,` + bytes + `]`, at("/1", uploaded)},
		{"in an object", "the member goes", content.Policy{}, `{"a":` + upload + `,"b":` + bytes + `}`, `{"b":` + bytes + `}`, at("/a", uploaded)},
		{"the only one", "what is around stays", content.Policy{}, `{"a":[` + upload + `]}`, `{"a":[]}`, at("/a/0", uploaded)},
		{"deep", "at any depth", content.Policy{}, strings.Repeat(`{"a~/":[`, 40) + upload + strings.Repeat(`]}`, 40), strings.Repeat(`{"a~/":[`, 40) + strings.Repeat(`]}`, 40), at(strings.Repeat("/a~0~1/0", 40), uploaded)},
		{"__proto__", "is a name as any", content.Policy{}, `{"__proto__":{"constructor":` + upload + `}}`, `{"__proto__":{}}`, at("/__proto__/constructor", uploaded)},
		{"allowed", "", open, `[` + upload + `]`, `[{"file_id":"f","provider_name":"openai","vendor_metadata":null,"kind":"uploaded-file","media_type":"application/octet-stream","identifier":"4a0a19"}]`, nil},
		{"a look-alike upload", "unknown here, known to somebody", content.Policy{}, `[{"kind":"uploaded-file","file_id":"f","provider_name":"new"}]`, `[]`,
			[]content.Dropped{{Pointer: "/0", Rule: content.RuleUploadedFile, Detail: "new"}}},
		{"a file id that is no text", "", content.Policy{}, `[{"kind":"uploaded-file","file_id":1}]`, `[]`, []content.Dropped{{Pointer: "/0", Rule: content.RuleUploadedFile}}},
		{"not an upload", "it names no file", content.Policy{}, `{"kind":"uploaded-file","status":"ready"}`, "", nil},
		{"file", "", content.Policy{}, `[` + link("file:///etc/passwd") + `]`, `[]`, at("/0", scheme("file"))},
		{"capitals", "", content.Policy{}, `[` + link("FILE:///etc/passwd") + `]`, `[]`, at("/0", scheme("file"))},
		{"javascript", "", content.Policy{}, `[` + link("javascript:alert(1)") + `]`, `[]`, at("/0", scheme("javascript"))},
		{"white space before", "browsers pass over it", content.Policy{}, `[` + link(` \u0001javascript:x`) + `]`, `[]`, at("/0", scheme("javascript"))},
		{"a tab within", "browsers pass over it", content.Policy{}, `[` + link(`java\tscr\nipt:x`) + `]`, `[]`, at("/0", scheme("javascript"))},
		{"data", "bytes are sent as a binary", content.Policy{}, `[` + link("data:text/html,x") + `]`, `[]`, at("/0", scheme("data"))},
		{"cloud storage", "read with the server's own rights", content.Policy{}, `[` + link("gs://bucket/x") + `]`, `[]`, at("/0", scheme("gs"))},
		{"cloud storage, allowed", "", open, `[` + link("gs://b/x.mp4") + `]`, `[{"url":"gs://b/x.mp4","force_download":false,"vendor_metadata":null,"kind":"video-url","media_type":"video/mp4","identifier":"90e659"}]`, nil},
		{"https, not allowed", "the list is the whole", open, `[` + https + `]`, `[]`, at("/0", scheme("https"))},
		{"no scheme", "whoever reads it decides where it leads", content.Policy{}, `[` + link("/etc/passwd") + `]`, `[]`, at("/0", scheme(""))},
		{"a name alone", "", content.Policy{}, `[` + link("passwd") + `]`, `[]`, at("/0", scheme(""))},
		{"nothing", "", content.Policy{}, `[` + link("") + `]`, `[]`, at("/0", scheme(""))},
		{"no scheme, allowed", "an application's own files", content.Policy{Schemes: []string{""}}, `[` + link("/files/1.mp4") + `]`, `[{"url":"/files/1.mp4","force_download":false,"vendor_metadata":null,"kind":"video-url","media_type":"video/mp4","identifier":"5a3d37"}]`, nil},
		{"a host without scheme, relative URLs allowed", "it leaves the application", content.Policy{Schemes: []string{""}}, `[` + link(`//e.com/1`) + `,` + link(`/\t\\e.com/1`) + `]`, `[]`,
			[]content.Dropped{{Pointer: "/0", Rule: content.RuleScheme}, {Pointer: "/1", Rule: content.RuleScheme}}},
		{"a hidden scheme, relative URLs allowed", "it has a scheme for who passes over the space", content.Policy{Schemes: []string{""}}, `[` + link(`\u3000file:///x`) + `]`, `[]`, at("/0", scheme("file"))},
		{"http without a host", "it is no URL of http", content.Policy{}, `[` + link("http:/etc/passwd") + `,` + link("https:x") + `,` + link("http:///x") + `,` + link(`http:\\\\e.com`) + `]`, `[]`,
			[]content.Dropped{{Pointer: "/0", Rule: content.RuleScheme, Detail: "http"}, {Pointer: "/1", Rule: content.RuleScheme, Detail: "https"},
				{Pointer: "/2", Rule: content.RuleScheme, Detail: "http"}, {Pointer: "/3", Rule: content.RuleScheme, Detail: "http"}}},
		{"http behind white space", "no two readers agree on it", content.Policy{}, `[` + link(` https://e.com/a`) + `]`, `[]`, at("/0", scheme("https"))},
		{"a scheme that begins with a digit", "is none", content.Policy{Schemes: []string{"1a"}}, `[` + link(`1a:x`) + `]`, `[]`, at("/0", scheme(""))},
		{"a host without scheme", "", content.Policy{}, `[` + link("//169.254.169.254/x") + `]`, `[]`, at("/0", scheme(""))},
		{"a host behind backslashes", "browsers take them for slashes", content.Policy{}, `[` + link(`\\\\169.254.169.254/x`) + `]`, `[]`, at("/0", scheme(""))},
		{"a look-alike URL", "a hint is the client's too", content.Policy{}, `{"a":{"kind":"image-url","url":"file:///x"}}`, `{}`, at("/a", scheme("file"))},
		{"a look-alike without a scheme", "somebody's own map", content.Policy{}, `{"card":{"kind":"image-url","url":"/a.png","caption":"x"}}`, "", nil},
		{"a look-alike without a scheme, at the root", "", content.Policy{}, `{"kind":"document-url","url":"a b.pdf"}`, "", nil},
		{"a look-alike without a scheme, no scheme allowed", "", content.Policy{Schemes: []string{}}, `[{"kind":"audio-url","url":""}]`, "", nil},
		{"a look-alike without a scheme, with a file in it", "", content.Policy{}, `{"kind":"image-url","url":"?q=a:b","more":` + bytes + `}`, "", nil},
		{"a look-alike without a scheme, its type empty", "no reader takes that for a file's", content.Policy{}, `[{"kind":"image-url","url":"../a","media_type":""}]`, "", nil},
		{"a look-alike without a scheme, with a download", "somebody may take it for a file's", content.Policy{}, `{"kind":"image-url","url":"/a","force_download":true}`, `{"kind":"image-url","url":"/a","force_download":false}`,
			[]content.Dropped{{Rule: content.RuleForceDownload, Detail: "always"}}},
		{"a look-alike with a host and no scheme", "it leads to others", content.Policy{}, `[{"kind":"image-url","url":"//e.com/a"},{"kind":"image-url","url":"\\\\e.com/a"},{"kind":"image-url","url":"\u200b/\\e.com/a"}]`, `[]`,
			[]content.Dropped{{Pointer: "/0", Rule: content.RuleScheme}, {Pointer: "/1", Rule: content.RuleScheme}, {Pointer: "/2", Rule: content.RuleScheme}}},
		{"a file without a scheme beside a look-alike", "the media type makes the file", content.Policy{}, `[{"kind":"image-url","url":"/a.png","media_type":"image/png"},{"kind":"image-url","url":"/a.png"}]`, `[{"kind":"image-url","url":"/a.png"}]`, at("/0", scheme(""))},
		{"a file without a scheme beside https", "", content.Policy{Schemes: []string{"http", "https", ""}}, `[` + https + `,` + link("/1.mp4") + `]`, "", nil},
		{"a look-alike with a file in it", "", content.Policy{}, `{"a":{"kind":"image-url","url":"file:///x","more":` + bytes + `}}`, `{}`, at("/a", scheme("file"))},
		{"a file in a look-alike", "", content.Policy{}, `{"kind":"image-url","url":"http://x","more":` + upload + `}`, `{"kind":"image-url","url":"http://x"}`, at("/more", uploaded)},
		{"download", "reset, and the file stays", content.Policy{}, strings.Replace(https, `"force_download":false`, `"force_download":true`, 1), https,
			[]content.Dropped{{Rule: content.RuleForceDownload, Detail: "always"}}},
		{"download from anywhere", "", content.Policy{}, strings.Replace(https, `"force_download":false`, `"force_download":"allow-local"`, 1), https,
			[]content.Dropped{{Rule: content.RuleForceDownload, Detail: "allow-local"}}},
		{"download, allowed", "", content.Policy{Downloads: []content.Download{content.DownloadAlways}}, strings.Replace(https, `"force_download":false`, `"force_download":true`, 1), "", nil},
		{"download of a look-alike", "", content.Policy{}, `{"kind":"image-url","url":"http://x","force_download":true}`, `{"kind":"image-url","url":"http://x","force_download":false}`,
			[]content.Dropped{{Rule: content.RuleForceDownload, Detail: "always"}}},
		{"download in words", "somebody takes them for true", open, `{"kind":"image-url","url":"http://x","force_download":"yes"}`, `{"kind":"image-url","url":"http://x","force_download":false}`,
			[]content.Dropped{{Rule: content.RuleForceDownload, Detail: "string"}}},
		{"download in words, none allowed", "words are not \"as needed\"", content.Policy{Downloads: []content.Download{content.DownloadAsNeeded}},
			`{"kind":"image-url","url":"http://x","force_download":"yes"}`, `{"kind":"image-url","url":"http://x","force_download":false}`,
			[]content.Dropped{{Rule: content.RuleForceDownload, Detail: "string"}}},
		{"a long scheme", "cut", content.Policy{}, `[` + link(strings.Repeat("a", 100)+":x") + `]`, `[]`, at("/0", scheme(strings.Repeat("a", 64)))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := decode(t, content.Reading{}, tt.text)
			got, dropped := tt.policy.Apply(v)
			want := tt.want
			if want == "" {
				want = v.Inline()
			}
			if got.Inline() != want && !(want == "null" && got.Equal(content.Null())) {
				t.Errorf("%s:\n got %s\nwant %s", tt.reason, got.Inline(), want)
			}
			if diff := cmp.Diff(tt.dropped, dropped); diff != "" {
				t.Error(diff)
			}
			again, more := tt.policy.Apply(got)
			if !again.Equal(got) || len(more) > 0 {
				t.Errorf("a second time: %s, %v", again.Inline(), more)
			}
			// Told to be plain data, it is judged all the same.
			plain, told := tt.policy.Apply(content.Must(content.JSON([]byte(tt.text))))
			if len(told) != len(dropped) {
				t.Errorf("as plain data: %s, %v", plain.Inline(), told)
			}
		})
	}
}

// What one reader or another passes over hides no scheme, before it or within it.
func TestPolicyOddWhiteSpace(t *testing.T) {
	for _, space := range []string{" ", "\t", "\n", "\v", "\f", "\r", "\x00", "\x1f", "\x7f", "\u0085", "\u00a0", "\u00ad", "\u1680", "\u180e", "\u2003", "\u200b", "\u200e",
		"\u2028", "\u202f", "\u205f", "\u2060", "\u3000", "\ufeff", "\U000e0041"} {
		for _, url := range []string{space + "file:///x", space + " " + space + "FILE:///x", "fi" + space + "le:///x", "file" + space + ":///x"} {
			for _, v := range []content.Value{
				content.Must(content.OfFile(content.DocumentURL{URL: url})),
				content.Must(content.Object(content.Member{Name: "kind", Value: content.Text("image-url")}, content.Member{Name: "url", Value: content.Text(url)})),
			} {
				got, dropped := content.Policy{Schemes: []string{"", "http", "https"}}.Apply(v)
				if want := []content.Dropped{{Rule: content.RuleScheme, Detail: "file"}}; !got.Equal(content.Null()) || !cmp.Equal(want, dropped) {
					t.Errorf("%q became %s, %v", url, got.Inline(), dropped)
				}
			}
		}
	}
}

func TestPolicyOnResponses(t *testing.T) {
	r := content.Response{Status: content.Failed, Value: content.Must(content.OfFile(content.UploadedFile{FileID: "f", Provider: "xai"})), Failure: refused}
	got, dropped := content.Policy{}.ApplyTo(r)
	if len(dropped) != 1 || !got.Value.Equal(content.Null()) || got.Failure != refused {
		t.Errorf("%v, %v", got, dropped)
	}
	if got, dropped := (content.Policy{}).ApplyTo(content.Response{Status: content.Denied}); !got.Value.IsZero() || dropped != nil {
		t.Errorf("%v, %v", got, dropped)
	}
}

func TestReportsAreBounded(t *testing.T) {
	upload := `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
	name := strings.Repeat("n", 600)
	text := `{"` + name + `":{"` + name + `":[` + strings.Repeat(upload+",", 1500) + `{"kind":"image-url","url":"file:x"}]}}`
	v := content.Must(content.JSON([]byte(text)))
	got, dropped := content.Policy{}.Apply(v)
	if got.Inline() != `{"`+name+`":{"`+name+`":[]}}` || len(dropped) != 1001 {
		t.Fatalf("%d reports, %s", len(dropped), got.Inline())
	}
	if last := dropped[999]; last.More != 500 || last.Pointer != "/"+name || dropped[1000].Rule != content.RuleScheme {
		t.Errorf("%+v, %+v", last, dropped[1000])
	}
}

// A report beyond the last that is kept is counted without a search: one upload, 999 URLs
// and as many uploads as may be would be 300 million steps.
func TestReportsOfManyDrops(t *testing.T) {
	upload, url := `{"kind":"uploaded-file","file_id":0},`, `{"kind":"image-url","url":"file:x"},`
	v := content.Must(content.JSON([]byte("[" + upload + strings.Repeat(url, 999) + strings.Repeat(upload, 300_000) + "0]")))
	var dropped []content.Dropped
	pace.Within(t, 150*time.Millisecond, func() { _, dropped = content.Policy{}.Apply(v) })
	if len(dropped) != 1000 || dropped[0].More != 300_000 || dropped[999].More != 0 {
		t.Errorf("%d reports, %+v, %+v", len(dropped), dropped[0], dropped[999])
	}
}

func ExamplePolicy() {
	v, _ := content.Reading{}.JSON([]byte(`{"chart":{"kind":"image-url","url":"https://e.com/a.png","media_type":"image/png","force_download":true},
		"theirs":{"kind":"uploaded-file","file_id":"file-1","provider_name":"openai","media_type":"application/pdf"}}`))
	v, dropped := content.Policy{}.Apply(v)
	fmt.Println(v.Inline())
	for _, d := range dropped {
		fmt.Println(d.Pointer, d.Rule, d.Detail)
	}
	// Output:
	// {"chart":{"url":"https://e.com/a.png","force_download":false,"vendor_metadata":null,"kind":"image-url","media_type":"image/png","identifier":"715a6b"}}
	// /chart force-download always
	// /theirs uploaded-file openai
}
