package content

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// Part is one of a flat list of texts and files.
type Part struct {
	Text string // if File is nil
	File File
}

// Placed is a file and the JSON Pointer of its place.
type Placed struct {
	Pointer string
	File    File
}

// Inline returns v as one text, for a protocol that carries nothing else: a string
// as it is, none and null as no text, everything else as canonical JSON.
// [Reading.Inline] reads it back, exactly with v's [Value.Hint].
func (v Value) Inline() string {
	switch {
	case v.node == nil || v.isNull():
		return ""
	case v.isText():
		return v.node.plain.Text
	}
	return string(v.node.appendJSON(nil, canonicalFile))
}

// Parts returns v as texts and files side by side, for a protocol that carries
// those, and the hint to read it back exactly:
//
//  1. None and null are no parts. A string, a file, and JSON without files, are one.
//  2. A list of strings and files alone is a part an item.
//  3. Anything else with files in it is its JSON, each file there an object that
//     refers to it as in [Value.Text], and then the files in document order.
func (v Value) Parts() ([]Part, Hint) {
	h := v.Hint()
	switch {
	case v.node == nil || v.isNull():
		return nil, h
	case v.node.file != nil:
		return []Part{{File: v.node.file}}, h
	case v.node.flat():
		h.Form = FormList
		parts := make([]Part, len(v.node.items))
		for i, item := range v.node.items {
			if item.file != nil {
				parts[i].File = item.file
			} else {
				parts[i].Text = item.plain.Text
			}
		}
		return parts, h
	case v.isText():
		return []Part{{Text: v.node.plain.Text}}, h
	}
	rest, files := v.Split()
	parts := []Part{{Text: string(rest.node.appendJSON(nil, canonicalFile))}}
	for _, p := range files {
		parts = append(parts, Part{File: p.File})
	}
	return parts, h
}

// Split returns v with an object that refers to it in the place of each file, as
// in [Value.Text], and the files in document order. The rest is plain JSON.
func (v Value) Split() (rest Value, files []Placed) {
	if !v.HasFiles() {
		return v, nil
	}
	for pointer, f := range v.Files() {
		files = append(files, Placed{pointer, f})
	}
	return plain(v.node.tree(fileReference)), files
}

// Join undoes [Value.Split]: each file goes where its pointer leads, in the place
// of what is there. A pointer that leads nowhere is passed over, and so is a file
// that [OfFile] refuses.
func (v Value) Join(files []Placed) Value {
	if v.node == nil || len(files) == 0 {
		return v
	}
	joined, _ := join(v.Tree(), files, math.MaxInt)
	return Value{joined}
}

// join reports, too, whether every file found its place; a pointer longer than longest
// has none.
func join(v *tree.Value, files []Placed, longest int) (*node, bool) {
	root := &place{}
	for _, p := range files {
		f, err := normal(p.File)
		if at := root.add(p.Pointer, longest); err == nil && at != nil {
			at.file = f
		}
	}
	placed := 0
	n := root.fill(v, func(p *place, _ *tree.Value) (File, bool) {
		placed++
		return p.file, p.file != nil
	})
	return n.or(v), placed == len(files)
}

// Parts reads what [Value.Parts] writes. Without a fitting hint:
//
//  1. No parts are none, one text is read as by Inline, one file is that file.
//  2. A text of JSON before files alone, with as many objects in it that refer to
//     them, kind by kind and identifier by identifier, takes them in.
//  3. Anything else is the list of the texts and files.
func (r Reading) Parts(parts []Part) (Value, error) {
	files, texts := 0, 0
	for _, p := range parts {
		if p.File != nil {
			files++
		} else {
			texts++
		}
	}
	if err := r.countFiles(files); err != nil {
		return Value{}, err
	}
	if h := r.Hint; h != nil {
		switch {
		case h.Form == FormNull && len(parts) == 0:
			return Null(), nil
		case h.Form == FormList:
			return listOf(parts)
		}
	}
	switch {
	case len(parts) == 0:
		return Value{}, nil
	case len(parts) == 1 && files == 1:
		return OfFile(parts[0].File)
	case len(parts) == 1:
		return r.Inline(parts[0].Text)
	case texts == 1 && parts[0].File == nil:
		v, err := r.container(parts[0].Text)
		if err != nil {
			return Value{}, err
		}
		if h := r.Hint; v != nil && h != nil && h.Form == FormJSON {
			if joined, ok := r.rejoin(v, parts, h.Files); ok {
				return r.limitDepth(joined)
			}
		}
		if v != nil {
			if joined, ok := r.rejoin(v, parts, nil); ok {
				return r.limitDepth(joined)
			}
		}
	}
	return listOf(parts)
}

