package content

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

// Kind tells the files apart in JSON: it is the member "kind".
type Kind string

// The six kinds of files.
const (
	KindBinary       Kind = "binary"
	KindImageURL     Kind = "image-url"
	KindAudioURL     Kind = "audio-url"
	KindVideoURL     Kind = "video-url"
	KindDocumentURL  Kind = "document-url"
	KindUploadedFile Kind = "uploaded-file"
)

// Medium is what a file is for those who show it.
type Medium string

// The media. What is none of the first three is a document.
const (
	Image    Medium = "image"
	Audio    Medium = "audio"
	Video    Medium = "video"
	Document Medium = "document"
)

// File is one file: [Binary], [ImageURL], [AudioURL], [VideoURL], [DocumentURL] or
// [UploadedFile], and nothing else.
//
//  1. A file may leave out what follows from the rest of it: its identifier, and
//     for a URL or an uploaded file the media type. [File.ID] and
//     [File.ContentType] give either; JSON always has both. What was said and
//     what follows are equal if they are the same text.
//  2. In a [Value] a file is in normal form: what would follow anyway is left out,
//     a Binary without media type is application/octet-stream.
//  3. VendorMetadata is a JSON object or none. It is for the provider alone, and
//     what looks like a file in it is none.
//  4. MarshalJSON writes the file's canonical JSON, UnmarshalJSON accepts what the
//     rule of [Reading] accepts for the kind. Strings are UTF-8.
type File interface {
	// Kind is the member "kind".
	Kind() Kind
	// ID is the identifier: what the file says, or the first six hexadecimal
	// digits of the SHA-1 of its data, URL or file id.
	ID() string
	// ContentType is the media type: what the file says, or what follows from the
	// extension of a URL or a file id, or application/octet-stream.
	ContentType() string
	// Medium follows from the kind of a URL, and else from the media type.
	Medium() Medium
	// MarshalJSON writes the canonical JSON.
	MarshalJSON() ([]byte, error)

	// normal returns the normal form, whose data are its own.
	normal() (File, error)
	// members are those of the canonical JSON, in order; data is the base64 of a
	// Binary.
	members(data *tree.Value) []tree.Member
}

var (
	_ File = Binary{}
	_ File = ImageURL{}
	_ File = AudioURL{}
	_ File = VideoURL{}
	_ File = DocumentURL{}
	_ File = UploadedFile{}
)

// Binary is a file whose bytes are here.
type Binary struct {
	// MediaType is what the bytes are, image/png for example. Empty stands for
	// application/octet-stream: bytes are never looked at to find out.
	MediaType      string
	Data           []byte
	Identifier     string
	VendorMetadata Value
}

// Kind implements [File].
func (Binary) Kind() Kind { return KindBinary }

// ID implements [File].
func (b Binary) ID() string {
	if b.Identifier != "" {
		return b.Identifier
	}
	return digest(b.Data)
}

// ContentType implements [File].
func (b Binary) ContentType() string { return cmpOr(b.MediaType, octets) }

// Medium implements [File].
func (b Binary) Medium() Medium { return mediumOf(b.ContentType()) }

// Equal reports whether b and c are the same file. The data come first: an
// identifier that follows from them is made of them.
func (b Binary) Equal(c Binary) bool {
	return bytes.Equal(b.Data, c.Data) && b.ContentType() == c.ContentType() &&
		(b.Identifier == c.Identifier || b.ID() == c.ID()) && sameMetadata(b.VendorMetadata, c.VendorMetadata)
}

// MarshalJSON implements [File].
func (b Binary) MarshalJSON() ([]byte, error) { return marshalFile(b) }

// UnmarshalJSON sets b to the file that text is.
func (b *Binary) UnmarshalJSON(text []byte) error { return unmarshalFile(text, b) }

func (b Binary) normal() (File, error) {
	b.MediaType = b.ContentType()
	b.Data = bytes.Clone(b.Data)
	if b.Identifier != "" && b.Identifier == digest(b.Data) {
		b.Identifier = ""
	}
	return b, normalMetadata(&b.VendorMetadata, KindBinary, b.MediaType, b.Identifier)
}

func (b Binary) members(data *tree.Value) []tree.Member {
	return []tree.Member{
		tree.M("data", data), tree.M("media_type", tree.NewString(b.ContentType())), metadataMember(b.VendorMetadata),
		kindMember(KindBinary), tree.M("identifier", tree.NewString(b.ID())),
	}
}

