package mcp

import (
	"fmt"

	"github.com/functionschema/fscheck/content"
)

// offload returns the result of r, which is length bytes long, with URLs in the places
// of its largest files until it fits.
func (e Encoder) offload(r content.Response, length int) ([]byte, error) {
	remedy := "return less, or set Offload to send files as URLs"
	for e.Offload != nil {
		remedy = "return less, or files that Offload can take"
		// What is gained is known only when it is written.
		v, stored, err := r.Value.Offload(length-e.longest(), e.Offload)
		if err != nil {
			return nil, fmt.Errorf("mcp: %w", err)
		}
		if stored == 0 {
			break
		}
		r.Value = v
		text, err := e.write(r)
		if err != nil || e.fits(text) {
			return text, err
		}
		length = len(text)
	}
	return nil, fmt.Errorf("mcp: %w: %d bytes, the limit is %d: %s", ErrTooLarge, length, e.longest(), remedy)
}
