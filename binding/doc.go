// Package binding relates Go types to JSON: one walk over a type yields both the
// schema that is published for it and the plan by which a value is filled, so
// the two cannot disagree.
//
// What a planner's author uses of it are [Optional], [UnionOf] and [Variant];
// the rest is for package functionschema.
//
// # From a Go type to a schema
//
// The walk follows encoding/json: names, embedding and its conflicts, "-", "-,",
// "string", omitempty, omitzero, UnmarshalJSON and UnmarshalText on the way in,
// MarshalJSON and MarshalText on the way out (with pointer receivers too: a
// value is always made addressable first). It differs on purpose:
//
//   - Names match byte for byte.
//   - Every integral spelling (2.0, 1e3) binds to every integer type and *big.Int.
//   - An array has exactly its length.
//   - Bytes are base64 of one spelling and nothing else.
//   - json.Number takes numbers only.
//   - Null binds to pointers, Optional, any, json.RawMessage and types with
//     UnmarshalJSON; nothing else takes it.
//   - Integer map keys have one spelling; two keys that bind to one are refused.
//   - Nothing is merged: a bound value starts from zero.
//
// When a function is built a sample of each type that both reads and writes itself
// is written by encoding/json, and its kinds and member names are compared with
// the schema; a difference, which only a type's own methods can make, is a fault.
//
// A type becomes:
//
//	bool, string                     boolean, string
//	int8 … uint64, int, uint         integer with its bounds (int and uint have 64 bits)
//	float32, float64                 number
//	[]byte, named ones too           string with contentEncoding base64
//	[]T, [N]T, [N]byte               array; of an array type exactly N items
//	map[string]T                     object, open, with T's schema
//	map[int]T                        the same, with the pattern of an integer's name
//	struct                           closed object, inlined unless it is recursive
//	*T, Optional[T]                  T or null
//	time.Time                        string, format date-time
//	time.Duration                    integer, nanoseconds
//	*big.Int                         integer without bounds, or null
//	json.Number                      number
//	any, json.RawMessage             {}
//	a type with UnmarshalJSON        {}, and it gets the exact bytes
//	a type with UnmarshalText        string
//	an interface with a Union        oneOf, in order of registration
//
// and in results alone:
//
//	a file of package content        object with kind, identifier and media_type; bytes are not required
//	content.File                     the same, of any kind
//	content.Value                    {}
//	content.With[T]                  array: T, then files
//
// A field is required unless it has a default, says omitempty or omitzero, or is
// an [Optional]; an injected one always is. In a result a field behind an embedded
// pointer is not, for a nil pointer leaves it out. Channels, functions, complex
// numbers, uintptr, unsafe pointers, interfaces with methods and no union,
// structs with only unexported fields and embedded pointers to unexported
// structs are faults, each named with its path; all are reported together.
//
// # Tags
//
//	jsonschema:"minLength=1,enum=a,enum=b,description=What it is\\, in short"
//	jsonschema_description:"text, with commas"
//	default:"<JSON literal>"
//	inject:"source,key[,opaque]"
//
// The words are title, description, default, example, enum, minLength,
// maxLength, pattern, format, multipleOf, minimum, maximum, exclusiveMinimum,
// exclusiveMaximum, minItems, maxItems, uniqueItems, minProperties,
// maxProperties, readOnly, writeOnly and deprecated. A backslash before a comma
// keeps it in the value; nothing else is an escape. The last three and
// uniqueItems stand alone or say =true or =false. example and enum may be
// repeated. Values are typed by the field: minimum=1 is a number, enum=1 of an
// int too. On a slice or array title, description, default, example and the
// words of items stay where they are, every other word goes to the items, of
// nested slices to the innermost. Anything else is a fault that says what to
// write instead. Bounds that a tag gives and those of the Go type are both kept:
// the tighter one is published.
//
// # Hooks
//
// A type with the methods of github.com/invopop/jsonschema is asked:
// JSONSchema() replaces the derived schema, JSONSchemaExtend changes it, with
// either kind of receiver. The field's own tags and null come on top. The result
// is read back as JSON; $schema and $id are dropped and its $defs join
// ours. JSONSchemaExtend sees a type array as its first type and no null
// default; what it leaves alone is kept exactly.
//
// Everything built here is immutable and safe for concurrent use.
package binding
