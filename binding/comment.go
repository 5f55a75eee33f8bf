package binding

import "github.com/functionschema/fscheck/internal/tree"

// commented gives a member that no tag and no hook describes the comment that its
// source has.
func (e *emitter) commented(f *field, v *tree.Value) *tree.Value {
	text := e.comments[f.source]
	if text == "" || e.foreign || v.Lookup("description") != nil {
		return v
	}
	k := append(keywords{}, v.Members...)
	k.set("description", tree.NewString(text))
	described := k.object()
	e.carry(v, described)
	return described
}
