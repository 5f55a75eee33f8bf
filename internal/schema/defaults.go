package schema

import (
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// definition is the default of one place: what fills an omitted property,
// completed by its own nested defaults. Values are shared by all calls and never
// changed.
type definition struct {
	value     *tree.Value // as written
	completed *tree.Value
	owner     *node // the schema whose keyword it is
	bytes     int   // of completed, as text
}

// largestDefault is how many values a default has at most once it is completed:
// as many as arguments have (rule 9).
const largestDefault = 1_000_000

const tooLarge = "completed by the defaults within it, this default has more than 1,000,000 values: make it smaller"

// defaults is the compilation of all defaults of a schema.
type defaults struct {
	schema *Schema
	nodes  []*node
	faulty map[*node]bool // owners whose default does not fill anything
	owners map[*node]*node
	sizes  map[*tree.Value]int

	left   int // values that may still be visited
	faults []Violation
}

// compileDefaults checks that every default is valid as written, finds which one
// fills each place (rule 16), and completes it by its own nested defaults; a
// completion that meets itself is a fault (rule 17). Defaults that are faulty do
// not fill anything.
func (s *Schema) compileDefaults(nodes []*node) []Violation {
	d := &defaults{schema: s, nodes: nodes, faulty: map[*node]bool{}, left: 10 * largestDefault}
	d.judge()
	for again := true; again; again = d.complete() {
		d.assign()
	}
	if d.left < 0 {
		d.faults = append(d.faults, Violation{Keyword: "default", Message: "the defaults of this schema complete each other to too many values: make them smaller"})
		for _, n := range nodes {
			n.definition, n.fills = nil, false
		}
	}
	faults, _ := Normalize(d.faults, len(d.faults))
	return faults
}

func (d *defaults) refuse(owner *node, message string) {
	if !d.faulty[owner] {
		d.faulty[owner] = true
		d.faults = append(d.faults, Violation{Pointer: owner.pointer + "/default", Keyword: "default", Message: message})
	}
}

// judge checks the defaults as they are written. Together they may cost ten times
// what one call may.
func (d *defaults) judge() {
	left := 10 * DefaultApplications
	for _, n := range d.nodes {
		value := n.keyword("default")
		if value == nil || n.document != base {
			continue
		}
		report := d.schema.judge(n, value, Budget{Violations: 1, Applications: min(left, DefaultApplications)})
		left = max(1, left-report.applications)
		if report.Valid() {
			continue
		}
		d.refuse(n, defaultMessage(report))
	}
}

// defaultMessage says why a default is not valid.
func defaultMessage(r Report) string {
	v := r.Violations[0]
	switch {
	case r.Cost:
		return "checking this default takes too many schema applications: make it smaller"
	case v.Pointer != "":
		return "this default is not valid at " + quote(v.Pointer) + ": " + v.Message
	case strings.HasPrefix(v.Message, "must "), strings.HasPrefix(v.Message, "has "), strings.HasPrefix(v.Message, "is "):
		return "this default " + v.Message
	}
	return "this default is not valid: " + v.Message
}

// assign gives every place its default.
func (d *defaults) assign() {
	d.owners, d.sizes = make(map[*node]*node, len(d.nodes)), map[*tree.Value]int{}
	for _, n := range d.nodes {
		n.definition, n.fills = nil, false
	}
	for _, n := range d.nodes {
		if owner := d.owner(n); owner != nil {
			n.definition = &definition{value: owner.keyword("default").Compact(), owner: owner}
		}
	}
	d.assignFills()
}

// owner returns the schema whose default is that of the place n describes: its
// own, else the one behind $ref, else allOf in order, else the nullable choice
// (rule 16). All of these stay at one instance, so they lead into no circle.
func (d *defaults) owner(n *node) *node {
	if n == nil {
		return nil
	}
	if owner, known := d.owners[n]; known {
		return owner
	}
	var owner *node
	if n.keyword("default") != nil && !d.faulty[n] && n.document == base {
		owner = n
	}
	if owner == nil {
		owner = d.owner(n.ref)
	}
	for i := 0; owner == nil && i < len(n.allOf); i++ {
		owner = d.owner(n.allOf[i])
	}
	for _, c := range n.choices() {
		if owner == nil {
			owner = d.owner(c.nullable)
		}
	}
	d.owners[n] = owner
	return owner
}

// assignFills finds the schemas by which completing can add a member: those with
// a property that has a default, and those that lead to one.
func (d *defaults) assignFills() {
	leads := map[*node][]*node{} // from a schema to those that fill if it does
	var found []*node
	mark := func(n *node) {
		if !n.fills {
			n.fills = true
			found = append(found, n)
		}
	}
	for _, n := range d.nodes {
		for _, to := range n.places() {
			leads[to] = append(leads[to], n)
		}
		for _, p := range n.properties {
			if p.definition != nil {
				mark(n)
				break
			}
		}
	}
	for len(found) > 0 {
		n := found[len(found)-1]
		found = found[:len(found)-1]
		for _, from := range leads[n] {
			mark(from)
		}
	}
}

// places lists the schemas that n certainly applies to its instance, to a member
// or to an item of it.
func (n *node) places() []*node {
	list := append(n.sure(nil), n.prefixItems...)
	for _, c := range n.choices() {
		if c.nullable != nil {
			list = append(list, c.nullable)
		}
		list = append(list, c.branches...)
	}
	for _, name := range n.propertyOrder {
		list = append(list, n.properties[name])
	}
	for _, p := range n.patternProperties {
		list = append(list, p.node)
	}
	for _, one := range []*node{n.additional, n.items} {
		if one != nil {
			list = append(list, one)
		}
	}
	return list
}

// complete completes every default by those within it, and every schema that
// fills as if {} were sent, so that a completion that has no end is met here and
// not in a call. It reports whether there was a fault.
func (d *defaults) complete() bool {
	before := len(d.faults)
	for _, n := range d.nodes {
		f := &filler{building: d}
		switch {
		case n.definition != nil:
			f.under = append(f.under, n.definition)
			d.define(n, f)
		case n.fills:
			f.complete([]*node{n}, tree.NewObject())
		}
	}
	return len(d.faults) > before && d.left >= 0
}

// define completes the default of n, once.
func (d *defaults) define(n *node, f *filler) {
	def := n.definition
	if def.completed != nil {
		return
	}
	def.completed = f.complete([]*node{n}, def.value)
	if d.size(def.completed) > largestDefault {
		d.refuse(def.owner, tooLarge)
		def.completed = def.value
		return
	}
	def.bytes = textSize(def.completed)
}

// textSize returns about how many bytes a value has as text.
func textSize(v *tree.Value) int {
	size := 2 + len(v.Text)
	for _, item := range v.Items {
		size += 1 + textSize(item)
	}
	for _, m := range v.Members {
		size += 4 + len(m.Name) + textSize(m.Value)
	}
	return size
}

// meet reports defaults that contain each other, or one that contains itself.
func (d *defaults) meet(circle []*definition) {
	for _, def := range circle {
		d.refuse(def.owner, "this default, completed by the defaults within it, contains itself: give the inner member explicitly")
	}
}

// spend counts a value that is visited while defaults complete each other.
func (d *defaults) spend() bool {
	d.left--
	return d.left >= 0
}

// size is the number of values that a completed default has when it is written
// out; its parts may be shared, so each is counted once and then known.
func (d *defaults) size(v *tree.Value) int {
	if len(v.Items)+len(v.Members) == 0 {
		return 1
	}
	if size, known := d.sizes[v]; known {
		return size
	}
	size := 1
	for _, item := range v.Items {
		size = min(size+d.size(item), largestDefault+1)
	}
	for _, m := range v.Members {
		size = min(size+d.size(m.Value), largestDefault+1)
	}
	d.sizes[v] = size
	return size
}
