package mcp

import (
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// structured returns the structuredContent of a response; nil if it has none.
func (e Encoder) structured(r content.Response, hint content.Hint) (*tree.Value, error) {
	if r.Status != content.Success {
		return nil, nil
	}
	_, isFile := r.Value.File()
	if !e.Declared && (isFile || hint.Form != content.FormJSON) {
		return nil, nil // the blocks say all of it
	}
	rest, _ := r.Value.Split()
	root := rest.Tree()
	if root == nil {
		root = tree.NewNull()
	}
	if !e.Declared && !e.Version.modern() && root.Kind != tree.Object {
		return nil, nil
	}
	root, err := e.numbers(root)
	if err != nil {
		return nil, err
	}
	if e.Declared && !e.Version.modern() && (root.Kind != tree.Object || isFile) {
		root = tree.NewObject(tree.M("result", root))
	}
	return root, nil
}

// numbers returns v with each number as clients can hold it: v itself if they hold all.
func (e Encoder) numbers(v *tree.Value) (*tree.Value, error) {
	switch v.Kind {
	case tree.Number:
		double, finite := decimal.Double(v.Text)
		switch {
		case finite && (e.Declared || double.Cmp(decimal.Parse(v.Text)) == 0):
			return v, nil
		case e.Declared:
			return nil, fmt.Errorf("mcp: the number %.40s is beyond the range of a double: clients read no result with it, return it as a text", v.Text)
		}
		return tree.NewString(v.Text), nil
	case tree.Array:
		var items []*tree.Value
		for i, item := range v.Items {
			next, err := e.numbers(item)
			if err != nil {
				return nil, err
			}
			if next != item && items == nil {
				items = append(make([]*tree.Value, 0, len(v.Items)), v.Items[:i]...)
			}
			if items != nil {
				items = append(items, next)
			}
		}
		if items != nil {
			return tree.NewArray(items...), nil
		}
	case tree.Object:
		var members []tree.Member
		for i, m := range v.Members {
			next, err := e.numbers(m.Value)
			if err != nil {
				return nil, err
			}
			if next != m.Value && members == nil {
				members = append(make([]tree.Member, 0, len(v.Members)), v.Members[:i]...)
			}
			if members != nil {
				members = append(members, tree.M(m.Name, next))
			}
		}
		if members != nil {
			return tree.NewObject(members...), nil
		}
	}
	return v, nil
}
