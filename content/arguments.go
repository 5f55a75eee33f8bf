package content

import (
	"errors"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// RuleArguments is a text of arguments in which somebody may read a file, and which is
// not JSON as it is read here. The detail is why: the reason of rule 10.
const RuleArguments Rule = "arguments"

// ApplyToArguments is Apply for the text of a call's arguments, which stays as it came
// unless something has to go.
//
//  1. A text that names no kind of file stays, whatever else it is.
//  2. A text that reads strictly is judged as [Policy.ApplyRaw] judges; if all of it
//     goes, {} is left, for arguments are an object.
//  3. Of any other nobody knows here what is in it, and other readers take most of
//     them: the last of two names, half a surrogate, numbers and levels beyond our
//     limits, NaN, what follows the JSON, what is cut off. It becomes {} and is reported
//     under [RuleArguments].
//  4. A string within the arguments is not looked into, though a text of JSON may stand
//     in it.
//
// Parse reads a text within what the caller has left for it. An error of it that is not
// about the text ends the judging. It is for this module's other packages.
func (p Policy) ApplyToArguments(text string, parse func(text []byte) (*tree.Value, error)) (left string, dropped []Dropped, err error) {
	if !namesFile(text) {
		return text, nil, nil
	}
	v, err := parse([]byte(text))
	if fault := (*strict.Error)(nil); errors.As(err, &fault) {
		return "{}", []Dropped{NewDropped("", RuleArguments, string(fault.Reason))}, nil
	}
	if err != nil {
		return "", nil, err
	}
	rest, dropped := p.ApplyRaw(v, nil)
	switch rest {
	case v:
		return text, nil, nil
	case nil:
		return "{}", dropped, nil
	}
	return string(rest.AppendJSON(nil)), dropped, nil
}

// namesFile reports whether a kind of file that a [Policy] judges may stand in a text,
// for whoever reads it: a letter may be escaped, and a backslash may be passed over.
func namesFile(text string) bool {
	if strings.IndexByte(text, '\\') >= 0 {
		text = unescaped(text)
	}
	for _, kind := range []Kind{KindUploadedFile, KindImageURL, KindAudioURL, KindVideoURL, KindDocumentURL} {
		if strings.Contains(text, string(kind)) {
			return true
		}
	}
	return false
}

// unescaped is a text without backslashes, in which what is escaped by number is itself
// if it is ASCII: \u002d, and \x2d of JavaScript and Python.
func unescaped(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			out = append(out, text[i])
			continue
		}
		rest := text[i+1:]
		for _, escape := range []struct {
			letter string
			end    int
		}{{"u", 5}, {"x", 3}} {
			if len(rest) < escape.end || rest[:1] != escape.letter {
				continue
			}
			if c, err := strconv.ParseUint(rest[1:escape.end], 16, 16); err == nil && c < 0x80 {
				out = append(out, byte(c))
				i += escape.end
			}
		}
	}
	return string(out)
}
