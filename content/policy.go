package content

import (
	"slices"
	"strings"
)

// Policy says what may stay of the files in a Value that comes from somebody who
// is not trusted: a client that sends a conversation back. The zero Policy is the
// strictest; whatever it drops or changes it reports.
//
//  1. An [UploadedFile] is dropped, unless UploadedFiles: whoever follows it does
//     so with his own credentials.
//  2. A URL whose scheme is not among Schemes is dropped. Schemes are compared
//     without regard to case, and white space and control characters that browsers
//     pass over are passed over. A URL that names a host and no scheme (//host) is
//     dropped; one without scheme and host stays: it leads nowhere by itself.
//  3. A ForceDownload that is not among Downloads is reset.
//  4. Dropped from an object is the member, from a list the item. A Value that is
//     the file becomes null.
//  5. Plain data that anybody could take for such a file are treated as one: an
//     object whose "kind" is a file's and which has a "url" or "file_id". What it is
//     hinted to be does not count, for the hint is the client's too.
//  6. Files with bytes in them stay. Their number and size are the [Limits] of the
//     [Reading].
type Policy struct {
	UploadedFiles bool
	Schemes       []string // nil: http and https
	Downloads     []Download
}

// Dropped is what a [Policy] took away or reset.
type Dropped struct {
	// Pointer is where it was, in the Value as it came. Of one longer than 1 KiB it
	// is the place around.
	Pointer string
	Rule    Rule
	// Detail is the provider, the scheme or the way of download. It may be anything
	// that a client wrote: no more than 64 bytes of it are kept.
	Detail string
	// More is how many more fell under the rule, in the last report of a rule once
	// there are 1,000 reports.
	More int
}

// Rule names what a [Policy] found.
type Rule string

// The rules of a Policy.
const (
	RuleUploadedFile  Rule = "uploaded-file"
	RuleScheme        Rule = "scheme"
	RuleForceDownload Rule = "force-download"
)

// Apply returns v without what the policy forbids, and what that was, in document
// order. A Value without files or look-alikes comes back as it is.
func (p Policy) Apply(v Value) (Value, []Dropped) {
	if v.node == nil {
		return v, nil
	}
	s := sweep{policy: p}
	n := s.node(v.node)
	if n == nil {
		return Null(), s.dropped
	}
	return Value{n}, s.dropped
}

// ApplyTo is Apply for the value of a response.
func (p Policy) ApplyTo(r Response) (Response, []Dropped) {
	v, dropped := p.Apply(r.Value)
	r.Value = v
	return r, dropped
}

// allows reports whether a URL may stay, and returns its scheme.
func (p Policy) allows(url string) (scheme string, ok bool) {
	// As browsers do: what they pass over cannot hide a scheme.
	url = strings.TrimLeftFunc(url, func(r rune) bool { return r <= ' ' })
	if strings.ContainsAny(url, "\t\r\n") {
		url = strings.Map(func(r rune) rune {
			if r == '\t' || r == '\r' || r == '\n' {
				return -1
			}
			return r
		}, url)
	}
	end := strings.IndexFunc(url, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '+' && r != '-' && r != '.'
	})
	if end <= 0 || url[end] != ':' {
		host := len(url) > 1 && strings.ContainsRune(`/\`, rune(url[0])) && strings.ContainsRune(`/\`, rune(url[1]))
		return "", !host
	}
	scheme = strings.ToLower(url[:end])
	if p.Schemes == nil {
		return scheme, scheme == "http" || scheme == "https"
	}
	return scheme, slices.ContainsFunc(p.Schemes, func(s string) bool { return strings.EqualFold(s, scheme) })
}
