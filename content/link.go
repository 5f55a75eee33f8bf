package content

import (
	"github.com/functionschema/fscheck/internal/tree"
)

// Download says whether whoever handles a URL fetches it himself, instead of
// handing the URL to the provider.
type Download string

// The three ways. In JSON they are false, true and "allow-local".
const (
	DownloadAsNeeded   Download = ""
	DownloadAlways     Download = "always"
	DownloadAllowLocal Download = "allow-local" // always, and from private addresses too
)

// ImageURL is an image at a URL.
type ImageURL struct {
	URL            string
	ForceDownload  Download
	MediaType      string
	Identifier     string
	VendorMetadata Value
}

// AudioURL is sound at a URL.
type AudioURL ImageURL

// VideoURL is a video at a URL.
type VideoURL ImageURL

// DocumentURL is any other file at a URL.
type DocumentURL ImageURL

// link is what the four have in common.
type link ImageURL

func (l link) id() string { return cmpOr(l.Identifier, digest([]byte(l.URL))) }

// mediaType is "" if it is neither said nor follows.
func (l link) mediaType(k Kind) string {
	if l.MediaType != "" {
		return l.MediaType
	}
	return guess(l.URL, k)
}

func (l link) contentType(k Kind) string { return cmpOr(l.mediaType(k), octets) }

func (l link) equal(m link, k Kind) bool {
	return l.URL == m.URL && l.ForceDownload == m.ForceDownload && l.mediaType(k) == m.mediaType(k) && l.id() == m.id() &&
		sameMetadata(l.VendorMetadata, m.VendorMetadata)
}

func (l link) normal(k Kind) (link, error) {
	if err := l.ForceDownload.check(); err != nil {
		return link{}, err
	}
	if l.MediaType != "" && l.MediaType == guess(l.URL, k) {
		l.MediaType = ""
	}
	if l.Identifier == digest([]byte(l.URL)) {
		l.Identifier = ""
	}
	return l, normalMetadata(&l.VendorMetadata, k, l.URL, l.MediaType, l.Identifier)
}

func (l link) members(k Kind) []tree.Member {
	// An unknown media type is null, which pydantic-ai reads back as unknown.
	mediaType := tree.NewNull()
	if t := l.mediaType(k); t != "" {
		mediaType = tree.NewString(t)
	}
	return []tree.Member{
		tree.M("url", tree.NewString(l.URL)), tree.M("force_download", l.ForceDownload.tree()), metadataMember(l.VendorMetadata),
		kindMember(k), tree.M("media_type", mediaType), tree.M("identifier", tree.NewString(l.id())),
	}
}

// as returns the link as a file of the kind.
func (l link) as(k Kind) File {
	switch k {
	case KindAudioURL:
		return AudioURL(l)
	case KindVideoURL:
		return VideoURL(l)
	case KindDocumentURL:
		return DocumentURL(l)
	}
	return ImageURL(l)
}

// linkOf returns a file that is a URL as what the four have in common.
func linkOf(f File) (link, bool) {
	switch f := f.(type) {
	case ImageURL:
		return link(f), true
	case AudioURL:
		return link(f), true
	case VideoURL:
		return link(f), true
	case DocumentURL:
		return link(f), true
	}
	return link{}, false
}

func (l link) file(k Kind) (File, error) {
	n, err := l.normal(k)
	if err != nil {
		return nil, err
	}
	return n.as(k), nil
}

// Kind implements [File].
func (ImageURL) Kind() Kind { return KindImageURL }

// ID implements [File].
func (u ImageURL) ID() string { return link(u).id() }

// ContentType implements [File].
func (u ImageURL) ContentType() string { return link(u).contentType(KindImageURL) }

// Medium implements [File].
func (ImageURL) Medium() Medium { return Image }

// Equal reports whether u and w are the same file.
func (u ImageURL) Equal(w ImageURL) bool { return link(u).equal(link(w), KindImageURL) }

// MarshalJSON implements [File].
func (u ImageURL) MarshalJSON() ([]byte, error) { return marshalFile(u) }

// UnmarshalJSON sets u to the file that text is.
func (u *ImageURL) UnmarshalJSON(text []byte) error { return unmarshalFile(text, u) }

func (u ImageURL) normal() (File, error)             { return link(u).file(KindImageURL) }
func (u ImageURL) members(*tree.Value) []tree.Member { return link(u).members(KindImageURL) }

// Kind implements [File].
func (AudioURL) Kind() Kind { return KindAudioURL }

// ID implements [File].
func (u AudioURL) ID() string { return link(u).id() }

// ContentType implements [File].
func (u AudioURL) ContentType() string { return link(u).contentType(KindAudioURL) }

// Medium implements [File].
func (AudioURL) Medium() Medium { return Audio }

// Equal reports whether u and w are the same file.
func (u AudioURL) Equal(w AudioURL) bool { return link(u).equal(link(w), KindAudioURL) }

// MarshalJSON implements [File].
func (u AudioURL) MarshalJSON() ([]byte, error) { return marshalFile(u) }

// UnmarshalJSON sets u to the file that text is.
func (u *AudioURL) UnmarshalJSON(text []byte) error { return unmarshalFile(text, u) }

func (u AudioURL) normal() (File, error)             { return link(u).file(KindAudioURL) }
func (u AudioURL) members(*tree.Value) []tree.Member { return link(u).members(KindAudioURL) }

// Kind implements [File].
func (VideoURL) Kind() Kind { return KindVideoURL }

// ID implements [File].
func (u VideoURL) ID() string { return link(u).id() }

// ContentType implements [File].
func (u VideoURL) ContentType() string { return link(u).contentType(KindVideoURL) }

// Medium implements [File].
func (VideoURL) Medium() Medium { return Video }

// Equal reports whether u and w are the same file.
func (u VideoURL) Equal(w VideoURL) bool { return link(u).equal(link(w), KindVideoURL) }

// MarshalJSON implements [File].
func (u VideoURL) MarshalJSON() ([]byte, error) { return marshalFile(u) }

// UnmarshalJSON sets u to the file that text is.
func (u *VideoURL) UnmarshalJSON(text []byte) error { return unmarshalFile(text, u) }

func (u VideoURL) normal() (File, error)             { return link(u).file(KindVideoURL) }
func (u VideoURL) members(*tree.Value) []tree.Member { return link(u).members(KindVideoURL) }

// Kind implements [File].
func (DocumentURL) Kind() Kind { return KindDocumentURL }

// ID implements [File].
func (u DocumentURL) ID() string { return link(u).id() }

// ContentType implements [File].
func (u DocumentURL) ContentType() string { return link(u).contentType(KindDocumentURL) }

// Medium implements [File].
func (DocumentURL) Medium() Medium { return Document }

// Equal reports whether u and w are the same file.
func (u DocumentURL) Equal(w DocumentURL) bool { return link(u).equal(link(w), KindDocumentURL) }

// MarshalJSON implements [File].
func (u DocumentURL) MarshalJSON() ([]byte, error) { return marshalFile(u) }

// UnmarshalJSON sets u to the file that text is.
func (u *DocumentURL) UnmarshalJSON(text []byte) error { return unmarshalFile(text, u) }

func (u DocumentURL) normal() (File, error)             { return link(u).file(KindDocumentURL) }
func (u DocumentURL) members(*tree.Value) []tree.Member { return link(u).members(KindDocumentURL) }
