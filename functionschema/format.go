package functionschema

import (
	"fmt"
	"io"
)

// Format writes the function's name and, for %+v, how each place of its arguments
// is read: in the one pass, or as a tree and why. It never shows a resolver, so
// that a schema can be logged.
func (f *FunctionSchema) Format(s fmt.State, verb rune) {
	if f == nil {
		io.WriteString(s, "<nil>")
		return
	}
	io.WriteString(s, f.name)
	if verb == 'v' && s.Flag('+') {
		fmt.Fprintf(s, "\n%s", f.planText())
	}
}

func (f *FunctionSchema) planText() string {
	why := "the limit on applications is counted"
	if p := f.fastPlan(); p != nil {
		return p.String()
	} else if !f.countsApplications() {
		why = f.compiled.planned.why // functions that share the form may be planning it before
	}
	return "every call is read as a tree: " + why + "\n"
}

// Format writes the function's name and the arguments that are safe to log.
func (c *Call) Format(s fmt.State, _ rune) {
	switch {
	case c == nil:
		io.WriteString(s, "<nil>")
		return
	case c.function == nil: // of Prepared
		fmt.Fprintf(s, "%s", c.Arguments())
		return
	}
	fmt.Fprintf(s, "%s %s", c.function.name, c.Arguments())
}
