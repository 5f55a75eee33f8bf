package content

import (
	"encoding/base64"
	"strings"
)

// decodeBase64 reads the data of a file: the standard or the URL-safe alphabet of
// RFC 4648, with padding or without. Both alphabets in one text, white space, line
// breaks and unused bits that are not zero are refused.
func decodeBase64(s string) ([]byte, bool) {
	standard, safe := strings.ContainsAny(s, "+/"), strings.ContainsAny(s, "-_")
	if standard && safe || strings.ContainsAny(s, "\r\n") {
		return nil, false
	}
	encoding := base64.RawStdEncoding
	if safe {
		encoding = base64.RawURLEncoding
	}
	if len(s)%4 == 0 {
		s = strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	}
	b, err := encoding.Strict().DecodeString(s)
	return b, err == nil
}
