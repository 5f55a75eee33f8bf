package view

import (
	"github.com/functionschema/fscheck/internal/tree"
)

// rebuilder copies a tree without the pruned places and with the notes. Parts that
// neither touches are the same nodes as before.
type rebuilder struct {
	prune  map[string]bool
	counts map[string]*tree.Value
	notes  map[*tree.Value]string
	path   []byte // pointer of the value at hand
}

func (r *rebuilder) value(v *tree.Value) *tree.Value {
	switch v.Kind {
	case tree.Number:
		if count := r.counts[string(r.path)]; count != nil {
			return count
		}
	case tree.Array:
		return r.array(v)
	case tree.Object:
		return r.object(v)
	}
	return v
}

// down calls visit with the path one token longer, unless that place is pruned; it
// reports whether it did.
func (r *rebuilder) down(token string, visit func()) bool {
	length := len(r.path)
	r.path = tree.AppendToken(r.path, token)
	keep := !r.prune[string(r.path)]
	if keep {
		visit()
	}
	r.path = r.path[:length]
	return keep
}

func (r *rebuilder) array(v *tree.Value) *tree.Value {
	items := make([]*tree.Value, 0, len(v.Items))
	same := true
	for i, item := range v.Items {
		kept := r.down(itoa(i), func() {
			rebuilt := r.value(item)
			same = same && rebuilt == item
			items = append(items, rebuilt)
		})
		same = same && kept
	}
	if same {
		return v
	}
	return tree.NewArray(items...)
}

func (r *rebuilder) object(v *tree.Value) *tree.Value {
	members := make([]tree.Member, 0, len(v.Members)+1)
	same := true
	for _, m := range v.Members {
		kept := r.down(m.Name, func() {
			rebuilt := r.value(m.Value)
			same = same && rebuilt == m.Value
			members = append(members, tree.Member{Name: m.Name, Raw: m.Raw, Value: rebuilt})
		})
		same = same && kept
	}
	if note := r.notes[v]; note != "" {
		return tree.NewObject(describe(members, note)...)
	}
	if same {
		return v
	}
	return tree.NewObject(members...)
}

// describe adds a note to the description among the members of a schema. A schema
// without one gets it behind its type, as declared schemas are ordered.
func describe(members []tree.Member, note string) []tree.Member {
	place := 0
	for i, m := range members {
		switch {
		case m.Name == "type":
			place = i + 1
		case m.Name == "description" && m.Value.Kind != tree.String:
			return members
		case m.Name == "description":
			if m.Value.Text != "" {
				note = m.Value.Text + " " + note
			}
			members[i].Value = tree.NewString(note)
			return members
		}
	}
	members = append(members, tree.Member{})
	copy(members[place+1:], members[place:])
	members[place] = tree.M("description", tree.NewString(note))
	return members
}
