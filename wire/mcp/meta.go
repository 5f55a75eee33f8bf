package mcp

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// key is the name under which our metadata stand beside others', by the rules that
// the protocol has for names in _meta.
const key = "io.github.functionschema/fscheck"

func metaMember(ours []tree.Member) tree.Member {
	return tree.M("_meta", tree.NewObject(tree.M(key, tree.NewObject(ours...))))
}

// outcome returns what our metadata say of a response that is no success: all of it
// but the value.
func outcome(r content.Response) ([]tree.Member, error) {
	text, err := content.Response{Status: r.Status, Failure: r.Failure}.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("mcp: %w", err)
	}
	if r.Status == content.Success {
		return nil, nil
	}
	return []tree.Member{tree.M("response", verbatim(text))}, nil
}

// needed reports whether the blocks are read as something else without the hint.
func needed(h content.Hint, parts []content.Part) bool {
	if len(parts) != 1 || parts[0].File != nil && h.Form == content.FormList {
		return h.Form != content.FormNone
	}
	return parts[0].File == nil && (h.Form != content.FormText || mayBeJSON(parts[0].Text))
}

// mayBeJSON reports whether a text could be read as a list or an object.
func mayBeJSON(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	return s != "" && (s[0] == '[' || s[0] == '{')
}

// metadata are ours of a result.
type metadata struct {
	status   content.Status    // of a response that was no success, or ""
	response *content.Response // all of that but its value; nil if it is not as we write it
	hint     *content.Hint
	lead     bool // the first block is not of the value
}

// metadata reads ours; what is not as we write it counts as absent, but for the status of
// a response that was no success.
func (d *decoding) metadata(result *tree.Value) metadata {
	var m metadata
	ours := d.ours(result)
	if v := lookup(ours, "response"); v != nil {
		r := new(content.Response)
		whole := d.charge(v) && r.UnmarshalJSON([]byte(v.Raw)) == nil && r.Value.IsZero()
		if status := lookup(v, "status"); !whole && status != nil && status.Kind == tree.String {
			r.Status = content.Status(status.Text)
		}
		switch r.Status {
		case content.Failed, content.Denied, content.Interrupted:
			if m.status = r.Status; whole {
				m.response = r
			}
		}
	}
	if v := lookup(ours, "hint"); v != nil && d.charge(v) {
		h := new(content.Hint)
		if h.UnmarshalJSON([]byte(v.Raw)) == nil {
			m.hint = h
		}
	}
	if v := lookup(ours, "lead"); v != nil && v.Kind == tree.Number && v.Text == "1" {
		m.lead = m.response != nil
	}
	return m
}

// ours returns our metadata of a result or a block, or nil.
func (*decoding) ours(v *tree.Value) *tree.Value { return lookup(lookup(v, "_meta"), key) }

// lookup returns the member of an object; nil for what is no object, too.
func lookup(v *tree.Value, name string) *tree.Value {
	if v == nil || v.Kind != tree.Object {
		return nil
	}
	return v.Lookup(name)
}
