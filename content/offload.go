package content

import (
	"errors"
	"fmt"
	"slices"
)

// At returns the file at a URL that has the bytes of b: of the same medium, media type,
// identifier and metadata.
func (b Binary) At(url string) File {
	l := link{URL: url, MediaType: b.ContentType(), Identifier: b.ID(), VendorMetadata: b.VendorMetadata}
	switch b.Medium() {
	case Image:
		return l.as(KindImageURL)
	case Audio:
		return l.as(KindAudioURL)
	case Video:
		return l.as(KindVideoURL)
	}
	return l.as(KindDocumentURL)
}

// Offload returns v with URLs in the places of files with bytes, as [Binary.At] has them,
// and how many those are. The largest go first, the first of equals before the others, until
// their base64 makes up for an excess of bytes. store puts bytes elsewhere and returns
// the URL; its error is wrapped, and an empty URL is one.
func (v Value) Offload(excess int, store func(Binary) (url string, err error)) (Value, int, error) {
	rest, files := v.Split()
	var order []int
	for i, p := range files {
		if _, ok := p.File.(Binary); ok {
			order = append(order, i)
		}
	}
	size := func(i int) int { return len(files[i].File.(Binary).Data) }
	slices.SortStableFunc(order, func(i, j int) int { return size(j) - size(i) })
	stored := 0
	for _, i := range order {
		if excess <= 0 {
			break
		}
		b := files[i].File.(Binary)
		url, err := store(b)
		if err == nil && url == "" {
			err = errors.New("no URL")
		}
		if err != nil {
			return v, 0, fmt.Errorf("offload file %s at %q: %w", b.ID(), files[i].Pointer, err)
		}
		excess -= len(b.Data)/3*4 - len(url)
		files[i].File = b.At(url)
		stored++
	}
	if stored == 0 {
		return v, 0, nil
	}
	return rest.Join(files), stored, nil
}
