package vercelai

import (
	"math"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Where pydantic-ai keeps of a call what it does not know: the details of the provider
// are any object, which it never looks into for a call that names no provider.
const (
	theirs      = "pydantic_ai"
	details     = "provider_details"
	ours        = "fscheck"
	keptOutcome = "outcome"
	keptInput   = "input"
)

// deniedByDefault is the reason that pydantic-ai gives for a denial that has none.
const deniedByDefault = "The tool call was denied."

var python = language{number: pythonNumber, anyMember: true}

func (c Client) language() language {
	if c == PydanticAI {
		return python
	}
	return javaScript
}

// pydanticOutcome is outcomeOf for pydantic-ai, which knows every denial, and an
// interrupted call as an output with a claim; not so if the provider made the call.
// What it does not understand stands beside as a whole: it writes its own idea of it.
func pydanticOutcome(call Call) (o outcome, same bool) {
	r := call.Response
	switch {
	case r.Status == content.Denied:
		o, same = outcome{state: denied, text: r.Text()}, true
		if says := r.Failure != nil && r.Failure.Text != "" || !r.Value.IsZero(); !says && call.Approval.denied() && call.Approval.Reason != "" {
			o.text = call.Approval.Reason
		} else if !says && r.Failure == nil {
			o.text = ""
		}
	case r.Status == content.Success:
		o.state = available
		o.output, same = python.shown(orNull(r.Value.Tree()))
	case r.Status == content.Interrupted && !call.ProviderExecuted:
		o.state, o.claim = available, r.Status
		v := r.Value.Tree()
		if v == nil {
			v = tree.NewString(r.Text())
		}
		o.output, same = python.shown(v)
	default:
		return outcome{state: failed, text: r.Text()}, true
	}
	return o, same && o.says(*r)
}

// approval is the answer that goes with a denial, which pydantic-ai takes the reason
// from.
func (o outcome) approval(call Call) *Approval {
	a := Approval{ID: call.ID, Answered: true, Reason: o.text}
	if call.Approval.denied() && call.Approval.ID != "" {
		a.ID = call.Approval.ID
	}
	return &a
}

// metadata is what pydantic-ai keeps beside a call; nil if there is nothing.
func (o outcome) metadata(input, out *tree.Value) *tree.Value {
	kept := object(tree.M(keptInput, input), tree.M(keptOutcome, out))
	var all []tree.Member
	if o.claim != "" {
		all = append(all, str("outcome", string(o.claim)))
	}
	if len(kept.Members) > 0 {
		all = append(all, tree.M(details, tree.NewObject(tree.M(ours, kept))))
	}
	if len(all) == 0 {
		return nil
	}
	return tree.NewObject(tree.M(theirs, tree.NewObject(all...)))
}

// kept returns what stands beside a call where pydantic-ai keeps it: for a call that
// the provider made it moves the details.
func kept(part *tree.Value, name string) *tree.Value {
	all := beneath(part, "callProviderMetadata", theirs)
	v := beneath(all, details, ours, name)
	if v == nil {
		v = beneath(all, "call_meta", details, ours, name)
	}
	if v == nil || v.Kind != tree.Object {
		return nil
	}
	return v
}

// claim returns what pydantic-ai says in metadata of an output that is none of success;
// else "". A call that it has the model try again has failed.
func claim(of *tree.Value, metadata ...string) content.Status {
	for _, name := range metadata {
		switch s := content.Status(text(beneath(of, name, theirs, "outcome"))); s {
		case content.Failed, content.Denied, content.Interrupted:
			return s
		case "retried":
			return content.Failed
		}
	}
	return ""
}

func beneath(v *tree.Value, names ...string) *tree.Value {
	for _, name := range names {
		v = v.Lookup(name)
	}
	return v
}

// pythonNumber is shown for a number: an integer is one, of as many digits as a number may
// have; with a fraction it is a float, if that is worth the same. Any other is its spelling
// as a text, which is what pydantic-ai makes of a Decimal.
func pythonNumber(v *tree.Value) (*tree.Value, bool) {
	if !strings.ContainsAny(v.Text, ".eE") {
		return v, v.Text != "-0"
	}
	if _, held := double(v.Text); held {
		f, _ := strconv.ParseFloat(v.Text, 64)
		return v, v.Text == pythonFloat(f)
	}
	if i, ok := decimal.Parse(v.Text).BigInt(); ok {
		if text := i.String(); len(strings.TrimPrefix(text, "-")) <= strict.Default().Digits {
			return tree.NewNumber(text), false
		}
	}
	return tree.NewString(v.Text), false
}

// pythonFloat is how Python spells a float, where that is without an exponent; else "".
func pythonFloat(f float64) string {
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e15) {
		return ""
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// rewritten reports whether a is the file that b is, for whoever knows no better, if b
// is one as pydantic-ai writes it: with all members that a file has and no other. It is
// false for known if one of them is no such file.
func rewritten(a, b *tree.Value) (same, known bool) {
	if b.Lookup("kind") == nil || a.Lookup("kind") == nil {
		return false, false
	}
	const metadata = "vendor_metadata" // which may have more files in it: compared once
	f, ok := fileAt(b.Without(metadata))
	if !ok {
		return false, false
	}
	if v, err := content.OfFile(f); err != nil || len(v.Tree().Members) != len(b.Members) {
		return false, false
	}
	g, ok := fileAt(a.Without(metadata))
	return ok && content.SameFile(f, g) && alike(orNull(a.Lookup(metadata)), orNull(b.Lookup(metadata))), ok
}

// fileAt reads v as a file, and nothing in it.
func fileAt(v *tree.Value) (content.File, bool) {
	how := content.Reading{Hint: &content.Hint{Form: content.FormJSON, Files: []string{""}}, ByteObjects: true}
	read, err := how.Tree(v)
	if err != nil {
		return nil, false
	}
	return read.File()
}
