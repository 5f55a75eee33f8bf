package strict

import (
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// name reads a member's name and the colon behind it, and adds the member, whose
// value is yet to come, to the innermost object.
func (r *reader) name() bool {
	if r.pos == len(r.src) {
		return r.truncated("inside an object")
	}
	if r.src[r.pos] != '"' {
		return r.unexpected("where a name must stand", `a member is "name": value`)
	}
	start := r.pos
	name, raw, ok := r.text()
	if !ok {
		return false
	}
	top := &r.open[len(r.open)-1]
	if r.knows(top, name) {
		r.pos = start
		r.fail(DuplicateKey, "duplicate name "+quote(name), "give each member once")
		r.err.Pointer = r.pointer()
		r.err.Property = name
		return false
	}
	r.members = append(roomy(r.members), tree.Member{Name: name, Raw: raw})
	r.space()
	switch {
	case r.pos == len(r.src):
		return r.truncated("behind a name")
	case r.src[r.pos] != ':':
		return r.unexpected("where a colon must stand", `a member is "name": value`)
	}
	r.pos++
	r.space()
	return true
}

// scanNames is the number of members up to which a new name is compared with each
// one before it. Beyond, an index keeps the cost of an object linear.
const scanNames = 16

// knows reports whether the object has a member called name, and notes the name
// once there are too many to compare with.
func (r *reader) knows(object *level, name string) bool {
	members := r.members[object.base:]
	if len(members) < scanNames {
		for i := range members {
			if members[i].Name == name {
				return true
			}
		}
		return false
	}
	switch {
	case object.names == nil:
		object.index(members, 2*scanNames)
	case len(members) == max(ownFrom, r.wide/8) && r.wide > ownFrom: // an object before the large one has no use for its room
		object.index(members, r.wide)
		r.wide = 0
	}
	return !object.names.Add(members, len(members), name)
}

// index enters the members that the object has into a new index with room for so many.
func (l *level) index(members []tree.Member, room int) {
	l.names = tree.NewIndex(room)
	for i := range members {
		l.names.Add(members, i, members[i].Name)
	}
}

// pointer returns the place of the innermost open container. What a container
// has so far ends on the shared stack where that of the next one begins.
func (r *reader) pointer() string {
	tokens := make([]string, len(r.open)-1)
	members, items := len(r.members), len(r.items)
	for i := len(r.open) - 1; i >= 0; i-- {
		level := r.open[i]
		object := level.value.Kind == tree.Object
		if i < len(tokens) {
			if object {
				tokens[i] = r.members[members-1].Name
			} else {
				tokens[i] = strconv.Itoa(items - level.base)
			}
		}
		if object {
			members = level.base
		} else {
			items = level.base
		}
	}
	return tree.Join("", tokens...)
}
