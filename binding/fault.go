package binding

import "fmt"

// Fault is what makes a type, a tag or a union unusable. It is for functionschema.
type Fault struct {
	Pointer string // into the execution schema
	Keyword string // what the rule is about: "type", "default", "pattern", "inject", "oneOf", …
	Message string // names the field or parameter, the rule and the remedy
}

// BindError is a value that the Go type cannot hold. It is for functionschema.
type BindError struct {
	Pointer  string
	Reason   string  // one of the Reason constants
	Property *string // the map key at fault, where the value is not
	Message  string  // what would be accepted; of what was sent it quotes the name in Property alone, and never a Go type
	Err      error   // what the type's own method said; never part of Message
}

// The reasons of a [BindError].
const (
	ReasonRange  = "range"  // a number beyond the type
	ReasonFormat = "format" // a text the type does not read
	ReasonNull   = "null"   // null where the type has none
	ReasonType   = "type"   // another kind of JSON value, or a wrong number of items
	ReasonModel  = "model"  // the type's own UnmarshalJSON, or a panic in it, refuses
)

// place is where in the schema and in the Go program a walk stands.
type place struct {
	pointer string
	where   string // "field Search.Query", "parameter query"
}

func (p place) at(suffix string) place {
	p.pointer += suffix
	return p
}

// faults collects what the build finds; nothing stops at the first.
type faults struct{ list []Fault }

func (f *faults) add(at place, keyword, format string, args ...any) {
	f.list = append(f.list, Fault{
		Pointer: at.pointer,
		Keyword: keyword,
		Message: at.where + ": " + fmt.Sprintf(format, args...),
	})
}