// UploadedFile names a file that a provider holds. Who follows the reference does
// so with his own credentials: [Policy] drops it from what a client sent.
type UploadedFile struct {
	FileID string
	// Provider is who holds the file, openai for example. It must not be empty.
	Provider       string
	MediaType      string
	Identifier     string
	VendorMetadata Value
}

// providers are those that need no hint to be read.
var providers = []string{"anthropic", "openai", "google", "google-cloud", "google-gla", "google-vertex", "bedrock", "xai"}

// Kind implements [File].
func (UploadedFile) Kind() Kind { return KindUploadedFile }

// ID implements [File].
func (u UploadedFile) ID() string { return cmpOr(u.Identifier, digest([]byte(u.FileID))) }

// ContentType implements [File].
func (u UploadedFile) ContentType() string {
	return cmpOr(u.MediaType, cmpOr(guess(u.FileID, KindUploadedFile), octets))
}

// Medium implements [File].
func (u UploadedFile) Medium() Medium { return mediumOf(u.ContentType()) }

// Equal reports whether u and w are the same file.
func (u UploadedFile) Equal(w UploadedFile) bool {
	return u.FileID == w.FileID && u.Provider == w.Provider && u.ContentType() == w.ContentType() && u.ID() == w.ID() &&
		sameMetadata(u.VendorMetadata, w.VendorMetadata)
}

// MarshalJSON implements [File].
func (u UploadedFile) MarshalJSON() ([]byte, error) { return marshalFile(u) }

// UnmarshalJSON sets u to the file that text is.
func (u *UploadedFile) UnmarshalJSON(text []byte) error { return unmarshalFile(text, u) }

func (u UploadedFile) normal() (File, error) {
	if u.Provider == "" {
		return nil, errors.New("content: an uploaded file has no Provider: say who holds it")
	}
	if u.MediaType == (UploadedFile{FileID: u.FileID}).ContentType() {
		u.MediaType = ""
	}
	if u.Identifier == digest([]byte(u.FileID)) {
		u.Identifier = ""
	}
	return u, normalMetadata(&u.VendorMetadata, KindUploadedFile, u.FileID, u.Provider, u.MediaType, u.Identifier)
}

func (u UploadedFile) members(*tree.Value) []tree.Member {
	return []tree.Member{
		tree.M("file_id", tree.NewString(u.FileID)), tree.M("provider_name", tree.NewString(u.Provider)),
		metadataMember(u.VendorMetadata), kindMember(KindUploadedFile),
		tree.M("media_type", tree.NewString(u.ContentType())), tree.M("identifier", tree.NewString(u.ID())),
	}
}

// known reports whether the file is read back without a hint.
func known(f File) bool {
	u, ok := f.(UploadedFile)
	return !ok || slices.Contains(providers, u.Provider)
}

// digest is the identifier that follows from what a file is.
func digest(b []byte) string {
	sum := sha1.Sum(b)
	return hex.EncodeToString(sum[:3])
}

func mediumOf(mediaType string) Medium {
	class, _, _ := strings.Cut(strings.ToLower(mediaType), "/")
	switch m := Medium(class); m {
	case Image, Audio, Video:
		return m
	}
	return Document
}

func kindMember(k Kind) tree.Member { return tree.M("kind", tree.NewString(string(k))) }

func metadataMember(v Value) tree.Member {
	if v.node == nil {
		return tree.M("vendor_metadata", tree.NewNull())
	}
	return tree.M("vendor_metadata", v.Tree())
}

func sameMetadata(a, b Value) bool {
	empty := func(v Value) bool { return v.node == nil || v.isNull() }
	return empty(a) && empty(b) || a.Equal(b)
}

// normalMetadata makes metadata of a file plain JSON or none, and checks the texts
// beside them.
func normalMetadata(v *Value, kind Kind, texts ...string) error {
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return fmt.Errorf("content: a text of the file (%s) is not UTF-8", kind)
		}
	}
	if v.node == nil || v.isNull() {
		*v = Value{}
		return nil
	}
	if t := v.node.plain; t != nil && t.Kind == tree.Object && t.Raw == "" {
		return nil // it was made by this function, or of no text
	}
	node := v.Tree()
	if node.Kind != tree.Object {
		return fmt.Errorf("content: the VendorMetadata of the file (%s) are %s, want a JSON object", kind, node.Kind)
	}
	*v = Of(node)
	return nil
}

func cmpOr(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}
