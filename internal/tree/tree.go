// Package tree holds JSON values as they were written: members in order,
// numbers as exact tokens, strings decoded once, and the text each value came
// from. Arguments, schemas, defaults, injected values and results are all this
// one tree, so nothing is converted on the way between them.
//
// A Value is immutable once it has been handed on. Every function that changes
// one returns a new Value that shares the unchanged parts.
package tree

// Kind is the JSON type of a [Value].
type Kind uint8

// The six JSON types.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the type's name in JSON Schema.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one JSON value.
type Value struct {
	Kind   Kind
	Bool   bool   // of a Bool
	Offset int    // byte offset in the text it was read from; 0 if it was built
	Text   string // of a String: decoded; of a Number: the token as written
	Raw    string // the text as it was read; empty if the value was built

	Items   []*Value // of an Array
	Members []Member // of an Object, in order of appearance

	index *Index // of an Object with many members
}

// Member is one name and value of an Object.
type Member struct {
	Name  string
	Raw   string // the name as it was read, quotes included; empty if built
	Value *Value
}

// NewNull returns null.
func NewNull() *Value { return &Value{Kind: Null} }

// NewBool returns true or false.
func NewBool(b bool) *Value { return &Value{Kind: Bool, Bool: b} }

// NewNumber returns the number written as token, which must be JSON's grammar.
func NewNumber(token string) *Value { return &Value{Kind: Number, Text: token} }

// NewString returns a string; s must be valid UTF-8.
func NewString(s string) *Value { return &Value{Kind: String, Text: s} }

// NewArray returns an array of the items given, which it keeps.
func NewArray(items ...*Value) *Value { return &Value{Kind: Array, Items: items} }

// NewObject returns an object of the members given, which it keeps. Names must
// be distinct.
func NewObject(members ...Member) *Value {
	v := &Value{Kind: Object, Members: members}
	v.Index()
	return v
}

// M is a member without a text of its own.
func M(name string, value *Value) Member { return Member{Name: name, Value: value} }

// Lookup returns the value of the member called name, or nil. Names match byte
// for byte. A Value that is no object has no members, and neither has nil.
func (v *Value) Lookup(name string) *Value {
	if v == nil {
		return nil
	}
	if i := v.Find(name); i >= 0 {
		return v.Members[i].Value
	}
	return nil
}

// TextOf returns the text of the member of that name, "" if there is none or it is no
// string.
func (v *Value) TextOf(name string) string {
	if m := v.Lookup(name); m != nil && m.Kind == String {
		return m.Text
	}
	return ""
}

// Find is Lookup for the member's position, or -1.
func (v *Value) Find(name string) int {
	if v.index != nil {
		return v.index.find(v.Members, name)
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return i
		}
	}
	return -1
}

// With returns a copy of an object in which the member called name has the
// value given, in the place it had or else at the end.
func (v *Value) With(name string, value *Value) *Value {
	members := make([]Member, len(v.Members), len(v.Members)+1)
	copy(members, v.Members)
	if i := v.Find(name); i >= 0 {
		members[i] = Member{Name: name, Raw: members[i].Raw, Value: value}
	} else {
		members = append(members, M(name, value))
	}
	return NewObject(members...)
}

// Without returns a copy of an object that lacks the members named; it returns
// v itself if it has none of them.
func (v *Value) Without(names ...string) *Value {
	drop := false
	for _, n := range names {
		drop = drop || v.Find(n) >= 0
	}
	if !drop {
		return v
	}
	gone := make(map[string]bool, len(names))
	for _, n := range names {
		gone[n] = true
	}
	members := make([]Member, 0, len(v.Members))
	for _, m := range v.Members {
		if !gone[m.Name] {
			members = append(members, m)
		}
	}
	return NewObject(members...)
}

// Count returns how many values v consists of, itself included. Names are not values.
func (v *Value) Count() int {
	n := 1
	for _, item := range v.Items {
		n += item.Count()
	}
	for _, m := range v.Members {
		n += m.Value.Count()
	}
	return n
}

// Deeper reports whether v has more levels of arrays and objects than n: a scalar has
// none, {} has one.
func (v *Value) Deeper(n int) bool {
	if v.Kind != Array && v.Kind != Object {
		return false
	}
	if n <= 0 {
		return true
	}
	for _, item := range v.Items {
		if item.Deeper(n - 1) {
			return true
		}
	}
	for _, m := range v.Members {
		if m.Value.Deeper(n - 1) {
			return true
		}
	}
	return false
}
