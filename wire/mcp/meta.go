package mcp

import (
	"fmt"

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
	ours, err := r.Outcome()
	if err != nil {
		return nil, fmt.Errorf("mcp: %w", err)
	}
	if r.Status == content.Success {
		return nil, nil
	}
	return []tree.Member{tree.M("response", ours)}, nil
}

// needed reports whether the blocks are read as something else without the hint.
func needed(h content.Hint, parts []content.Part) bool {
	if len(parts) != 1 || parts[0].File != nil && h.Form == content.FormList {
		return h.Form != content.FormNone
	}
	return parts[0].File == nil && (h.Form != content.FormText || content.BeginsJSON(parts[0].Text))
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
	if v := ours.Lookup("response"); v != nil {
		r := new(content.Response)
		whole := d.charge(v) && r.UnmarshalJSON([]byte(v.Raw)) == nil && r.Value.IsZero()
		if !whole {
			r.Status = content.Status(v.TextOf("status")) // all that is believed of it
		}
		switch r.Status {
		case content.Failed, content.Denied, content.Interrupted:
			if m.status = r.Status; whole {
				m.response = r
			}
		}
	}
	if v := ours.Lookup("hint"); v != nil && d.charge(v) {
		h := new(content.Hint)
		if h.UnmarshalJSON([]byte(v.Raw)) == nil {
			m.hint = h
		}
	}
	if v := ours.Lookup("lead"); v != nil && v.Kind == tree.Number && v.Text == "1" {
		m.lead = m.response != nil
	}
	return m
}

// ours returns our metadata of a result or a block, or nil.
func (*decoding) ours(v *tree.Value) *tree.Value { return v.Lookup("_meta").Lookup(key) }
