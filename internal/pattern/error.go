package pattern

import "fmt"

// Error says what of a pattern was refused. Construct names it ("look-ahead
// (?=…)"), Offset is its place in bytes from the start of the pattern, Reason is
// the rest of the sentence, Remedy what to write instead.
type Error struct {
	Construct string
	Offset    int
	Reason    string
	Remedy    string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s at offset %d %s: %s", e.Construct, e.Offset, e.Reason, e.Remedy)
}

const (
	notLinear = "cannot be checked in linear time"
	notECMA   = "is not in ECMA-262 with the u flag"
)
