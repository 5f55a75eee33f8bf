package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// hider decides what goes. It only notes pointers: the tree is rebuilt once, when
// all is known.
type hider struct {
	*index
	hidden  []string
	gone    map[string]bool        // places that are taken out
	changed map[string]bool        // schemas that something was taken out of
	seen    map[string]bool        // schemas scanned for names
	counts  map[string]*tree.Value // what counts become, by their place
	faults  []Fault
}

func newHider(schema *tree.Value, hidden []string) *hider {
	return &hider{
		index: newIndex(schema), hidden: hidden,
		gone: map[string]bool{}, changed: map[string]bool{}, seen: map[string]bool{}, counts: map[string]*tree.Value{},
	}
}

// listing has the keywords whose value is an array of something else than names.
var listing = map[string]bool{
	"type": true, "enum": true, "examples": true, "default": true, "const": true, "prefixItems": true, "items": true, "anyOf": true, "oneOf": true,
}

func itoa(i int) string { return strconv.Itoa(i) }

func (h *hider) isHidden(name string) bool { return slices.Contains(h.hidden, name) }

// own takes the hidden names out of a schema that describes the arguments: the
// root or a branch of its allOf. It reports whether nothing is left of a schema
// that something was taken out of.
func (h *hider) own(v *tree.Value, pointer string) (emptied bool) {
	if v.Kind != tree.Object {
		return false
	}
	left := len(v.Members)
	for _, m := range v.Members {
		at := tree.Join(pointer, m.Name)
		taken, all := 0, false
		switch m.Name {
		case "properties":
			taken, all = h.takeNames(m.Value, at)
			all = all && pointer != ""
		case "required":
			taken, all = h.takeItems(m.Value, at)
			all = all && pointer != ""
		case "dependentRequired", "dependentSchemas", "dependencies":
			taken, all = h.takeDependents(m.Value, at)
		case "allOf":
			taken, all = h.takeBranches(m.Value, at)
		case "minProperties", "maxProperties":
			if m.Value.Kind == tree.Number {
				h.counts[at] = tree.NewNumber(decimal.Parse(m.Value.Text).Minus(len(h.hidden)).String())
			}
		default:
			h.scanKeyword(m, pointer, at)
			if !listing[m.Name] && m.Value.Kind == tree.Array { // a list of names, as propertyOrdering is
				taken, _ = h.takeItems(m.Value, at)
			}
		}
		if taken > 0 {
			h.changed[pointer] = true
		}
		if all {
			h.gone[at] = true
			left--
		}
	}
	return h.changed[pointer] && left == 0
}

// takeNames takes the members with a hidden name out of an object. It returns how
// many went and whether none stayed.
func (h *hider) takeNames(v *tree.Value, pointer string) (taken int, all bool) {
	for _, m := range v.Members {
		if h.isHidden(m.Name) {
			h.gone[tree.Join(pointer, m.Name)] = true
			taken++
		}
	}
	return taken, taken > 0 && taken == len(v.Members)
}

// takeItems is takeNames for an array of names.
func (h *hider) takeItems(v *tree.Value, pointer string) (taken int, all bool) {
	for i, item := range v.Items {
		if item.Kind == tree.String && h.isHidden(item.Text) {
			h.gone[tree.Join(pointer, itoa(i))] = true
			taken++
		}
	}
	return taken, taken > 0 && taken == len(v.Items)
}

func (h *hider) takeDependents(v *tree.Value, pointer string) (taken int, all bool) {
	left := len(v.Members)
	for _, m := range v.Members {
		at := tree.Join(pointer, m.Name)
		switch {
		case h.isHidden(m.Name):
			h.gone[at] = true
			taken, left = taken+1, left-1
		case m.Value.Kind == tree.Array:
			n, none := h.takeItems(m.Value, at)
			taken += n
			if none {
				h.gone[at] = true
				left--
			}
		default:
			h.scan(m.Value, at, "a schema that depends on another property")
		}
	}
	return taken, taken > 0 && left == 0
}

