package content

import (
	"errors"
	"fmt"

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
	err := eachMember(node, "", []string{"status"}, func(pointer, name string, v *tree.Value) error {
		switch name {
		case "status":
			return readString(v, pointer, (*string)(&r.Status))
		case "value":
			value = v
			return nil
		case "hint":
			h, err := readHint(v)
			how.Hint = &h
			return err
		case "failure":
			r.Failure = new(Failure)
			return readFailure(v, pointer, r.Failure)
		}
		return errUnknown
	})
	if err == nil && value != nil {
		r.Value, err = how.Tree(value)
	}
	return r, err
}

func readFailure(node *tree.Value, at string, f *Failure) error {
	return eachMember(node, at, []string{"code", "text"}, func(pointer, name string, v *tree.Value) error {
		switch name {
		case "code":
			return readString(v, pointer, &f.Code)
		case "text":
			return readString(v, pointer, &f.Text)
		case "violations":
			if v.Kind != tree.Array {
				return fmt.Errorf("content: response: %q is %s, want an array", pointer, v.Kind)
			}
			for i, item := range v.Items {
				var violation Violation
				if err := readViolation(item, fmt.Sprintf("%s/%d", pointer, i), &violation); err != nil {
					return err
				}
				f.Violations = append(f.Violations, violation)
			}
			return nil
		}
		return errUnknown
	})
}

func readViolation(node *tree.Value, at string, violation *Violation) error {
	return eachMember(node, at, []string{"pointer", "message"}, func(pointer, name string, v *tree.Value) error {
		switch name {
		case "pointer":
			return readString(v, pointer, &violation.Pointer)
		case "keyword":
			return readString(v, pointer, &violation.Keyword)
		case "property":
			violation.Property = new(string)
			return readString(v, pointer, violation.Property)
		case "reason":
			return readString(v, pointer, &violation.Reason)
		case "message":
			return readString(v, pointer, &violation.Message)
		}
		return errUnknown
	})
}

var errUnknown = errors.New("unknown member")

// eachMember hands the members of an object to read, which returns errUnknown
// for a name that it does not know.
func eachMember(node *tree.Value, at string, required []string, read func(pointer, name string, v *tree.Value) error) error {
	if node.Kind != tree.Object {
		return fmt.Errorf("content: response: %q is %s, want an object", at, node.Kind)
	}
	for _, name := range required {
		if node.Find(name) < 0 {
			return fmt.Errorf("content: response: %q lacks the member %q", at, name)
		}
	}
	for _, m := range node.Members {
		err := read(tree.Join(at, m.Name), m.Name, m.Value)
		if errors.Is(err, errUnknown) {
			return fmt.Errorf("content: response: %q has the unknown member %q", at, m.Name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func readString(v *tree.Value, pointer string, s *string) error {
	if v.Kind != tree.String {
		return fmt.Errorf("content: response: %q is %s, want a string", pointer, v.Kind)
	}
	*s = v.Text
	return nil
}
