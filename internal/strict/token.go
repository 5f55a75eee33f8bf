package strict

import "strings"

// space skips white space.
func (r *reader) space() {
	src, i := r.src, r.pos
	for i < len(src) && (src[i] == ' ' || src[i] == '\n' || src[i] == '\t' || src[i] == '\r') {
		i++
	}
	r.pos = i
}

// word reads true, false or null.
func (r *reader) word(word string) bool {
	if strings.HasPrefix(r.src[r.pos:], word) {
		r.pos += len(word)
		return true
	}
	for i := range len(word) {
		if r.pos+i == len(r.src) {
			return r.truncated("inside " + word)
		}
		if r.src[r.pos+i] != word[i] {
			r.pos += i
			break
		}
	}
	return r.fail(Syntax, "unexpected "+describe(r.src[r.pos:])+" inside a bare word",
		"the only bare words are true, false and null; text stands in double quotes")
}

// fail sets the error, which is at pos.
func (r *reader) fail(reason Reason, what, remedy string) bool {
	r.err = &Error{Reason: reason, Offset: r.pos, what: what, remedy: remedy}
	return false
}

// truncated fails at the end of the text.
func (r *reader) truncated(where string) bool {
	r.pos = len(r.src)
	return r.fail(Truncated, "text ends "+where, "send the whole text; this much of it is well-formed")
}

// unexpected fails with Syntax at the character at pos; remedy is what holds
// unless the character itself suggests a better one.
func (r *reader) unexpected(where, remedy string) bool {
	rest := r.src[r.pos:]
	if better := hint(rest); better != "" {
		remedy = better
	} else if (rest[0] == '}' || rest[0] == ']') && strings.HasSuffix(strings.TrimRight(r.src[:r.pos], " \t\r\n"), ",") {
		remedy = "no comma follows the last member or item"
	}
	return r.fail(Syntax, "unexpected "+describe(rest)+" "+where, remedy)
}