func (h *hider) takeBranches(v *tree.Value, pointer string) (taken int, all bool) {
	left := len(v.Items)
	// A branch that is taken out moves those behind it, so none is where a
	// reference counts them.
	fixed := h.leadsInto(pointer)
	for i, branch := range v.Items {
		at := tree.Join(pointer, itoa(i))
		emptied := h.own(branch, at)
		if h.changed[at] {
			taken++
		}
		if emptied && !fixed {
			h.gone[at] = true
			left--
		}
	}
	return taken, taken > 0 && left == 0
}

// dropUnused takes out the definitions that were in use and no longer are.
func (h *hider) dropUnused() {
	if len(h.gone) == 0 {
		return
	}
	entries := h.definitions()
	before := h.reach([]string{""}, nil)
	// What was out of use before stays, and with it all that it refers to.
	from := []string{""}
	for _, e := range entries {
		if !before[e] {
			from = append(from, e)
		}
	}
	after := h.reach(from, h.gone)
	for _, keyword := range []string{"$defs", "definitions"} {
		left := 0
		at := tree.Join("", keyword)
		for _, e := range entries {
			if !strings.HasPrefix(e, at+"/") {
				continue
			}
			if before[e] && !after[e] {
				h.gone[e] = true
			} else {
				left++
			}
		}
		if v := h.root.Lookup(keyword); v != nil && left == 0 && len(v.Members) > 0 {
			h.gone[at] = true
		}
	}
}

// definitions returns the pointers of the root's definitions.
func (h *hider) definitions() []string {
	var entries []string
	for _, keyword := range []string{"$defs", "definitions"} {
		if v := h.root.Lookup(keyword); v != nil {
			for _, m := range v.Members {
				entries = append(entries, tree.Join("", keyword, m.Name))
			}
		}
	}
	return entries
}

// reach returns which of the root's definitions are in use by the schemas at
// from, leaving out what is gone. The root stands for all but its definitions.
func (h *hider) reach(from []string, gone map[string]bool) map[string]bool {
	owner := map[string][]reference{}
	for _, r := range h.refs {
		if !within(r.at, gone) {
			owner[definition(r.at)] = append(owner[definition(r.at)], r)
		}
	}
	used := map[string]bool{}
	for len(from) > 0 {
		at := from[len(from)-1]
		from = from[:len(from)-1]
		if used[at] {
			continue
		}
		used[at] = true
		for _, r := range owner[at] {
			for _, t := range r.targets {
				from = append(from, definition(t))
			}
		}
	}
	return used
}

// definition returns the pointer of the definition that a place belongs to, or ""
// if it belongs to the root itself.
func definition(pointer string) string {
	for _, keyword := range []string{"/$defs/", "/definitions/"} {
		if rest, ok := strings.CutPrefix(pointer, keyword); ok {
			name, _, _ := strings.Cut(rest, "/")
			return keyword + name
		}
	}
	return ""
}

// within reports whether a place is at or below one of those given.
func within(pointer string, places map[string]bool) bool {
	for {
		if places[pointer] {
			return true
		}
		i := strings.LastIndexByte(pointer, '/')
		if i < 0 {
			return false
		}
		pointer = pointer[:i]
	}
}

// checkRefs finds the references that would lead to something else than before.
func (h *hider) checkRefs() {
	for _, r := range h.refs {
		if within(r.at, h.gone) {
			continue
		}
		for _, t := range r.targets {
			if h.changed[t] || within(t, h.gone) {
				h.fault(tree.Join(r.at, r.keyword), "%s %q leads to a schema that names an injected parameter (%s), so hiding it would change what is meant here: "+
					"give this place a schema of its own, or do not inject the parameter", r.keyword, r.to, strings.Join(quoted(h.hidden), ", "))
				break
			}
		}
	}
}

func quoted(names []string) []string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = strconv.Quote(n)
	}
	return q
}
