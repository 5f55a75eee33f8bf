package content

import "math"

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
// that [OfFile] refuses. How deep that makes the value is not limited: what others
// sent goes through [Reading.Parts] or [Reading.TreeAndFiles].
func (v Value) Join(files []Placed) Value {
	if v.node == nil || len(files) == 0 {
		return v
	}
	good := make([]Placed, 0, len(files))
	for _, p := range files {
		if f, err := normal(p.File); err == nil {
			good = append(good, Placed{p.Pointer, f})
		}
	}
	joined, _ := join(v.Tree(), good, reach{math.MaxInt, math.MaxInt})
	return Value{joined}
}

// Parts reads what [Value.Parts] writes. Without a fitting hint:
//
//  1. No parts are none, one text is read as by Inline, one file is that file.
//  2. A text of JSON before files alone, with as many objects in it that refer to
//     them, kind by kind and identifier by identifier, takes them in.
//  3. Anything else is the list of the texts and files.
//
// A file that [OfFile] refuses is an error. What the parts are together is within Limits.
func (r Reading) Parts(parts []Part) (Value, error) {
	v, err := r.parts(parts)
	if err == nil {
		err = r.Limits.check(v)
	}
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

func (r Reading) parts(parts []Part) (Value, error) {
	files, err := r.filesOf(parts)
	if err != nil {
		return Value{}, err
	}
	if h := r.Hint; h != nil {
		switch {
		case h.Form == FormNull && len(parts) == 0:
			return Null(), nil
		case h.Form == FormList:
			return listOf(parts, files), nil
		}
	}
	switch {
	case len(parts) == 0:
		return Value{}, nil
	case len(parts) == 1 && len(files) == 1:
		return Value{&node{file: files[0]}}, nil
	case len(parts) == 1:
		return r.Inline(parts[0].Text)
	case len(parts)-len(files) == 1 && parts[0].File == nil:
		v, err := r.container(parts[0].Text)
		if err != nil {
			return Value{}, err
		}
		if h := r.Hint; v != nil && h != nil && h.Form == FormJSON {
			if joined, ok := r.rejoin(v, files, h.Files); ok {
				return joined, nil
			}
		}
		if v != nil {
			if joined, ok := r.rejoin(v, files, nil); ok {
				return joined, nil
			}
		}
	}
	return listOf(parts, files), nil
}

// listOf is the list of parts, however deep, the files among which are in normal form in
// files.
func listOf(parts []Part, files []File) Value {
	n := &node{items: make([]*node, len(parts))}
	for i, p := range parts {
		if p.File == nil {
			n.items[i] = Text(p.Text).node
			continue
		}
		n.items[i], files = &node{file: files[0]}, files[1:]
	}
	return Value{n.settled()}
}

// filesOf returns the files among parts in normal form, as many as may be.
func (r Reading) filesOf(parts []Part) ([]File, error) {
	var files []File
	for _, p := range parts {
		if p.File == nil {
			continue
		}
		if err := r.Limits.countFiles(len(files) + 1); err != nil {
			return nil, err
		}
		f, err := normal(p.File)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}
