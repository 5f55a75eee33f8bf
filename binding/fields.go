package binding

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/functionschema/fscheck/internal/comments"
)

// field is one member of an object: a field of a struct, or a parameter.
type field struct {
	name      string // in JSON
	where     string // in Go: "field Search.Query"
	tag       reflect.StructTag
	typ       reflect.Type
	index     []int // of a struct's field, through embedded ones
	quoted    bool  // encoding/json's "string" option
	omitEmpty bool
	omitZero  bool
	variadic  bool   // the last parameter of a variadic function
	behind    bool   // an embedded pointer leads to it: a nil one leaves it out
	source    string // what its comment is found by

	node *node
}

// optional reports whether the Go side alone makes the member optional.
func (f *field) optional() bool {
	return f.omitEmpty || f.omitZero || f.variadic || f.node.form == formOptional
}

// stray is a field that has a tag of ours and no place in the JSON object.
type stray struct {
	where, keyword, message string
}

// candidate is a field that may lose its name to another.
type candidate struct {
	field
	depth  int
	tagged bool // the name is from the json tag
}

// level is an embedded struct whose fields are promoted; times counts how often
// its type is embedded at one depth.
type level struct {
	typ    reflect.Type
	index  []int
	times  int
	behind bool
}

// fieldsOf lists the members that encoding/json gives to a struct, in order of
// declaration.
func fieldsOf(t reflect.Type) ([]field, []stray) {
	var strays []stray
	var found []candidate
	visited := map[reflect.Type]bool{}
	for depth, current := 0, []level{{typ: t, times: 1}}; len(current) > 0; depth++ {
		var next []level
		queued := map[reflect.Type]int{}
		for _, l := range current {
			if visited[l.typ] {
				continue
			}
			visited[l.typ] = true
			for i := range l.typ.NumField() {
				sf := l.typ.Field(i)
				where := "field " + typeName(l.typ) + "." + sf.Name
				index := append(slices.Clone(l.index), i)
				c, kind := readField(sf, where)
				if s, ok := strayOf(sf, kind, where); ok {
					strays = append(strays, s)
				}
				switch kind {
				case member:
					c.index, c.depth, c.behind = index, depth, l.behind
					c.source = comments.Field(l.typ.PkgPath(), l.typ.Name(), sf.Name)
					for range min(l.times, 2) {
						found = append(found, c)
					}
				case promoted:
					inner := sf.Type
					if inner.Kind() == reflect.Pointer {
						inner = inner.Elem()
					}
					if at, ok := queued[inner]; ok {
						next[at].times++
						continue
					}
					queued[inner] = len(next)
					next = append(next, level{inner, index, 1, l.behind || sf.Type.Kind() == reflect.Pointer})
				}
			}
		}
		current = next
	}
	return dominant(found, &strays), strays
}

// standing is what encoding/json makes of a struct's field.
type standing uint8

const (
	hidden   standing = iota // unexported, or "-"
	member                   // has a name in the object
	promoted                 // an embedded struct, whose fields stand for it
	unsettable
)

func readField(sf reflect.StructField, where string) (candidate, standing) {
	inner := sf.Type
	if inner.Kind() == reflect.Pointer && inner.Name() == "" {
		inner = inner.Elem()
	}
	isStruct := inner.Kind() == reflect.Struct
	tag := sf.Tag.Get("json")
	if tag == "-" || !sf.IsExported() && !(sf.Anonymous && isStruct) {
		return candidate{}, hidden
	}
	name, options, _ := strings.Cut(tag, ",")
	if !isValidName(name) {
		name = ""
	}
	if sf.Anonymous && !sf.IsExported() {
		// encoding/json fails on the pointer when a member arrives; a named one
		// that is no plain struct could be set by no reflection.
		if sf.Type.Kind() == reflect.Pointer || name != "" && formOf(inner, input) != formStruct {
			return candidate{}, unsettable
		}
	}
	if sf.Anonymous && isStruct && name == "" {
		return candidate{}, promoted
	}
	c := candidate{tagged: name != ""}
	c.name, c.where, c.tag, c.typ = name, where, sf.Tag, sf.Type
	if name == "" {
		c.name = sf.Name
	}
	c.readOptions(options)
	return c, member
}

func (f *field) readOptions(options string) {
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty":
			f.omitEmpty = true
		case "omitzero":
			f.omitZero = true
		case "string":
			inner := f.typ
			if inner.Kind() == reflect.Pointer && inner.Name() == "" {
				inner = inner.Elem()
			}
			f.quoted = formOf(inner, input).quotable() && formOf(inner, output).quotable()
		}
	}
}

// strayOf reports tags of ours that would have no effect.
func strayOf(sf reflect.StructField, s standing, where string) (stray, bool) {
	if wrong := malformed(sf.Tag); wrong != "" && (sf.IsExported() || sf.Anonymous) {
		return stray{where, "json", wrong}, true
	}
	if s == unsettable {
		return stray{where, "type", "an embedded " + sf.Type.String() + ` of an unexported type cannot be filled: export the type, embed the struct itself, or tag it json:"-"`}, true
	}
	if s == member {
		return stray{}, false
	}
	if _, ok := sf.Tag.Lookup("inject"); ok && s == hidden {
		return stray{where, "inject", "the field is no parameter, so nothing can be injected: export it and give it a JSON name"}, true
	}
	if s == promoted {
		for _, key := range [...]string{"inject", "default", "jsonschema", "jsonschema_description"} {
			if _, ok := sf.Tag.Lookup(key); ok {
				return stray{where, key, "the embedded struct is not a member, its fields are: tag those, or give it a JSON name"}, true
			}
		}
	}
	return stray{}, false
}

// dominant keeps one field a name: the least deep, of those the one named by a
// tag; if that leaves two, none. It reports lost fields that are to be injected.
func dominant(found []candidate, strays *[]stray) []field {
	byName := map[string][]candidate{}
	for _, c := range found {
		byName[c.name] = append(byName[c.name], c)
	}
	var fields []field
	for _, c := range found {
		group := byName[c.name]
		if group == nil {
			continue
		}
		byName[c.name] = nil
		slices.SortStableFunc(group, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.depth, b.depth), compareBool(b.tagged, a.tagged))
		})
		kept := len(group) == 1 || group[0].depth != group[1].depth || group[0].tagged != group[1].tagged
		if kept {
			fields = append(fields, group[0].field)
			group = group[1:]
		}
		for _, lost := range group {
			if _, ok := lost.tag.Lookup("inject"); ok {
				*strays = append(*strays, stray{lost.where, "inject", "another field of the same JSON name hides it: rename one of them"})
			}
		}
	}
	slices.SortFunc(fields, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return fields
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// isValidName reports whether encoding/json takes a tag's name; if it does not,
// the field has its Go name.
func isValidName(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) {
			return false
		}
	}
	return s != ""
}

// onlyUnexported reports whether no field of the struct can ever be a member.
func onlyUnexported(t reflect.Type) bool {
	return t.NumField() > 0 && !hasExported(t, map[reflect.Type]bool{})
}

func hasExported(t reflect.Type, visited map[reflect.Type]bool) bool {
	visited[t] = true
	for i := range t.NumField() {
		sf := t.Field(i)
		if sf.IsExported() {
			return true
		}
		inner := sf.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if sf.Anonymous && inner.Kind() == reflect.Struct && !visited[inner] && hasExported(inner, visited) {
			return true
		}
	}
	return false
}

// typeName is how messages call a type.
func typeName(t reflect.Type) string {
	if t.Name() == "" {
		return "struct"
	}
	return t.Name()
}