// rejoin puts files into v, the JSON before them: where the pointers lead, or without
// those where the JSON refers to them. It reports whether all found a place.
func (r Reading) rejoin(v *tree.Value, parts []Part, pointers []string) (Value, bool) {
	refs := references(v, r.mostFiles()+1)
	if pointers != nil && len(pointers) != len(parts)-1 {
		// Some were dropped on the way: who is left is known by name.
		refs, pointers = left(named(refs, pointers), parts[1:]), nil
	}
	if pointers == nil && len(refs) != len(parts)-1 {
		return Value{}, false
	}
	placed := make([]Placed, len(parts)-1)
	for i, part := range parts[1:] {
		if pointers != nil {
			placed[i] = Placed{pointers[i], part.File}
			continue
		}
		if !refs[i].to(part.File) {
			return Value{}, false
		}
		placed[i] = Placed{refs[i].pointer, part.File}
	}
	n, all := join(v, placed, longestPointer)
	return Value{n}, all
}

// limitDepth is an error if v, with its files and their metadata, exceeds the limit.
func (r Reading) limitDepth(v Value) (Value, error) {
	if most := r.Limits.strict().Resolve().Depth; v.node.depth(most) > most {
		return Value{}, fmt.Errorf("content: with its files the value is nested deeper than %d levels, which is the limit", most)
	}
	return v, nil
}

// reference is an object that refers to a file, and where it is.
type reference struct {
	pointer string
	kind    Kind
	id      string
}

func (r reference) to(f File) bool { return r.kind == f.Kind() && r.id == f.ID() }

// named keeps the references that pointers lead to. References are bounded and
// pointers are not: each of either is looked at once.
func named(refs []reference, pointers []string) []reference {
	leads := make(map[string]bool, len(refs))
	for _, ref := range refs {
		leads[ref.pointer] = false
	}
	for _, pointer := range pointers {
		if _, known := leads[pointer]; known {
			leads[pointer] = true
		}
	}
	return slices.DeleteFunc(refs, func(ref reference) bool { return !leads[ref.pointer] })
}

// left keeps the references that the parts answer, in order.
func left(refs []reference, parts []Part) []reference {
	var kept []reference
	for _, ref := range refs {
		if i := len(kept); i < len(parts) && ref.to(parts[i].File) {
			kept = append(kept, ref)
		}
	}
	return kept
}

// search collects the references in a tree, in document order, up to a number of
// them. What is too far for a file is none.
type search struct {
	path  []byte
	found []reference
	most  int
}

func references(v *tree.Value, most int) []reference {
	s := search{most: most}
	s.value(v)
	return s.found
}

func (s *search) value(v *tree.Value) {
	if len(s.found) >= s.most || len(s.path) > longestPointer {
		return
	}
	if kind, ok := looksLike(v); ok {
		if id := v.Lookup("identifier"); id != nil && id.Kind == tree.String {
			s.found = append(s.found, reference{string(s.path), kind, id.Text})
			return
		}
	}
	at := len(s.path)
	for i, item := range v.Items {
		s.path = strconv.AppendInt(append(s.path, '/'), int64(i), 10)
		s.value(item)
		s.path = s.path[:at]
	}
	for _, m := range v.Members {
		s.path = tree.AppendToken(s.path, m.Name)
		s.value(m.Value)
		s.path = s.path[:at]
	}
}

func listOf(parts []Part) (Value, error) {
	items := make([]Value, len(parts))
	for i, p := range parts {
		if p.File == nil {
			items[i] = Text(p.Text)
			continue
		}
		var err error
		if items[i], err = OfFile(p.File); err != nil {
			return Value{}, err
		}
	}
	return List(items...)
}
