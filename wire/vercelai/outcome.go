package vercelai

import (
	"errors"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// state is the state of a part that has an outcome.
type state string

const (
	available state = "output-available"
	failed    state = "output-error"
	denied    state = "output-denied"
)

// outcome is what the part or the chunk of a call says by itself.
type outcome struct {
	state  state
	output *tree.Value    // if available
	claim  content.Status // that it is none of success, if available; else empty
	text   string         // the errorText, or the reason of the denial, of one by claim too
}

// outcomeOf returns what says the response of a call, and whether the output comes
// back from a client as it is.
func (c Client) outcomeOf(call Call) (o outcome, same bool) {
	r := call.Response
	switch {
	case c == PydanticAI:
		return pydanticOutcome(call)
	case r.Status == content.Success:
		v, same := javaScript.shown(orNull(r.Value.Tree()))
		return outcome{state: available, output: v}, same
	case r.Status == content.Denied && c.knowsApprovals() && call.Approval.denied():
		return outcome{state: denied, text: call.Approval.Reason}, true
	}
	return outcome{state: failed, text: r.Text()}, true
}

// status is that of an output.
func (o outcome) status() content.Status {
	if o.claim != "" {
		return o.claim
	}
	return content.Success
}

// response is what an outcome is by itself.
func (o outcome) response(how content.Reading) (content.Response, error) {
	switch o.state {
	case available:
		v, err := how.Tree(o.output)
		r := content.Response{Status: o.status(), Value: v}
		if o.text != "" {
			r.Failure = &content.Failure{Text: o.text}
		}
		return r, err
	case denied:
		r := content.Response{Status: content.Denied}
		if o.text != "" {
			r.Failure = &content.Failure{Text: o.text}
		}
		return r, nil
	}
	return content.Response{Status: content.Failed, Failure: &content.Failure{Text: o.text}}, nil
}

// orNull is for what is absent: pydantic-ai leaves an output out that is null, and
// JSON.stringify one that is undefined.
func orNull(v *tree.Value) *tree.Value {
	if v == nil {
		return tree.NewNull()
	}
	return v
}

// present reports whether there is a value: null stands for what is absent, for peers in
// Python write all members.
func present(v *tree.Value) bool { return v != nil && v.Kind != tree.Null }

// says reports whether a reader without what stands beside reads r, in a stream,
// where a denial has no reason, and in a history.
func (o outcome) says(r content.Response) bool {
	read, err := o.response(content.Reading{ByteObjects: true, EmptyObjects: true})
	if err != nil || o.state == denied && o.text != "" {
		return false
	}
	return read.Status == r.Status && read.Value.Equal(r.Value) && sameFailure(read.Failure, r.Failure)
}

func sameFailure(a, b *content.Failure) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Code == b.Code && a.Text == b.Text && len(a.Violations) == 0 && len(b.Violations) == 0
}

// besideOf returns what has to stand beside an outcome, or nil.
func (o outcome) besideOf(r content.Response, same bool) (*tree.Value, error) {
	if o.says(r) && same {
		return nil, nil
	}
	if o.state == available && same {
		return tree.NewObject(version, tree.M("hint", r.Value.Hint().Tree())), nil
	}
	text, err := r.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return tree.NewObject(version, tree.M("response", tree.NewString(string(text)))), nil
}

var version = tree.M("v", tree.NewNumber("1"))

// besideInput returns input as a client can hold it, and what has to stand beside.
func (l language) besideInput(input content.Value) (shownInput, beside *tree.Value) {
	v := input.Tree()
	if v == nil {
		return tree.NewNull(), nil
	}
	shownInput, same := l.shown(v)
	if same {
		return shownInput, nil
	}
	return shownInput, tree.NewObject(version, tree.M("input", tree.NewString(string(v.AppendJSON(nil)))))
}

var (
	errBeside = errors.New(`want {"v":1} and a response, a hint or an input`)
	errUnfit  = errors.New("it speaks of another outcome")
)

// with reads an outcome and what stands beside it.
func (o outcome) with(beside *tree.Value, how content.Reading, b *budget) (content.Response, error) {
	if !isVersion1(beside) {
		return content.Response{}, errBeside
	}
	if h := beside.Lookup("hint"); present(h) {
		if o.state != available {
			return content.Response{}, errUnfit
		}
		hint, err := b.hint(h)
		if err != nil {
			return content.Response{}, err
		}
		how.Hint = hint
		return o.response(how)
	}
	text := beside.Lookup("response")
	if !present(text) {
		return o.response(how) // what stood there for a preliminary outcome is void
	}
	if text.Kind != tree.String {
		return content.Response{}, errBeside
	}
	r, value, err := b.response(text.Text, how.Limits)
	if err != nil {
		return content.Response{}, err
	}
	if !o.fits(r, value) {
		return content.Response{}, errUnfit
	}
	return r, nil
}

// fits reports whether r, whose value is this JSON, is what was shown to the client as o.
func (o outcome) fits(r content.Response, value *tree.Value) bool {
	switch o.state {
	case available:
		if value == nil && r.Status != content.Success {
			value = tree.NewString(r.Text()) // as pydanticOutcome has it
		}
		return r.Status == o.status() && alike(orNull(value), o.output)
	case denied:
		return r.Status == content.Denied
	}
	return r.Status != content.Success && r.Text() == o.text
}

func isVersion1(v *tree.Value) bool {
	n := v.Lookup("v")
	return n != nil && n.Kind == tree.Number && n.Text == "1"
}
