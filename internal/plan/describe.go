package plan

import (
	"fmt"
	"sort"
	"strings"
)

// String lists how each place is read: in the one pass, or, with the reason, as a
// tree.
func (p *Plan) String() string {
	var b strings.Builder
	if p.methods {
		b.WriteString("two passes: Go types read themselves once all is valid\n")
	}
	lines := map[string]bool{}
	seen := map[*node]bool{}
	var walk func(n *node, at string)
	walk = func(n *node, at string) {
		if n == nil || !n.at.Exists() {
			return // nothing is demanded there
		}
		how := ""
		if n.kind == nullable {
			how, n = "null, or ", n.inner
		}
		how += [...]string{"in the pass", "nothing is accepted", "a choice", "in the pass, by the member " + n.property, "as a tree: " + n.why}[n.kind]
		if seen[n] {
			how += ", as above"
		}
		place := at
		if place == "" {
			place = "(root)"
		}
		lines[fmt.Sprintf("%s  %s", place, how)] = true
		if seen[n] {
			return
		}
		seen[n] = true
		walk(n.inner, at)
		for i, branch := range n.branches {
			walk(branch, at+"("+branchLabel(n.values[i])+")")
		}
		if n.kind != plain {
			return
		}
		if a := n.array; a != nil {
			for i, item := range a.prefix {
				walk(item, fmt.Sprintf("%s/%d", at, i))
			}
			walk(a.items, at+"/*")
		}
		if o := n.object; o != nil {
			for i := range o.fields {
				walk(o.fields[i].node, at+"/"+o.fields[i].name)
			}
			walk(o.additional, at+"/*")
		}
	}
	walk(p.root, "")
	var sorted []string
	for line := range lines {
		sorted = append(sorted, line)
	}
	sort.Strings(sorted)
	for _, line := range sorted {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// branchLabel is a branch's value as it is shown.
func branchLabel(key string) string {
	switch key {
	case "t":
		return "true"
	case "f":
		return "false"
	case "n":
		return "null"
	}
	return key[1:]
}
