package lexical

import (
	"encoding/base64"
	"math/rand/v2"
	"testing"
)

func TestBase64Standard(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
	}{
		{"standard", "+/8=", ""},
		{"empty", "", ""},
		{"no padding", "+/8", "+/8="},
		{"two characters short", "AA", "AA=="},
		{"URL-safe", "-_8=", "+/8="},
		{"URL-safe, no padding", "-_8", "+/8="},
		{"URL-safe, none needed", "-_-_", "+/+/"},
		{"half a padding", "AA=", ""},
		{"too much padding", "AQI==", ""},
		{"both alphabets", "-/8=", ""},
		{"a tail that is not zero", "-_9", ""},
		{"line break", "-_8=\n", ""},
		{"line break, no padding", "AAAA\r\nAA", ""},
		{"one letter", "A", ""},
		{"a space", "AA ==", ""},
		{"text", "hello world", ""},
	} {
		if got, ok := Base64Standard(test.text); got != test.want || ok != (test.want != "") {
			t.Errorf("%s: %q becomes %q, %t; want %q", test.name, test.text, got, ok, test.want)
		}
	}
}

// Every other spelling of bytes becomes the one that is accepted, which stays.
func TestBase64StandardIsAccepted(t *testing.T) {
	r := rand.NewChaCha8([32]byte{31})
	for n := range 200 {
		b := make([]byte, n)
		_, _ = r.Read(b)
		want := base64.StdEncoding.EncodeToString(b)
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			s := e.EncodeToString(b)
			got, changed := Base64Standard(s)
			if changed == (s == want) || changed && got != want {
				t.Fatalf("%q becomes %q, %t", s, got, changed)
			}
		}
	}
}
