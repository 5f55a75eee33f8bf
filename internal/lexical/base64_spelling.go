package lexical

import (
	"encoding/base64"
	"strings"
)

// Base64Standard returns the spelling that [Base64] accepts of a text that differs
// from it in its alphabet, the URL-safe one of RFC 4648 section 5, or in lacking all
// of its padding, or in both. Of every other text, a standard one too, it is false.
func Base64Standard(s string) (string, bool) {
	if strings.ContainsAny(s, "\r\n") {
		return "", false
	}
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		b, err := e.Strict().DecodeString(s)
		if err != nil {
			continue
		}
		if standard := base64.StdEncoding.EncodeToString(b); standard != s {
			return standard, true
		}
		return "", false
	}
	return "", false
}
