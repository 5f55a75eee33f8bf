package metadata

import (
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// naming changes names of properties that a provider refuses into ones that it
// takes. One name has one new name in the whole of a tool, which is the name of no
// other property of it, so that a new name can be taken back wherever it stands.
type naming struct {
	forward map[string]string // from the tool's name to the exported one, where they differ
	back    map[string]string
}

// longestRenamed is the length of the names that all patterns of the tables take.
const longestRenamed = 64

// rename gives every refused name of the document another, in the order of the text.
func rename(d *document, t *table) naming {
	n := naming{map[string]string{}, map[string]string{}}
	if t.of("property name") != renamed {
		return n
	}
	allowed := t.patterns["property name"]
	var names []string
	taken := map[string]bool{}
	for _, v := range d.schemas {
		eachName(v, func(name string) {
			if !taken[name] {
				taken[name] = true
				names = append(names, name)
			}
		})
	}
	next := map[string]int{} // by plain name, the number to try: thousands may share one
	for _, name := range names {
		if allowed.MatchString(name) {
			continue
		}
		plain := portable(name)
		to := plain
		for i := max(2, next[plain]); taken[to] || !allowed.MatchString(to); i++ {
			suffix := "_" + strconv.Itoa(i)
			to = plain[:min(len(plain), longestRenamed-len(suffix))] + suffix
			next[plain] = i + 1
		}
		taken[to] = true
		n.forward[name], n.back[to] = to, name
	}
	return n
}

// portable writes a name with letters, digits and underscores.
func portable(name string) string {
	s := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, name)
	if s == "" || '0' <= s[0] && s[0] <= '9' {
		s = "_" + s
	}
	return s[:min(len(s), longestRenamed)]
}

// eachName visits the names of properties that one schema object mentions.
func eachName(v *tree.Value, visit func(name string)) {
	list := func(names *tree.Value) {
		for _, item := range names.Items {
			if item.Kind == tree.String {
				visit(item.Text)
			}
		}
	}
	for _, m := range v.Members {
		switch m.Name {
		case "properties", "dependentSchemas":
			for _, p := range m.Value.Members {
				visit(p.Name)
			}
		case "required":
			list(m.Value)
		case "dependentRequired", "dependencies":
			for _, p := range m.Value.Members {
				visit(p.Name)
				list(p.Value)
			}
		}
	}
}

// apply returns the document with the new names. Its schemas keep their origins.
func (n naming) apply(d *document) *document {
	if len(n.forward) == 0 {
		return d
	}
	r := &renaming{naming: n, from: d, to: &document{
		origin: map[*tree.Value]string{}, order: map[*tree.Value]int{}, targets: map[*tree.Value]*tree.Value{},
	}, done: map[*tree.Value]*tree.Value{}}
	r.to.root = r.schema(d.root)
	for _, v := range d.schemas { // those that only references lead to as well
		to := r.schema(v)
		r.to.schemas = append(r.to.schemas, to)
		r.to.origin[to], r.to.order[to] = d.origin[v], d.order[v]
	}
	for ref, target := range d.targets {
		r.to.targets[ref] = r.schema(target)
	}
	return r.to
}

type renaming struct {
	naming
	from, to *document
	done     map[*tree.Value]*tree.Value
}

func (r *renaming) name(name string) string {
	if to, ok := r.forward[name]; ok {
		return to
	}
	return name
}

func (r *renaming) schema(v *tree.Value) *tree.Value {
	if to := r.done[v]; to != nil {
		return to
	}
	members := make([]tree.Member, 0, len(v.Members))
	for _, m := range v.Members {
		members = append(members, tree.M(m.Name, r.keyword(m)))
	}
	to := *v
	if v.Kind == tree.Object {
		to = *tree.NewObject(members...)
	}
	r.done[v] = &to
	return &to
}

func (r *renaming) keyword(m tree.Member) *tree.Value {
	switch m.Name {
	case "required":
		return r.list(m.Value)
	case "dependentRequired", "dependencies":
		return r.members(m.Value, func(v *tree.Value) *tree.Value {
			if v.Kind == tree.Array {
				return r.list(v)
			}
			return r.schema(v)
		})
	case "properties", "dependentSchemas":
		return r.members(m.Value, r.schema)
	case "default", "const", "enum", "examples", "example":
		return r.instance(m.Value)
	}
	switch holds[m.Name] {
	case holdsSchema:
		return r.schema(m.Value)
	case holdsList:
		items := make([]*tree.Value, len(m.Value.Items))
		for i, item := range m.Value.Items {
			items[i] = r.schema(item)
		}
		return tree.NewArray(items...)
	case holdsMap:
		members := make([]tree.Member, len(m.Value.Members))
		for i, entry := range m.Value.Members {
			members[i] = tree.M(entry.Name, r.schema(entry.Value))
		}
		return tree.NewObject(members...)
	}
	return m.Value
}

func (r *renaming) list(names *tree.Value) *tree.Value {
	items := make([]*tree.Value, len(names.Items))
	for i, item := range names.Items {
		items[i] = tree.NewString(r.name(text(item)))
	}
	return tree.NewArray(items...)
}

func (r *renaming) members(v *tree.Value, value func(*tree.Value) *tree.Value) *tree.Value {
	members := make([]tree.Member, len(v.Members))
	for i, m := range v.Members {
		members[i] = tree.M(r.name(m.Name), value(m.Value))
	}
	return tree.NewObject(members...)
}

// instance renames the members of a value of the arguments.
func (r *renaming) instance(v *tree.Value) *tree.Value {
	switch v.Kind {
	case tree.Array:
		items := make([]*tree.Value, len(v.Items))
		for i, item := range v.Items {
			items[i] = r.instance(item)
		}
		return tree.NewArray(items...)
	case tree.Object:
		for _, m := range v.Members {
			if to, ok := r.forward[m.Name]; ok && v.Lookup(to) != nil {
				return v // it has both names already: leave it
			}
		}
		return r.members(v, r.instance)
	}
	return v
}

// uncovered reports whether a pattern over the names of properties judges a new name
// otherwise than the tool's own, or may: it is not known beyond the bound.
func (e *export) uncovered(v *tree.Value) bool {
	properties := v.Lookup("properties")
	patterns := v.Lookup("patternProperties")
	if properties == nil || patterns == nil {
		return false
	}
	for _, m := range properties.Members {
		own, ok := e.back[m.Name]
		if !ok {
			continue
		}
		for _, p := range patterns.Members {
			e.compared += comparison(own) + comparison(m.Name)
			if e.compared > mostVisited || e.matches(p.Name, own) != e.matches(p.Name, m.Name) {
				return true
			}
		}
	}
	return false
}
