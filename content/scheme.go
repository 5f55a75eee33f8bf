package content

import (
	"slices"
	"strings"
	"unicode"
)

// allows reports whether a URL may stay, and returns its scheme.
func (p Policy) allows(url string) (scheme string, ok bool) {
	scheme, rest, absolute := schemeOf(url)
	if !absolute {
		hidden, _, _ := schemeOf(visible(url))
		return hidden, BareURL(url) && slices.Contains(p.Schemes, "")
	}
	allowed := p.Schemes
	if allowed == nil {
		allowed = []string{"http", "https"}
	}
	if !slices.ContainsFunc(allowed, func(s string) bool { return strings.EqualFold(s, scheme) }) {
		return scheme, false
	}
	return scheme, scheme != "http" && scheme != "https" || hasHost(rest)
}

// BareURL reports whether a URL has neither a scheme nor a host, /a.png for example:
// where it leads is up to who reads it. Two slashes or backslashes at its begin are
// before a host. White space, control and format characters do not count: whoever passes
// over them may find a scheme, who does not finds none, and neither may be where it leads.
// It is for this module's other packages.
func BareURL(url string) bool {
	shown := visible(url)
	_, _, found := schemeOf(shown)
	return !found && !(len(shown) > 1 && isSlash(shown[0]) && isSlash(shown[1]))
}

// schemeOf splits a URL behind its scheme (RFC 3986, section 3.1), which is returned in
// lower case.
func schemeOf(url string) (scheme, rest string, ok bool) {
	end := strings.IndexFunc(url, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '+' && r != '-' && r != '.'
	})
	if end <= 0 || url[end] != ':' || url[0] < 'A' {
		return "", url, false
	}
	return strings.ToLower(url[:end]), url[end+1:], true
}

// visible is a URL without what one reader or another passes over: white space and
// control and format characters.
func visible(url string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.White_Space, unicode.Cc, unicode.Cf) {
			return -1
		}
		return r
	}, url)
}

// hasHost reports whether what follows the scheme of http names a host (RFC 9110,
// section 4.2.1).
func hasHost(rest string) bool {
	host, ok := strings.CutPrefix(rest, "//")
	return ok && host != "" && !strings.ContainsRune(`/\?#:@`, rune(host[0]))
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }
