package agui

import (
	"fmt"
	"unicode/utf8"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Encoder writes calls and results for AG-UI clients. The zero Encoder is for clients
// before protocol 1.0. It is safe for concurrent use if Offload is.
type Encoder struct {
	Profile Profile
	// MaxEvent is how many characters of UTF-16 an event may have; 0 is what clients of
	// 1.0 take, 10,485,753. Clients before take any number.
	MaxEvent int
	// Offload stores bytes and returns the URL under which the client finds them. It is
	// asked if an event would be too long, for the largest file first, as often as it
	// takes. The file that is read back is then the URL, of the same medium, media
	// type and identifier. Nil: such an event is [ErrTooLarge].
	Offload func(content.Binary) (url string, err error)
}

// Call is a call that a model made.
type Call struct {
	ID   string
	Name string
	// Arguments are the text as the model wrote it: nobody has judged it.
	Arguments string
}

// CallMessage returns the message of a history in which an assistant makes the calls,
// as JSON. An id that is empty, or a text that is not UTF-8, is an error.
func (e Encoder) CallMessage(id string, calls ...Call) ([]byte, error) {
	if err := check("message id", id); err != nil {
		return nil, err
	}
	items := make([]*tree.Value, len(calls))
	for i, c := range calls {
		if err := c.check(); err != nil {
			return nil, err
		}
		items[i] = tree.NewObject(
			member("id", c.ID), member("type", "function"),
			tree.M("function", tree.NewObject(member("name", c.Name), member("arguments", c.Arguments))),
		)
	}
	return tree.NewObject(member("id", id), member("role", "assistant"), tree.M("toolCalls", tree.NewArray(items...))).AppendJSON(nil), nil
}

// ResultMessage returns the message of a history that answers the call, as JSON. It is
// an error if the response cannot be written, or an id is empty or not UTF-8.
func (e Encoder) ResultMessage(id, callID string, r content.Response) ([]byte, error) {
	members, err := e.result(id, callID, r)
	if err != nil {
		return nil, err
	}
	members = append([]tree.Member{member("id", id), member("role", "tool")}, members...)
	if r.Status != content.Success {
		members = append(members, member("error", content.Text(r.Text()).Inline()))
	}
	if r.Status == content.Denied || r.Status == content.Interrupted {
		members = append(members, member("encryptedValue", claim(r.Status)))
	}
	return tree.NewObject(members...).AppendJSON(nil), nil
}

// result returns what a message and an event of a result have in common.
func (e Encoder) result(id, callID string, r content.Response) ([]tree.Member, error) {
	if err := e.Profile.check(); err != nil {
		return nil, err
	}
	if err := check("message id", id); err != nil {
		return nil, err
	}
	if err := check("call id", callID); err != nil {
		return nil, err
	}
	body, hint, numbers, err := e.body(r)
	if err != nil {
		return nil, err
	}
	metadata, err := envelope(r, hint, numbers)
	if err != nil {
		return nil, err
	}
	members := []tree.Member{member("toolCallId", callID), tree.M("content", body)}
	if metadata != nil {
		members = append(members, tree.M("metadata", metadata))
	}
	return members, nil
}

// body returns the content of a result: a string, and the numbers that are spelled
// otherwise in it, or parts if there are files and the profile has parts.
func (e Encoder) body(r content.Response) (*tree.Value, content.Hint, []tree.Member, error) {
	switch {
	case r.Value.IsZero() && r.Status != content.Success:
		return tree.NewString(content.Text(r.Text()).Inline()), r.Value.Hint(), nil, nil
	case e.Profile == Before1 || !r.Value.HasFiles():
		text, numbers := inline(r.Value)
		return tree.NewString(text), r.Value.Hint(), numbers, nil
	}
	parts, hint := r.Value.Parts()
	items := make([]*tree.Value, len(parts))
	for i, p := range parts {
		if p.File == nil {
			items[i] = tree.NewObject(member("type", "text"), member("text", p.Text))
			continue
		}
		part, err := filePart(p.File)
		if err != nil {
			return nil, content.Hint{}, nil, err
		}
		items[i] = part
	}
	return tree.NewArray(items...), hint, nil, nil
}

func (c Call) check() error {
	if err := check("call id", c.ID); err != nil {
		return err
	}
	if err := check("name of a call", c.Name); err != nil {
		return err
	}
	return checkUTF8("arguments of a call", c.Arguments)
}

func check(what, s string) error {
	if s == "" {
		return fmt.Errorf("agui: the %s is empty", what)
	}
	return checkUTF8(what, s)
}

func checkUTF8(what, s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("agui: the %s: text that is not UTF-8", what)
	}
	return nil
}

func member(name, text string) tree.Member { return tree.M(name, tree.NewString(text)) }
