package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Text is a text of which every byte counts. In the file it is one of
//
//	{"text": "…"}       the text, exact once it is UTF-8
//	{"base64": "…"}     bytes that are no UTF-8, or begin with a byte order mark
//	{"parts": [{"text": "…", "times": n}, …]}   parts, each repeated; once if it does not say
//
// There is no parsed form: two spellings of one input drift apart.
type Text struct{ parts []part }

type part struct {
	Text  string `json:"text"`
	Times *int   `json:"times"`
}

// Bytes returns the text. The caller may change it.
func (t *Text) Bytes() []byte {
	var b []byte
	for _, p := range t.parts {
		times := 1
		if p.Times != nil {
			times = *p.Times
		}
		b = append(b, bytes.Repeat([]byte(p.Text), times)...)
	}
	return b
}

// UnmarshalJSON reads one of the three forms.
func (t *Text) UnmarshalJSON(data []byte) error {
	var form struct {
		Text   *string `json:"text"`
		Base64 []byte  `json:"base64"`
		Parts  []part  `json:"parts"`
	}
	if err := strictly(data, &form); err != nil {
		return err
	}
	var n int
	if form.Text != nil {
		t.parts, n = []part{{Text: *form.Text}}, n+1
	}
	if form.Base64 != nil {
		t.parts, n = []part{{Text: string(form.Base64)}}, n+1
	}
	if form.Parts != nil {
		t.parts, n = form.Parts, n+1
	}
	if n != 1 {
		return errors.New("a text is exactly one of text, base64 and parts")
	}
	for _, p := range t.parts {
		if p.Times != nil && *p.Times < 0 {
			return errors.New("a part of a text cannot be repeated less than 0 times")
		}
	}
	return nil
}

// strictly decodes one member whose type has its own UnmarshalJSON, where the
// strictness of the outer decoder ends.
func strictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	d.DisallowUnknownFields()
	return d.Decode(into)
}
