package lexical

import (
	"encoding/base64"
	"strings"
)

// Base64 decodes a text of RFC 4648, section 4: the standard alphabet, padded,
// without line breaks, and with zero bits at the end. It accepts a text if and
// only if encoding the result gives that text back.
func Base64(s string) ([]byte, bool) {
	// The standard library skips line breaks, even when told to be strict.
	if strings.ContainsAny(s, "\r\n") {
		return nil, false
	}
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil {
		return nil, false
	}
	return b, true
}

// Base64Remedy says, for a text that [Base64] refuses, what would be accepted.
// It never quotes the text.
func Base64Remedy(s string) string {
	const want = "base64 (RFC 4648 standard alphabet, with padding)"
	bare := strings.NewReplacer("\r", "", "\n", "").Replace(s)
	switch {
	case strings.HasPrefix(s, "data:"):
		return want + ", without a data: prefix"
	case bare != s && decodes(base64.StdEncoding, bare):
		return want + ", without line breaks"
	case strings.ContainsAny(s, "-_") && (decodes(base64.URLEncoding, s) || decodes(base64.RawURLEncoding, s)):
		return want + ": write + for - and / for _, and pad with = to a multiple of 4"
	case decodes(base64.RawStdEncoding, s):
		return want + ": pad with = to a multiple of 4 characters"
	case decodes(base64.StdEncoding, s):
		return want + ", whose unused last bits are zero"
	}
	return want
}

func decodes(e *base64.Encoding, s string) bool {
	_, err := e.DecodeString(s)
	return err == nil
}
