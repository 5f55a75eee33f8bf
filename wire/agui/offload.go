package agui

import (
	"fmt"
	"slices"

	"github.com/functionschema/fscheck/content"
)

// offload puts URLs in the places of the largest files in v with bytes, until that
// makes up for the excess. It returns tooLarge if nothing is left to put elsewhere.
func (e Encoder) offload(v content.Value, excess int, tooLarge error) (content.Value, error) {
	if e.Offload == nil {
		return v, tooLarge
	}
	rest, files := v.Split()
	var order []int
	for i, f := range files {
		if _, ok := f.File.(content.Binary); ok {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return v, tooLarge
	}
	slices.SortStableFunc(order, func(i, j int) int { return size(files[j]) - size(files[i]) })
	for _, i := range order {
		if excess <= 0 {
			break
		}
		binary := files[i].File.(content.Binary)
		url, err := e.Offload(binary)
		if err != nil {
			return v, fmt.Errorf("agui: offload file %s: %w", binary.ID(), err)
		}
		if url == "" {
			return v, fmt.Errorf("agui: offload file %s: no URL", binary.ID())
		}
		excess -= size(files[i])/3*4 - len(url)
		files[i].File = linkTo(url, binary)
	}
	return rest.Join(files), nil
}

func size(p content.Placed) int { return len(p.File.(content.Binary).Data) }

// linkTo is the file at a URL that has the bytes of b.
func linkTo(url string, b content.Binary) content.File {
	link := content.ImageURL{URL: url, MediaType: b.ContentType(), Identifier: b.ID(), VendorMetadata: b.VendorMetadata}
	switch b.Medium() {
	case content.Image:
		return link
	case content.Audio:
		return content.AudioURL(link)
	case content.Video:
		return content.VideoURL(link)
	}
	return content.DocumentURL(link)
}
