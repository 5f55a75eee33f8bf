package content

import (
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Form says what a Value is, where the way it travels does not.
type Form string

// The five forms.
const (
	FormNone Form = "none"
	FormNull Form = "null"
	FormText Form = "text"
	FormJSON Form = "json"
	FormList Form = "list" // of texts and files, one part each: [Value.Parts] alone
)

// Hint travels beside the JSON, the text or the parts of a Value and says what they
// do not: whether a text is text or JSON, and which objects are files.
//
//  1. Files are the JSON Pointers of all files, in document order. An object that
//     is not named is plain data, whatever it looks like.
//  2. A hint comes from where the value comes from, so it is no more to be trusted:
//     it chooses among readings of what is there. A pointer to nothing, or to what
//     no file can be read from, is passed over; a form that does not fit is too.
//  3. Its JSON is {"v":1,"form":…,"files":[…]}; without files the last is left out.
//     Another version is an error to read: go on without a hint then.
type Hint struct {
	Form  Form
	Files []string
}

// Hint returns the hint with which v is read back exactly, whatever it is.
func (v Value) Hint() Hint {
	h := Hint{Form: FormJSON}
	switch {
	case v.node == nil:
		h.Form = FormNone
	case v.isNull():
		h.Form = FormNull
	case v.isText():
		h.Form = FormText
	}
	for pointer := range v.Files() {
		h.Files = append(h.Files, pointer)
	}
	return h
}

// Ambiguous reports whether the zero [Reading] makes something else of v's
// canonical JSON than v: there is data in it that looks like a file, or an
// uploaded file of a provider that is not widely known; or it is none.
func (v Value) Ambiguous() bool { return v.node == nil || v.node.ambiguous() }

func (n *node) ambiguous() bool {
	switch {
	case n.plain != nil:
		return hasFile(n.plain)
	case n.file != nil:
		return !known(n.file)
	}
	for _, item := range n.items {
		if item.ambiguous() {
			return true
		}
	}
	for _, m := range n.members {
		if m.value.ambiguous() {
			return true
		}
	}
	if len(n.members) == 0 {
		return false
	}
	return isFile(n.shallow())
}

// shallow is the object n, of whose members that have files below no more is there
// than that they are lists or objects: no more counts.
func (n *node) shallow() *tree.Value {
	members := make([]tree.Member, len(n.members))
	for i, m := range n.members {
		members[i] = tree.M(m.name, m.value.plain)
		if m.value.plain == nil {
			members[i].Value = tree.NewObject()
			if len(m.value.items) > 0 {
				members[i].Value = tree.NewArray()
			}
		}
	}
	return tree.NewObject(members...)
}

// hasFile reports whether the zero Reading finds a file in v.
func hasFile(v *tree.Value) bool {
	for _, item := range v.Items {
		if hasFile(item) {
			return true
		}
	}
	for _, m := range v.Members {
		if hasFile(m.Value) {
			return true
		}
	}
	return isFile(v)
}

func isFile(v *tree.Value) bool {
	_, ok := Reading{}.recognise(v)
	return ok
}

// MarshalJSON writes h; one whose Form is none of the five is an error.
func (h Hint) MarshalJSON() ([]byte, error) {
	if err := h.Form.check(); err != nil {
		return nil, err
	}
	return appendTree(nil, h.Tree()), nil
}

// UnmarshalJSON reads what MarshalJSON writes; h is unchanged on an error.
func (h *Hint) UnmarshalJSON(text []byte) error {
	node, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		return fmt.Errorf("content: hint: %w", fault)
	}
	read, err := readHint(node)
	if err != nil {
		return err
	}
	*h = read
	return nil
}

func (f Form) check() error {
	switch f {
	case FormNone, FormNull, FormText, FormJSON, FormList:
		return nil
	}
	return fmt.Errorf("content: hint: form %q is none of none, null, text, json, list", string(f))
}

// Tree returns the JSON of h, whose Form is one of the five. It is for this module's other
// packages.
func (h Hint) Tree() *tree.Value {
	members := []tree.Member{tree.M("v", tree.NewNumber("1")), tree.M("form", tree.NewString(string(h.Form)))}
	if len(h.Files) > 0 {
		items := make([]*tree.Value, len(h.Files))
		for i, pointer := range h.Files {
			items[i] = Text(pointer).node.plain
		}
		members = append(members, tree.M("files", tree.NewArray(items...)))
	}
	return tree.NewObject(members...)
}

var errHint = errors.New(`content: hint: want {"v":1,"form":…,"files":[…]}`)

// readHint reads a hint; members that it does not know are passed over.
func readHint(v *tree.Value) (Hint, error) {
	version, form, files := v.Lookup("v"), v.Lookup("form"), v.Lookup("files")
	if version == nil || version.Kind != tree.Number || version.Text != "1" || form == nil || form.Kind != tree.String {
		return Hint{}, errHint
	}
	h := Hint{Form: Form(form.Text)}
	if err := h.Form.check(); err != nil {
		return Hint{}, err
	}
	if files == nil {
		return h, nil
	}
	if files.Kind != tree.Array {
		return Hint{}, errHint
	}
	for _, item := range files.Items {
		if item.Kind != tree.String {
			return Hint{}, errHint
		}
		h.Files = append(h.Files, item.Text)
	}
	return h, nil
}
