package agui_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

func TestWriteEvent(t *testing.T) {
	small := agui.Encoder{MaxEvent: 10}
	tests := []struct {
		name, reason string
		encoder      agui.Encoder
		event, want  string // want "": an error, and nothing written
	}{
		{"event", "", agui.Encoder{}, `{"type":"RAW"}`, "data: {\"type\":\"RAW\"}\n\n"},
		{"line breaks", "an empty line would end the event", agui.Encoder{}, "{\n\n\"a\":\r\n1}\n", "data: {\"a\":1}\n\n"},
		{"separators", "are no line breaks in server-sent events", agui.Encoder{}, "{\"a\":\"\u2028<\"}", "data: {\"a\":\"\u2028<\"}\n\n"},
		{"no JSON", "ends the run of a client", agui.Encoder{}, "[DONE]", ""},
		{"nothing", "", agui.Encoder{}, "", ""},
		{"no object", "", agui.Encoder{}, "[]", ""},
		{"two", "", agui.Encoder{}, "{} {}", ""},
		{"not UTF-8", "", agui.Encoder{}, "{\"a\":\"\xff\"}", ""},
		{"as long as the limit", "", small, `{"a": 1234}`, "data: {\"a\":1234}\n\n"},
		{"longer", "", small, `{"a":12345}`, ""},
		{"characters", "not bytes", small, `{"a":"éé"}`, "data: {\"a\":\"éé\"}\n\n"},
		{"surrogates", "two for one in JavaScript", small, `{"a":"😀"}`, "data: {\"a\":\"😀\"}\n\n"},
		{"too many surrogates", "", small, `{"a":"é😀"}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			err := tt.encoder.WriteEvent(&b, []byte(tt.event))
			if b.String() != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("%s: %q, %v", tt.reason, b.String(), err)
			}
		})
	}
	if err := small.WriteEvent(nil, []byte(`{"a":123456}`)); !errors.Is(err, agui.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
}

func TestOffload(t *testing.T) {
	binary := func(mediaType string, n int) content.Binary {
		return content.Binary{MediaType: mediaType, Data: bytes.Repeat([]byte{1}, n), VendorMetadata: read(`{"detail":"low"}`)}
	}
	large, middle, tiny := binary("image/png", 9000), binary("application/pdf", 3000), binary("audio/wav", 3)
	v := object("a", list(of(tiny), of(large), object("b", of(middle))))
	link := func(b content.Binary) content.ImageURL {
		return content.ImageURL{URL: "https://files/" + b.ID(), MediaType: b.MediaType, Identifier: b.ID(), VendorMetadata: b.VendorMetadata}
	}
	failed := errors.New("no room")
	tests := []struct {
		name, reason string
		most         int
		offload      func(content.Binary) (string, error)
		want         content.Value // none: an error
		err          error
	}{
		{"no need", "", 20_000, nil, v, nil},
		{"no hook", "", 10_000, nil, content.Value{}, agui.ErrTooLarge},
		{"one", "the largest goes first, and alone if that is enough", 10_000, nil, object("a", list(of(tiny), of(link(large)), object("b", of(middle)))), nil},
		{"two", "", 2000, nil, object("a", list(of(tiny), of(link(large)), object("b", of(content.DocumentURL(link(middle)))))), nil},
		{"all, and it is not enough", "", 200, nil, content.Value{}, agui.ErrTooLarge},
		{"no room", "", 10_000, func(content.Binary) (string, error) { return "", failed }, content.Value{}, failed},
		{"no URL", "", 10_000, func(content.Binary) (string, error) { return "", nil }, content.Value{}, nil},
	}
	for _, tt := range tests {
		for _, profile := range []agui.Profile{agui.Before1, agui.Protocol1} {
			t.Run(tt.name, func(t *testing.T) {
				offload := tt.offload
				if offload == nil && tt.name != "no hook" {
					offload = func(b content.Binary) (string, error) { return "https://files/" + b.ID(), nil }
				}
				e := agui.Encoder{Profile: profile, MaxEvent: tt.most, Offload: offload}
				event, err := e.ResultEvent("m", "c", content.Response{Status: content.Failed, Value: v})
				if tt.want.IsZero() {
					if err == nil || tt.err != nil && !errors.Is(err, tt.err) {
						t.Errorf("%s: %v", tt.reason, err)
					}
					return
				}
				if err != nil || len(event) > tt.most {
					t.Fatalf("%d bytes, %v", len(event), err)
				}
				if diff := cmp.Diff(tt.want, asMessage(t, event).Value); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
				}
			})
		}
	}
	text := success(content.Text(strings.Repeat("x", 20_000)))
	e := agui.Encoder{MaxEvent: 10_000, Offload: func(content.Binary) (string, error) { return "u", nil }}
	if _, err := e.ResultEvent("m", "c", text); !errors.Is(err, agui.ErrTooLarge) || !strings.Contains(err.Error(), "10000") {
		t.Errorf("a text is no file: %v", err)
	}
}

// asMessage is what a client makes of the event of a result, read.
func asMessage(t *testing.T, event []byte) content.Response {
	t.Helper()
	message := strings.Replace(string(event), `"type":"TOOL_CALL_RESULT","messageId"`, `"id"`, 1)
	h, err := open.History([]byte("[" + message + "]"))
	if err != nil {
		t.Fatalf("%v in %.500s", err, message)
	}
	return h.Messages[0].Result.Response
}

// open lets everything stay.
var open = agui.Decoder{Policy: content.Policy{
	UploadedFiles: true, Schemes: []string{"", "http", "https", "file", "data"},
	Downloads: []content.Download{content.DownloadAlways, content.DownloadAllowLocal},
}}
