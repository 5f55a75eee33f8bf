package agui

import (
	"fmt"

	"github.com/functionschema/fscheck/content"
)

// offload puts URLs in the places of the largest files in v with bytes, until that
// makes up for the excess. It returns tooLarge if nothing is left to put elsewhere.
func (e Encoder) offload(v content.Value, excess int, tooLarge error) (content.Value, error) {
	if e.Offload == nil {
		return v, tooLarge
	}
	w, stored, err := v.Offload(excess, e.Offload)
	if err != nil {
		return v, fmt.Errorf("agui: %w", err)
	}
	if stored == 0 {
		return v, tooLarge
	}
	return w, nil
}
