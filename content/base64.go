package content

import (
	"encoding/base64"
	"strings"
)

// decodeBase64 reads the data of a file: the standard or the URL-safe alphabet of
// RFC 4648, with padding, some of it or none. Both alphabets in one text, white space, line
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
	bare := strings.TrimRight(s, "=")
	if padding := len(s) - len(bare); padding > (4-len(bare)%4)%4 {
		return nil, false
	}
	b, err := encoding.Strict().DecodeString(bare)
	return b, err == nil
}
