package vercelai

import "github.com/functionschema/fscheck/internal/tree"

// besides are the parts of one message that stand beside calls, by the places of the
// calls. A part belongs to the last call before it that has its id, or to the first
// behind it if there is none before: clients have a call once in a message and its parts
// anywhere, and what is written here has them behind it.
type besides struct {
	inputs, outcomes map[int]int // of a call: which part
	taken            map[int]bool
	parts            []*tree.Value
	calls            map[string]int // by their ids: the place of the last
}

func besidesOf(parts []*tree.Value) *besides {
	b := &besides{inputs: map[int]int{}, outcomes: map[int]int{}, taken: map[int]bool{}, parts: parts, calls: map[string]int{}}
	calls, waiting := b.calls, map[string][]int{}
	for i, part := range parts {
		id := part.TextOf("id")
		if of := b.of(part); of == nil {
			if id = callID(part); id == "" {
				continue
			}
			calls[id] = i
			for _, early := range waiting[id] {
				b.of(parts[early])[i] = early
			}
			delete(waiting, id)
		} else if call, ok := calls[id]; ok {
			of[call] = i
		} else {
			waiting[id] = append(waiting[id], i)
		}
	}
	return b
}

// of returns where a part belongs that stands beside a call; else nil.
func (b *besides) of(part *tree.Value) map[int]int {
	if d := part.Lookup("data"); d == nil || d.Kind != tree.Object {
		return nil
	}
	switch part.TextOf("type") {
	case InputPart:
		return b.inputs
	case OutcomePart:
		return b.outcomes
	}
	return nil
}

// take returns what stands beside the call at a place, once, or else what stands
// elsewhere.
func (b *besides) take(of map[int]int, call int, other *tree.Value) *tree.Value {
	i, ok := of[call]
	if !ok {
		return other
	}
	delete(of, call)
	b.taken[i] = true
	return b.parts[i].Lookup("data")
}

// left is why nobody took the part that stands beside calls of an id.
func (b *besides) left(id string) error {
	if _, ok := b.calls[id]; ok {
		return errNoPlace
	}
	return errNoCall
}
