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

// completed lays the defaults into a tree that was judged.
func (d *decoder) completed(n *node, v *tree.Value) *tree.Value {
	if v, d.room = d.schema.CompleteBy(n.at, v, d.room); d.room < 0 {
		d.unbound = true // the whole tree says how
	}
	return v
}

// subtree is value by a tree.
func (d *decoder) subtree(n *node, pos int, to reflect.Value) int {
	v, end := d.satisfied(n, pos)
	if end < 0 || !d.bind {
		return end
	}
	if v = d.completed(n, v); n.target != nil && !n.target.FromTree(v, to) {
		d.unbound = true
	}
	return end
}
