package plan

import (
	"math"
	"reflect"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
)

// builder pairs schema objects with targets, each pair once.
type builder struct {
	schema *schema.Schema
	nodes  map[pair]*node
	always map[*Target]*node
	order  []*node
}

type pair struct {
	schema schema.Node
	target *Target
}

// node returns the node of a pair. It may be called while the node is being built:
// the pointer is then good, its content is not there yet.
func (b *builder) node(at schema.Node, t *Target) *node {
	key := pair{at, t}
	if n := b.nodes[key]; n != nil {
		return n
	}
	r := at.Rules()
	if r.Ref.Exists() && !r.Own && r.Rare == "" && !r.Nullable.Exists() && r.Branches == nil {
		n := b.node(r.Ref, t) // references lead into no circle without consuming input
		b.nodes[key] = n
		return n
	}
	n := &node{at: at, target: t, low: math.MinInt64, high: math.MaxInt64}
	b.nodes[key] = n
	b.order = append(b.order, n)
	if inner := t.innermost(); inner != nil {
		n.form, n.direct = inner.Form, inner == t
		n.setRange(inner.Type)
	}
	if n.why = reason(&r, t); n.why != "" {
		n.kind = subtree
		return n
	}
	switch {
	case r.Boolean != nil && !*r.Boolean:
		n.kind = never
	case r.Nullable.Exists():
		b.nullable(n, &r)
	case r.Branches != nil:
		b.discriminated(n, &r)
	default:
		b.plain(n, &r)
	}
	return n
}

// reason says why a place is judged as a tree, or "".
func reason(r *schema.Rules, t *Target) string {
	choice := r.Nullable.Exists() || r.Branches != nil
	inner := t.innermost()
	switch {
	case r.Rare != "":
		return r.Rare
	case r.Ref.Exists() && (r.Own || choice):
		return "keywords beside $ref"
	case choice && r.Own:
		return "keywords beside a choice"
	case r.Const != nil && r.HasEnum:
		return "enum beside const"
	case inner == nil:
		return ""
	case inner.Form == Tree:
		return "the Go type reads itself"
	case inner.Form == Raw && (r.Own || choice):
		return "keywords of a json.RawMessage"
	case inner.Form == Union && r.Branches == nil && !r.Nullable.Exists():
		return "a union without its schema"
	case inner.Form == Slice && !inner.inPlace() && inner.Elem.reads(map[*Target]bool{}):
		return "items read themselves"
	}
	return ""
}

// setRange notes what a type of numbers holds.
func (n *node) setRange(t reflect.Type) {
	switch n.form {
	case Int:
		bits := t.Bits()
		n.low, n.high = -1<<(bits-1), 1<<(bits-1)-1
	case Float:
		n.wide = t.Bits() == 64
	case Uint:
		n.most = math.MaxUint64 >> (64 - t.Bits())
	}
}

// setSteps notes which integers are plainly within the type and all bounds.
func (n *node) setSteps() {
	n.from, n.to = n.low, n.high
	if n.form == Uint {
		n.from, n.to = 0, int64(min(n.most, math.MaxInt64))
	}
	if r := n.number; r != nil {
		n.from, n.to, n.step = max(n.from, r.low), min(n.to, r.high), r.whole
		n.plainInt = n.plainInt && (r.whole > 0 || !r.multiple)
	}
}

// nullable is the choice of one schema and null.
func (b *builder) nullable(n *node, r *schema.Rules) {
	n.kind = nullable
	n.inner = b.node(r.Nullable, n.target)
	if r.OneOf && (n.inner.kind != plain || n.inner.types == 0 || n.inner.accepts(tree.Null)) {
		n.kind, n.why = subtree, "oneOf whose schema may accept null"
	}
}

// discriminated is the choice among objects by one member.
func (b *builder) discriminated(n *node, r *schema.Rules) {
	n.kind, n.property = discriminated, r.Discriminator
	inner := n.target.innermost()
	for i, branch := range r.Branches {
		key, ok := branchKey(r.Values[i])
		if !ok {
			n.kind, n.why = subtree, "a discriminator that is no scalar"
			return
		}
		target := n.target
		if n.form == Union {
			v := inner.variant(r.Discriminator, r.Values[i].Text)
			if v < 0 || r.Values[i].Kind != tree.String {
				n.kind, n.why = subtree, "a union of other variants"
				return
			}
			n.variants = append(n.variants, v)
			target = inner.Variants[v].Target
		}
		n.values = append(n.values, key)
		n.branches = append(n.branches, b.node(branch, target))
	}
	if len(n.values) > few {
		n.byValue = make(map[string]int, len(n.values))
		for i, value := range n.values {
			n.byValue[value] = i
		}
	}
}

