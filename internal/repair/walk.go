package repair

import (
	"slices"
	"strconv"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// walk is one repair of arguments under way.
type walk struct {
	*Repairer
	limits strict.Limits
	values int // of the whole
	bytes  int // of the whole, about
	left   int // applications
	stop   func() bool

	path    []string // to where the walk is
	applied []Applied
	listed  int // bytes of the pointers in applied, escapes aside
}

// containers and scalars are the types that EncodedContainers and StringScalars
// are about.
const (
	null       = schema.Types(1 << tree.Null)
	text       = schema.Types(1 << tree.String)
	containers = schema.Types(1<<tree.Object | 1<<tree.Array)
	scalars    = schema.Types(1<<tree.Bool|1<<tree.Number) | schema.Integer
)

// only reports whether what can stand at a place is among the types given and null,
// and any of those given can.
func only(kinds, types schema.Types) bool { return kinds&^(types|null) == 0 && kinds&types != 0 }

// made lists a repair at the place where the walk is, or at a member of it. It
// reports false if the list would be longer than the text may be: then it is not made.
func (w *walk) made(n Name, member ...string) bool {
	size := 0
	for _, tokens := range [][]string{w.path, member} {
		for _, token := range tokens {
			size += len("/") + len(token)
		}
	}
	if size > w.limits.Bytes-w.listed {
		return false
	}
	w.listed += size
	pointer := tree.Join(tree.Join("", w.path...), member...)
	w.applied = append(w.applied, Applied{pointer, n})
	return true
}

// spend counts an application and reports whether there was one left.
func (w *walk) spend() bool {
	if w.left > 0 && w.left%1024 == 0 && w.stop != nil && w.stop() {
		w.left = 0
	}
	if w.left == 0 {
		return false
	}
	w.left--
	return true
}

// root repairs the whole: arguments are an object, whatever the schema says.
func (w *walk) root(v *tree.Value) *tree.Value {
	empty := v.Kind == tree.Null || v.Kind == tree.String && v.Text == ""
	if empty && w.on[EmptyArguments] && w.limits.Depth > 0 && w.limits.Values > 0 && w.limits.Bytes >= len(`{}`) && w.made(EmptyArguments) {
		return tree.NewObject()
	}
	if v.Kind == tree.String {
		if decoded := w.decode(v, 1<<tree.Object); decoded != nil {
			return decoded
		}
	}
	return v
}

// value repairs what stands at a place, and within it. It returns v itself if there
// is nothing to repair.
func (w *walk) value(p schema.Place, v *tree.Value) *tree.Value {
	if p.Free() {
		return v
	}
	if v.Kind == tree.String {
		if v = w.scalar(p, v); v.Kind == tree.String {
			return v
		}
	}
	if v.Kind != tree.Object && v.Kind != tree.Array {
		return v
	}
	c := p.Of(v, w.spend)
	switch {
	case !c.Inside():
		return v
	case v.Kind == tree.Array:
		return w.items(c, v)
	}
	return w.members(c, v)
}

// scalar repairs a string: what it becomes is no string, or another spelling of it.
func (w *walk) scalar(p schema.Place, v *tree.Value) *tree.Value {
	kinds := w.kinds.At(p)
	if kinds&text != 0 {
		if w.on[Base64Spelling] {
			return w.spelling(p, v)
		}
		return v
	}
	if only(kinds, containers) {
		if decoded := w.decode(v, kinds); decoded != nil {
			return decoded
		}
	}
	if w.on[StringScalars] && only(kinds, scalars) {
		if read := w.token(v, kinds); read != nil && w.made(StringScalars) {
			return read
		}
	}
	if w.on[NullText] && v.Text == "null" && kinds&null != 0 && w.admitsNull(p) && w.made(NullText) {
		return tree.NewNull()
	}
	return v
}

func (w *walk) admitsNull(p schema.Place) bool { return w.schema.Admits(p, tree.NewNull(), &w.left) }

func (w *walk) items(c schema.Certain, v *tree.Value) *tree.Value {
	var items []*tree.Value
	for i, item := range v.Items {
		if isScalar(item) || item.Kind == tree.Null {
			continue
		}
		w.path = append(w.path, strconv.Itoa(i))
		if mended := w.value(c.Item(i), item); mended != item {
			if items == nil {
				items = slices.Clone(v.Items)
			}
			items[i] = mended
		}
		w.path = w.path[:len(w.path)-1]
	}
	if items == nil {
		return v
	}
	return tree.NewArray(items...)
}

// members repairs the members of an object, leaves out those that stand for an
// omitted one, and adds those that stand for null.
func (w *walk) members(c schema.Certain, v *tree.Value) *tree.Value {
	var members []tree.Member // nil: so far as they were
	own := func(i int) {
		if members == nil {
			members = append(make([]tree.Member, 0, len(v.Members)+4), v.Members[:i]...)
		}
	}
	for i, m := range v.Members {
		if isScalar(m.Value) || w.isHidden(m.Name) {
			if members != nil {
				members = append(members, m)
			}
			continue
		}
		p := c.Member(m.Name)
		if name := w.omitted(&c, p, m); name != "" && w.made(name, m.Name) {
			own(i)
			continue
		}
		w.path = append(w.path, m.Name)
		mended := w.value(p, m.Value)
		w.path = w.path[:len(w.path)-1]
		if mended != m.Value {
			own(i)
			m.Value = mended
		}
		if members != nil {
			members = append(members, m)
		}
	}
	if w.on[OmittedAsNull] {
		for _, name := range c.Missing(v) {
			if p := c.Member(name); !w.isHidden(name) && w.standsForNull(&c, p, name) {
				own(len(v.Members))
				members = append(members, tree.M(name, tree.NewNull()))
			}
		}
	}
	if members == nil {
		return v
	}
	return tree.NewObject(members...)
}

// isScalar reports whether a value is one that no repair touches.
func isScalar(v *tree.Value) bool { return v.Kind == tree.Number || v.Kind == tree.Bool }

func (w *walk) isHidden(name string) bool { return len(w.path) == 0 && w.hidden[name] }

// omitted returns the repair by which a member is left out, or "".
func (w *walk) omitted(c *schema.Certain, p schema.Place, m tree.Member) Name {
	switch isNull, isEmpty := m.Value.Kind == tree.Null, m.Value.Kind == tree.String && m.Value.Text == ""; {
	case !isNull && !isEmpty, w.left <= 0, !c.Declares(m.Name), c.Requires(m.Name): // without a budget nothing is known
	case isNull && w.on[NullAsOmitted] && w.refusesNull(p):
		return NullAsOmitted
	case isEmpty && w.on[EmptyAsOmitted] && w.kinds.At(p)&text == 0:
		return EmptyAsOmitted
	}
	return ""
}

// refusesNull is not the contrary of admitsNull: without a budget neither is known,
// and what a $dynamicRef leads to depends on the way to it.
func (w *walk) refusesNull(p schema.Place) bool {
	if w.kinds.At(p)&null == 0 {
		return true
	}
	return !w.schema.Dynamic() && !w.admitsNull(p) && w.left > 0
}

// standsForNull reports whether a missing member can only mean null: its property
// says that it is required, and says so of null too.
func (w *walk) standsForNull(c *schema.Certain, p schema.Place, name string) bool {
	kinds := w.kinds.At(p)
	if !w.spend() || !c.Declares(name) || kinds&null == 0 || kinds == schema.AnyType || !w.admitsNull(p) {
		return false
	}
	size := len(`,"":null`) + len(name)
	if w.values >= w.limits.Values || size > w.limits.Bytes-w.bytes || !w.made(OmittedAsNull, name) {
		return false
	}
	w.values++
	w.bytes += size
	return true
}
