package schema

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// collector gathers what a judgement finds and puts it into the normal form of
// rule 12. A finding is small and holds no text: a flood of them stays cheap, and
// only those that are reported get a message.
type collector struct {
	instance *tree.Value
	path     []byte // the pointer of the value under judgement
	lengths  []int  // of path before each push
	pointers []byte // of the findings, one after the other
	findings []finding
	secrets  []string // pointers of values that no message may quote
}

type finding struct {
	node     *node
	value    *tree.Value
	keyword  string
	name     string
	named    bool
	from, to int // its pointer within pointers
}

func (c *collector) push(name string) {
	c.lengths = append(c.lengths, len(c.path))
	c.path = tree.AppendToken(c.path, name)
}

func (c *collector) pushIndex(i int) {
	c.lengths = append(c.lengths, len(c.path))
	c.path = strconv.AppendInt(append(c.path, '/'), int64(i), 10)
}

func (c *collector) pop() {
	last := len(c.lengths) - 1
	c.path = c.path[:c.lengths[last]]
	c.lengths = c.lengths[:last]
}

func (c *collector) add(n *node, v *tree.Value, keyword, name string, named bool) {
	from := len(c.pointers)
	c.pointers = append(c.pointers, c.path...)
	c.findings = append(c.findings, finding{n, v, keyword, name, named, from, len(c.pointers)})
}

// hide notes that the value under judgement is never quoted.
func (c *collector) hide() {
	if p := string(c.path); len(c.secrets) == 0 || c.secrets[len(c.secrets)-1] != p {
		c.secrets = append(c.secrets, p)
	}
}

func (c *collector) pointer(f *finding) []byte { return c.pointers[f.from:f.to] }

func (c *collector) compare(a, b *finding) int {
	if d := bytes.Compare(c.pointer(a), c.pointer(b)); d != 0 {
		return d
	}
	if d := strings.Compare(a.keyword, b.keyword); d != 0 {
		return d
	}
	if a.named != b.named {
		if b.named {
			return -1
		}
		return 1
	}
	return strings.Compare(a.name, b.name)
}

// report returns the first violations of the sorted set and the number of the
// others. Messages are written here.
func (c *collector) report(budget Budget) Report {
	c.dropUnevaluated()
	first := make([]*finding, 0, min(budget.Violations, len(c.findings))+1)
	for i := range c.findings {
		f := &c.findings[i]
		if len(first) == budget.Violations && c.compare(f, first[len(first)-1]) >= 0 {
			continue
		}
		at, same := slices.BinarySearchFunc(first, f, c.compare)
		if same {
			continue
		}
		first = slices.Insert(first, at, f)
		if len(first) > budget.Violations {
			first = first[:budget.Violations]
		}
	}
	r := Report{More: c.distinct() - len(first), Violations: make([]Violation, len(first))}
	for i, f := range first {
		r.Violations[i] = c.violation(f, budget)
	}
	return r
}

// distinct counts the findings, equal ones once. They are told apart by a 64-bit
// hash under a random seed: among a million the chance of a wrong count, by one,
// is below one in ten million.
func (c *collector) distinct() int {
	seed := maphash.MakeSeed()
	seen := make(map[uint64]struct{}, len(c.findings))
	var h maphash.Hash
	for i := range c.findings {
		f := &c.findings[i]
		h.SetSeed(seed)
		h.Write(c.pointer(f))
		h.WriteByte(0xFF) // in no UTF-8 text
		h.WriteString(f.keyword)
		if f.named {
			h.WriteByte(0xFF)
			h.WriteString(f.name)
		}
		seen[h.Sum64()] = struct{}{}
	}
	return len(seen)
}

// dropUnevaluated removes unevaluatedProperties and unevaluatedItems from where
// something else failed at or below the same place: what a failed schema would
// have evaluated is not known then.
func (c *collector) dropUnevaluated() {
	unevaluated := func(f *finding) bool { return strings.HasPrefix(f.keyword, "unevaluated") }
	if !slices.ContainsFunc(c.findings, func(f finding) bool { return unevaluated(&f) }) {
		return
	}
	var others, all []string
	for i := range c.findings {
		p := string(c.pointer(&c.findings[i]))
		all = append(all, p)
		if !unevaluated(&c.findings[i]) {
			others = append(others, p)
		}
	}
	slices.Sort(others)
	slices.Sort(all)
	c.findings = slices.DeleteFunc(c.findings, func(f finding) bool {
		if !unevaluated(&f) {
			return false
		}
		p := string(c.pointer(&f))
		if _, found := slices.BinarySearchFunc(others, p, cmp.Compare[string]); found {
			return true
		}
		below, _ := slices.BinarySearchFunc(all, p+"/", cmp.Compare[string])
		return below < len(all) && strings.HasPrefix(all[below], p+"/")
	})
}

// violation writes a finding out.
func (c *collector) violation(f *finding, budget Budget) Violation {
	v := Violation{Pointer: string(c.pointer(f)), Keyword: f.keyword}
	if f.named {
		v.Property = &f.name
	}
	m := message{finding: f, quotable: true, hidden: budget.Hidden, root: v.Pointer == ""}
	for _, s := range c.secrets {
		m.quotable = m.quotable && !within(v.Pointer, s)
	}
	for _, name := range budget.Hidden {
		m.quotable = m.quotable && !within(v.Pointer, tree.Join("", name))
	}
	v.Message = m.text()
	return v
}

// within reports whether pointer is at or below place.
func within(pointer, place string) bool {
	return strings.HasPrefix(pointer, place) && (len(pointer) == len(place) || pointer[len(place)] == '/')
}
