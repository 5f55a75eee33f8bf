package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/tree"
)

// satisfied reads the value at pos as a tree, which the evaluator judges.
func (d *decoder) satisfied(n *node, pos int) (*tree.Value, int) {
	end := d.skip(pos)
	if end < 0 {
		return nil, -1
	}
	v := d.tree(pos, end)
	if v == nil || !d.schema.Satisfies(n.at, v) {
		return nil, -1
	}
	return v, end
}

// subtree is value by a tree.
func (d *decoder) subtree(n *node, pos int, to reflect.Value) int {
	v, end := d.satisfied(n, pos)
	if end >= 0 && d.bind && n.target != nil && !n.target.FromTree(d.schema.CompleteBy(n.at, v), to) {
		d.unbound = true
	}
	return end
}
