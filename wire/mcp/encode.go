package mcp

import (
	"errors"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Encoder writes results. The zero Encoder writes what clients of 2025-06-18 accept,
// and all later ones. It is safe for concurrent use if Offload is.
type Encoder struct {
	// Version is that of the session; "" is the oldest, 2025-06-18.
	Version Version
	// Declared says that the tool has an outputSchema. Then a success always has
	// structuredContent: before 2026-07-28 what is no object is {"result":…}, and so
	// is a lone file, as the object that refers to it. Numbers stay numbers, whoever
	// rounds them; one beyond the range of a double, 1e400 for example, is an error,
	// for no client would read the result.
	Declared bool
	// MaxBytes is how long the JSON of a result may be. 0 is 10 MiB less 1 KiB for the
	// message around it: clients in TypeScript give the connection up over a longer
	// line of stdio. A negative number is any length.
	MaxBytes int
	// Offload stores bytes and returns the URL under which the client finds them. It is
	// asked if a result would be too long, for the largest file first, as often as it
	// takes. The file that is read back is then the URL, of the same medium, media
	// type and identifier. Nil: such a result is [ErrTooLarge].
	Offload func(content.Binary) (url string, err error)
}

// ErrTooLarge is the error, or what it wraps, of a result that is longer than MaxBytes.
var ErrTooLarge = errors.New("the result is larger than the client takes")

// Result returns the result that says r, as JSON without line breaks. It is an error
// if r cannot be written: a status that is none of the four, or a success with a
// failure.
func (e Encoder) Result(r content.Response) ([]byte, error) {
	if err := e.Version.check(); err != nil {
		return nil, err
	}
	text, err := e.write(r)
	if err != nil || e.fits(text) {
		return text, err
	}
	return e.offload(r, len(text))
}

func (e Encoder) fits(text []byte) bool { return e.longest() < 0 || len(text) <= e.longest() }

func (e Encoder) longest() int {
	if e.MaxBytes == 0 {
		return 10<<20 - 1<<10
	}
	return e.MaxBytes
}

func (e Encoder) write(r content.Response) ([]byte, error) {
	ours, err := outcome(r)
	if err != nil {
		return nil, err
	}
	parts, hint := r.Value.Parts()
	blocks := make([]*tree.Value, 0, 1+len(parts))
	if lead, ok := leading(r, len(parts)); ok {
		ours = append(ours, tree.M("lead", tree.NewNumber("1")))
		blocks = append(blocks, textBlock(lead))
	}
	for _, p := range parts {
		if p.File != nil {
			blocks = append(blocks, fileBlock(p.File))
		} else {
			blocks = append(blocks, textBlock(p.Text))
		}
	}
	members := []tree.Member{tree.M("content", tree.NewArray(blocks...))}
	structured, err := e.structured(r, hint)
	if err != nil {
		return nil, err
	}
	if structured != nil {
		members = append(members, tree.M("structuredContent", structured))
	}
	if r.Status != content.Success {
		members = append(members, tree.M("isError", tree.NewBool(true)))
	}
	if structured != nil || needed(hint, parts) {
		ours = append(ours, tree.M("hint", hint.Tree()))
	}
	if len(ours) > 0 {
		members = append(members, metaMember(ours))
	}
	if e.Version.modern() {
		members = append(members, textMember("resultType", "complete"))
	}
	return tree.NewObject(members...).AppendJSON(nil), nil
}

// leading is the text before the value's blocks, from which the model learns how the
// call ended.
func leading(r content.Response, blocks int) (string, bool) {
	if r.Status == content.Success || blocks > 0 && (r.Failure == nil || r.Failure.Text == "") {
		return "", false
	}
	return r.Text(), true
}

func textBlock(s string) *tree.Value {
	return tree.NewObject(textMember("type", "text"), textMember("text", s))
}

// textMember holds s as UTF-8, whatever it holds.
func textMember(name, s string) tree.Member { return tree.M(name, content.Text(s).Tree()) }