// variant returns the position of a variant, or -1.
func (t *Target) variant(discriminator, name string) int {
	if discriminator == t.Discriminator {
		for i := range t.Variants {
			if t.Variants[i].Name == name {
				return i
			}
		}
	}
	return -1
}

// plain is a place that is judged by its own keywords.
func (b *builder) plain(n *node, r *schema.Rules) {
	n.types = r.Types
	switch {
	case r.Const != nil:
		n.enum = newEnumeration("const", []*tree.Value{r.Const})
	case r.HasEnum:
		n.enum = newEnumeration("enum", r.Enum)
	}
	if n.enum == nil && (r.Const != nil || r.HasEnum) {
		n.kind, n.why = subtree, "enum or const of a container"
		return
	}
	if r.MinLength >= 0 || r.MaxLength >= 0 || r.Pattern != nil || r.Assert != 0 {
		n.text = &textRules{r.MinLength, r.MaxLength, r.Pattern, r.Assert}
	}
	n.number = newNumberRules(r)
	n.plainText = n.accepts(tree.String) && (n.text == nil || n.text.pattern == nil && n.text.assert == 0)
	n.plainFloat = n.form == Float && n.wide && n.enum == nil && (n.types == 0 || n.types&(1<<tree.Number) != 0)
	n.plainInt = n.enum == nil && (n.types == 0 || n.types&(1<<tree.Number|schema.Integer) != 0)
	n.setSteps()
	n.plainBool = n.enum == nil && n.accepts(tree.Bool)
	n.plainNull = n.enum == nil && n.accepts(tree.Null)
	inner := n.target.innermost()
	if n.accepts(tree.Array) {
		b.array(n, r, inner)
	}
	if n.accepts(tree.Object) {
		b.object(n, r, inner)
	}
}

// elem is the target of what is in a container, nil if there is none.
func elem(t *Target, form Form) *Target {
	switch {
	case t == nil:
		return nil
	case t.Form == Any:
		return t
	case t.Form == form || form == Slice && t.Form == Array:
		return t.Elem
	}
	return nil
}

func (b *builder) array(n *node, r *schema.Rules, inner *Target) {
	a := &arrayRules{least: r.MinItems, most: r.MaxItems, unique: r.UniqueItems}
	n.array = a
	of := elem(inner, Slice)
	for _, p := range r.PrefixItems {
		a.prefix = append(a.prefix, b.node(p, of))
	}
	switch {
	case !r.Items.Exists():
		a.items = b.anything(of)
	case b.isFalse(r.Items):
		a.closed = true
	default:
		a.items = b.node(r.Items, of)
	}
	if inner == nil {
		return
	}
	switch inner.Form {
	case Slice:
		a.scratch, a.empty = newScratch(inner.Type, a), reflect.MakeSlice(inner.Type, 0, 0)
		a.inPlace = inner.inPlace()
	case Array:
		a.size = inner.Type.Len()
	}
}

func (b *builder) isFalse(n schema.Node) bool {
	r := n.Rules()
	return r.Boolean != nil && !*r.Boolean
}

// anything returns the node of a target whose schema demands nothing, nil if there
// is neither.
func (b *builder) anything(t *Target) *node {
	if t == nil {
		return nil
	}
	if n := b.always[t]; n != nil {
		return n
	}
	n := &node{target: t, low: math.MinInt64, high: math.MaxInt64}
	b.always[t] = n
	b.order = append(b.order, n)
	none := schema.Rules{MinLength: -1, MaxLength: -1, MinItems: -1, MaxItems: -1, MinProperties: -1, MaxProperties: -1}
	inner := t.innermost()
	n.form, n.direct = inner.Form, inner == t
	n.setRange(inner.Type)
	if n.why = reason(&none, t); n.why != "" {
		n.kind = subtree
		return n
	}
	b.plain(n, &none)
	return n
}
