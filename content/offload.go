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
// the URL; its error is wrapped, and an empty URL is one, as is one that is not UTF-8.
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
			err = errors.New("no URL was returned: return where the bytes are, or an error")
		}
		var at File
		if err == nil {
			at, err = stays(b.At(url))
		}
		if err != nil {
			return v, 0, fmt.Errorf("offload file %s at %q: %w", b.ID(), files[i].Pointer, err)
		}
		excess -= len(b.Data)/3*4 - len(url)
		files[i].File = at
		stored++
	}
	if stored == 0 {
		return v, 0, nil
	}
	return rest.Join(files), stored, nil
}

// stays is an error for a file that a Value cannot hold: Join would pass it over. The URL
// may be a secret, and is not in it.
func stays(f File) (File, error) {
	f, err := normal(f)
	if err != nil {
		return nil, fmt.Errorf("the URL that was returned makes no file: %w: return one in ASCII, percent-encoded", err)
	}
	return f, nil
}
