package content

import (
	"fmt"
	"strconv"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

func appendResponse(b []byte, r Response) []byte {
	b = appendTree(append(b, `{"status":`...), text(string(r.Status)))
	if r.Value.node != nil {
		b = r.Value.node.appendJSON(append(b, `,"value":`...), canonicalFile)
		if r.Value.Ambiguous() {
			b = appendTree(append(b, `,"hint":`...), r.Value.Hint().Tree())
		}
	}
	if r.Failure != nil {
		b = appendTree(append(b, `,"failure":`...), failureTree(r.Failure))
	}
	return append(b, '}')
}

func failureTree(f *Failure) *tree.Value {
	members := []tree.Member{tree.M("code", text(f.Code))}
	if len(f.Violations) > 0 {
		items := make([]*tree.Value, len(f.Violations))
		for i, v := range f.Violations {
			items[i] = violationTree(v)
		}
		members = append(members, tree.M("violations", tree.NewArray(items...)))
	}
	return tree.NewObject(append(members, tree.M("text", text(f.Text)))...)
}

func violationTree(v Violation) *tree.Value {
	members := []tree.Member{tree.M("pointer", text(v.Pointer))}
	if v.Keyword != "" {
		members = append(members, tree.M("keyword", text(v.Keyword)))
	}
	if v.Property != nil {
		members = append(members, tree.M("property", text(*v.Property)))
	}
	if v.Reason != "" {
		members = append(members, tree.M("reason", text(v.Reason)))
	}
	return tree.NewObject(append(members, tree.M("message", text(v.Message)))...)
}

func text(s string) *tree.Value { return Text(s).node.plain }

// envelope is how much deeper a response is than its value. A value as deep as
// the limit allows can still be sent.
const envelope = 1

func readResponse(b []byte) (Response, error) {
	node, fault := strict.Parse(b, strict.Limits{Depth: strict.Default().Depth + envelope})
	if fault != nil {
		return Response{}, fmt.Errorf("content: response: %w", fault)
	}
	var r Response
	var value *tree.Value
	var how Reading
	err := eachMember(node, []string{"status"}, func(name string, v *tree.Value) error {
		switch name {
		case "status":
			return readString(v, (*string)(&r.Status))
		case "value":
			value = v
			return nil
		case "hint":
			h, err := readHint(v)
			how.Hint = &h
			return err
		case "failure":
			r.Failure = new(Failure)
			return readFailure(v, r.Failure)
		}
		return errUnknown
	})
	if err == nil && value != nil {
		r.Value, err = how.Tree(value)
	}
	return r, err
}

func readFailure(node *tree.Value, f *Failure) error {
	return eachMember(node, []string{"code", "text"}, func(name string, v *tree.Value) error {
		switch name {
		case "code":
			return readString(v, &f.Code)
		case "text":
			return readString(v, &f.Text)
		case "violations":
			if v.Kind != tree.Array {
				return &misfit{fault: "is " + v.Kind.String() + ", want an array"}
			}
			if len(v.Items) > 0 {
				f.Violations = make([]Violation, len(v.Items))
			}
			for i, item := range v.Items {
				if err := readViolation(item, &f.Violations[i]); err != nil {
					return under(err, strconv.Itoa(i))
				}
			}
			return nil
		}
		return errUnknown
	})
}

func readViolation(node *tree.Value, violation *Violation) error {
	return eachMember(node, []string{"pointer", "message"}, func(name string, v *tree.Value) error {
		switch name {
		case "pointer":
			return readString(v, &violation.Pointer)
		case "keyword":
			return readString(v, &violation.Keyword)
		case "property":
			violation.Property = new(string)
			return readString(v, violation.Property)
		case "reason":
			return readString(v, &violation.Reason)
		case "message":
			return readString(v, &violation.Message)
		}
		return errUnknown
	})
}

// misfit is what is wrong at a place in a response. The pointer is made from the
// inside out: nothing is made of the places where nothing is wrong.
type misfit struct{ pointer, fault string }

func (m *misfit) Error() string { return fmt.Sprintf("content: response: %q %s", m.pointer, m.fault) }

var errUnknown = &misfit{}

// under moves what is wrong in a value to the place of the value.
func under(err error, name string) error {
	if m, ok := err.(*misfit); ok {
		return &misfit{tree.Join("", name) + m.pointer, m.fault}
	}
	return err
}

// eachMember hands the members of an object to read, which returns errUnknown
// for a name that it does not know.
func eachMember(node *tree.Value, required []string, read func(name string, v *tree.Value) error) error {
	if node.Kind != tree.Object {
		return &misfit{fault: "is " + node.Kind.String() + ", want an object"}
	}
	for _, name := range required {
		if node.Find(name) < 0 {
			return &misfit{fault: fmt.Sprintf("lacks the member %q", name)}
		}
	}
	for _, m := range node.Members {
		switch err := read(m.Name, m.Value); err {
		case nil:
		case errUnknown:
			return &misfit{fault: fmt.Sprintf("has the unknown member %q", m.Name)}
		default:
			return under(err, m.Name)
		}
	}
	return nil
}

func readString(v *tree.Value, s *string) error {
	if v.Kind != tree.String {
		return &misfit{fault: "is " + v.Kind.String() + ", want a string"}
	}
	*s = v.Text
	return nil
}
