package content

import (
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// Policy says what may stay of the files in a Value that comes from somebody who
// is not trusted: a client that sends a conversation back. The zero Policy is the
// strictest; whatever it drops or changes it reports.
//
//  1. An [UploadedFile] is dropped, unless UploadedFiles: whoever follows it does
//     so with his own credentials.
//  2. A URL is dropped unless it is absolute, as it stands, and its scheme is among
//     Schemes, compared without regard to case; one of http or https names a host. So
//     /etc/passwd and //host are dropped, and so is a URL with white space, control or
//     format characters before or within the scheme, which only some readers pass over.
//     If "" is among Schemes, a URL without scheme and host stays, for an application
//     that has files of its own under such, /files/1.png for example: it says
//     Schemes: []string{"http", "https", ""}, for "" alone drops https.
//  3. A ForceDownload that is not among Downloads is reset.
//  4. Dropped from an object is the member, from a list the item. A Value that is
//     the file becomes null.
//  5. Plain data that anybody could take for such a file are treated as one: an
//     object whose "kind" is a file's and which has a "url" or "file_id". What it is
//     hinted to be does not count, for the hint is the client's too. But a URL without
//     scheme and host stays in an object without a "media_type": that is no file for
//     [Reading] without a hint, and a map of the application's own is not to be lost.
//  6. Files with bytes in them stay. Their number and size are the [Limits] of the
//     [Reading].
type Policy struct {
	UploadedFiles bool
	Schemes       []string // nil: http and https; "": URLs without scheme and host
	Downloads     []Download
}

// Dropped is what a [Policy] took away or reset.
type Dropped struct {
	// Pointer is where it was, in the Value as it came. Of one longer than 1 KiB it
	// is the place around.
	Pointer string
	Rule    Rule
	// Detail is the provider, the scheme, "" for none, or the way of download. It may be anything
	// that a client wrote: no more than 64 bytes of it are kept.
	Detail string
	// More is how many more fell under the rule, in the last report of a rule once
	// there are 1,000 reports.
	More int
}

// NewDropped returns a report, with as much of the detail as is kept.
func NewDropped(pointer string, rule Rule, detail string) Dropped {
	if len(detail) > longestDetail {
		detail = strings.ToValidUTF8(detail[:longestDetail], "")
	}
	return Dropped{Pointer: pointer, Rule: rule, Detail: detail}
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

// ApplyRaw is Apply for JSON of a protocol that is handed on as it came, and nil if
// nothing is left. The protocol may spell files in its own way: spelled returns those
// that an object is, none for any other object. The object goes if one of them may not
// stay; in one that stays every "force_download" is judged, at any depth. It is for
// this module's other packages.
func (p Policy) ApplyRaw(v *tree.Value, spelled func(object *tree.Value) []File) (*tree.Value, []Dropped) {
	s := sweep{policy: p, spelled: spelled}
	return s.tree(v), s.dropped
}

// ApplyTo is Apply for the value of a response.
func (p Policy) ApplyTo(r Response) (Response, []Dropped) {
	v, dropped := p.Apply(r.Value)
	r.Value = v
	return r, dropped
}
