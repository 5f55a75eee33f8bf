package vercelai

import (
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Reading says how calls and their outcomes are read. The zero Reading trusts
// nobody.
type Reading struct {
	// Policy is for what a client sent: for [Reading.History], not for streams.
	Policy content.Policy
	// EmptyObjects accepts {} as no bytes, where the bytes of a file stand. JSON.stringify
	// writes it for an empty Uint8Array, and for an ArrayBuffer or a Blob, whose bytes
	// are lost.
	EmptyObjects bool
	// Limits bounds the text of a history and of each event of a stream. Bytes that are
	// spelled as {"0":137,…} or as a Buffer are values: as many as Values bounds. A text
	// beside a call counts 8 values more than are in it.
	Limits content.Limits
}

func (r Reading) content() content.Reading {
	return content.Reading{ByteObjects: true, EmptyObjects: r.EmptyObjects, Limits: r.Limits}
}

// pointed is an error at a place, known from there on inwards.
type pointed struct {
	pointer string
	err     error
}

func (p pointed) Error() string { return p.pointer + ": " + p.err.Error() }
func (p pointed) Unwrap() error { return p.err }

// under moves an error to below the names.
func under(err error, names ...string) error {
	if err == nil {
		return nil
	}
	at := pointed{tree.Join("", names...), err}
	if below, ok := err.(pointed); ok {
		at = pointed{at.pointer + below.pointer, below.err}
	}
	return at
}

// members reads known members of an object, the first of another type than it must
// have being the error.
type members struct {
	object *tree.Value
	err    error
}

// get returns the member of that kind; one that is absent or null is nil.
func (m *members) get(name string, kind tree.Kind) *tree.Value {
	v := m.object.Lookup(name)
	if v == nil || v.Kind == tree.Null {
		return nil
	}
	if v.Kind != kind {
		if m.err == nil {
			m.err = under(fmt.Errorf("is %s, want %s", v.Kind, kind), name)
		}
		return nil
	}
	return v
}

func (m *members) text(name string) string { return text(m.get(name, tree.String)) }

// must is text of a member that may not be absent.
func (m *members) must(name string) string {
	v := m.get(name, tree.String)
	if v == nil && m.err == nil {
		m.err = under(errors.New("is missing: want string"), name)
	}
	return text(v)
}

func (m *members) flag(name string) bool {
	v := m.get(name, tree.Bool)
	return v != nil && v.Bool
}

// stood is what stands beside the calls of a message, by the calls' IDs. Each is
// taken once.
type stood map[string]*tree.Value

func (s stood) take(id string) *tree.Value {
	v := s[id]
	delete(s, id)
	return v
}

// input reads the arguments that were shown as v, and what stands beside them. What
// is wrong beside is the error, and the arguments are v then.
func (r Reading) input(v, beside *tree.Value, b *budget) (content.Value, error) {
	if beside == nil {
		return content.Of(v), nil
	}
	t := beside.Lookup("input")
	if !isVersion1(beside) || t == nil || t.Kind != tree.String {
		return content.Of(v), errBeside
	}
	exact, err := b.parse([]byte(t.Text), 0)
	if err != nil {
		return content.Of(v), err
	}
	if v == nil || !alike(exact, v) {
		return content.Of(v), errUnfit
	}
	return content.Of(exact), nil
}

// outcome reads an outcome and what stands beside it. What is wrong beside is the
// second error; the response is then what the outcome says alone.
func (r Reading) outcome(o outcome, beside *tree.Value, b *budget) (r1 content.Response, err, unfit error) {
	if err := b.deep(o.output); err != nil {
		return content.Response{}, err, nil
	}
	if beside != nil {
		r1, unfit = o.with(beside, r.content(), b)
		if unfit == nil || isTooMuch(unfit) {
			return r1, unfit, nil
		}
	}
	r1, err = o.response(r.content())
	return r1, err, unfit
}

var (
	errNoCall  = errors.New("there is no such call")
	errNoPlace = errors.New("the call has no place for it, or another part counts")
)
