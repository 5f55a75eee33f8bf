package content

// Violation is one rule that a value broke, and where.
type Violation struct {
	// Pointer is the place in the instance, as a JSON Pointer (RFC 6901). What is
	// missing or too many is reported at the object or array around it.
	Pointer string `json:"pointer"`
	// Keyword is the JSON Schema keyword that failed, "parse" for a text that
	// cannot be read, "false" for a schema that admits nothing. A value that fits
	// its schema and not its native type has none.
	Keyword string `json:"keyword,omitempty"`
	// Property is the name that is missing, unknown or refused. It may point to
	// "", which is a name; nil means that no name is meant.
	Property *string `json:"property,omitempty"`
	// Reason tells apart what the keyword alone does not: why a text cannot be
	// read, why a value does not fit its native type.
	Reason string `json:"reason,omitempty"`
	// Message says in plain words what would be accepted.
	Message string `json:"message"`
}
