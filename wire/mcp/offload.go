package mcp

import (
	"fmt"
	"slices"

	"github.com/functionschema/fscheck/content"
)

// offload returns the result of r, which is length bytes long, with URLs in the places
// of its largest files until it fits.
func (e Encoder) offload(r content.Response, length int) ([]byte, error) {
	rest, files := r.Value.Split()
	var order []int
	for i, f := range files {
		if _, ok := f.File.(content.Binary); ok {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return size(files[j]) - size(files[i]) })
	for e.Offload != nil && len(order) > 0 {
		// What is gained is known only when it is written; this much is certain.
		for excess := length - e.longest(); excess > 0 && len(order) > 0; order = order[1:] {
			i := order[0]
			link, err := e.store(files[i].File.(content.Binary))
			if err != nil {
				return nil, err
			}
			excess -= size(files[i]) / 3 * 4
			files[i].File = link
		}
		r.Value = rest.Join(files)
		text, err := e.write(r)
		if err != nil || e.fits(text) {
			return text, err
		}
		length = len(text)
	}
	remedy := "return less, or files that Offload can take"
	if e.Offload == nil {
		remedy = "return less, or set Offload to send files as URLs"
	}
	return nil, fmt.Errorf("mcp: %w: %d bytes, the limit is %d: %s", ErrTooLarge, length, e.longest(), remedy)
}

func size(p content.Placed) int { return len(p.File.(content.Binary).Data) }

// store returns the file at a URL that has the bytes of b.
func (e Encoder) store(b content.Binary) (content.File, error) {
	url, err := e.Offload(b)
	if err != nil {
		return nil, fmt.Errorf("mcp: offload file %s: %w", b.ID(), err)
	}
	if url == "" {
		return nil, fmt.Errorf("mcp: offload file %s: no URL", b.ID())
	}
	link := content.ImageURL{URL: url, MediaType: b.ContentType(), Identifier: b.ID(), VendorMetadata: b.VendorMetadata}
	switch b.Medium() {
	case content.Image:
		return link, nil
	case content.Audio:
		return content.AudioURL(link), nil
	case content.Video:
		return content.VideoURL(link), nil
	}
	return content.DocumentURL(link), nil
}
