package plan

import (
	"math/bits"
	"reflect"
	"sync"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
)

// kind is how a node judges.
type kind uint8

const (
	plain         kind = iota // by its own keywords, which may be none
	never                     // false: nothing is accepted
	nullable                  // null, or as inner does
	discriminated             // as the branch does that a member chooses
	subtree                   // as a tree, by the evaluator
)

// node is one place: what its schema demands, and what it fills.
type node struct {
	kind kind
	at   schema.Node // whose violations these are
	why  string      // of a subtree: what makes it one

	types  schema.Types // 0: all
	enum   *enumeration // const, or enum
	text   *textRules
	number *numberRules
	array  *arrayRules  // nil if no array is accepted
	object *objectRules // nil if no object is accepted

	target *Target // nil: nothing
	form   Form    // of the innermost target, which settle leads to
	direct bool    // the target is the innermost one
	// plainText: a string without escapes is judged by enum and length alone.
	// plainInt: an integer that is spelled as such is judged by from, to and step alone.
	// plainFloat: a number that is well within its bounds is read straight into a Float
	// of 64 bits. plainBool and plainNull: these words are accepted.
	plainText, plainInt, plainFloat, plainBool, plainNull bool
	from, to, step                                        int64 // step is 0 if every integer is good

	low, high int64  // of an Int
	most      uint64 // of a Uint
	wide      bool   // a Float has 64 bits

	inner    *node // of a nullable choice
	property string
	values   []string       // of a discriminated one: the key of each branch's value
	byValue  map[string]int // the branch of each; nil if there are few
	branches []*node
	variants []int // of a Union: the variant of each branch
}

// accepts reports whether a JSON kind that is no number is of the node's types.
func (n *node) accepts(k tree.Kind) bool { return n.types == 0 || n.types&(1<<k) != 0 }

// objectRules are the keywords of objects, and the Go members that take them.
type objectRules struct {
	fields     []field
	index      map[string]int // nil if there are few fields
	keys       keyTable
	closed     bool  // other members are refused
	additional *node // what other members are; nil: they are skipped
	names      *node // what every name is; nil: nothing is demanded
	required   mask
	defaults   mask
	needed     []int // fields that are required
	optional   []int // fields that have a default
	least      int64 // members, or -1
	most       int64
	injected   bool // some fields are overwritten by the framework
	textMap    bool // the target is exactly map[string]string
	anyMap     bool // the target is exactly map[string]any
	fresh      bool // the values of a map read themselves
}

// field is a name that the schema, the Go type or both know.
type field struct {
	name     string
	key      key
	at       schema.Node
	node     *node // nil: skipped
	declared bool  // properties has it; else additionalProperties applies
	index    []int // of the Go struct; nil if it has no such field
	first    int   // index, if that is one step; else -1
	fill     *filling
	standing standing
	quick    bool // sent, declared, and in the Go struct itself
}

// standing is whose a field is.
type standing uint8

const (
	sent     standing = iota // the caller's
	injected                 // the framework's: what is sent is read and dropped
	refused                  // the framework's, and not to be sent
)

// mask is a set of fields, by position. The first 64 are in a word.
type mask struct {
	low  uint64
	rest []uint64
}

func (m *mask) set(i int) { m.add(i) }

// add adds a field and reports whether it was new.
func (m *mask) add(i int) bool {
	if i < 64 {
		had := m.low
		m.low |= 1 << i
		return m.low != had
	}
	return m.addRest(i)
}

func (m *mask) addRest(i int) bool {
	if more := i/64 - len(m.rest); more > 0 {
		m.rest = append(m.rest, make([]uint64, more)...)
	}
	had := m.rest[i/64-1]
	m.rest[i/64-1] |= 1 << (i % 64)
	return m.rest[i/64-1] != had
}

func (m *mask) has(i int) bool {
	if i < 64 {
		return m.low&(1<<i) != 0
	}
	return i/64-1 < len(m.rest) && m.rest[i/64-1]&(1<<(i%64)) != 0
}

func (m *mask) count() int64 {
	count := bits.OnesCount64(m.low)
	for _, word := range m.rest {
		count += bits.OnesCount64(word)
	}
	return int64(count)
}

// lacks reports whether there may be a field in m that is not in seen.
func (m *mask) lacks(seen *mask) bool { return m.low&^seen.low != 0 || m.rest != nil }

// wide is the number of fields beyond which an object takes the mask of one before it,
// which grows with what is sent: the objects may be many and have few members each.
const wide = 1024

// few is the number of fields, of values of an enum or of branches up to which each is
// compared with what was sent.
const few = 10

// find returns the position of a name, or -1.
func (o *objectRules) find(name []byte) int {
	if o.index != nil {
		if i, ok := o.index[string(name)]; ok {
			return i
		}
		return -1
	}
	for i := range o.fields {
		if o.fields[i].name == string(name) {
			return i
		}
	}
	return -1
}

// arrayRules are the keywords of arrays.
type arrayRules struct {
	least, most int64 // items, or -1
	unique      bool
	prefix      []*node
	items       *node // nil: skipped
	closed      bool  // items behind the prefix are refused

	scratch *sync.Pool    // of *sliceScratch, for a Slice
	inPlace bool          // the items of a Slice read themselves
	empty   reflect.Value // a slice of no items
	size    int           // of an Array
}
