package content

import (
	"errors"
	"fmt"
	"slices"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// looksLike returns the kind that an object claims, if it is one of the six.
func looksLike(v *tree.Value) (Kind, bool) {
	if v.Kind != tree.Object {
		return "", false
	}
	k := v.Lookup("kind")
	if k == nil || k.Kind != tree.String {
		return "", false
	}
	switch kind := Kind(k.Text); kind {
	case KindBinary, KindImageURL, KindAudioURL, KindVideoURL, KindDocumentURL, KindUploadedFile:
		return kind, true
	}
	return "", false
}

// accept returns the file that an object can be read as, by the rule that [Reading]
// states for who has a hint. It is in normal form.
func (r Reading) accept(v *tree.Value) (File, bool) {
	kind, ok := looksLike(v)
	if !ok {
		return nil, false
	}
	return r.acceptAs(kind, v)
}

// recognise is accept for who has no hint.
func (r Reading) recognise(v *tree.Value) (File, bool) {
	kind, ok := looksLike(v)
	if !ok || !certain(kind, v) {
		return nil, false
	}
	return r.acceptAs(kind, v)
}

// certain reports whether an object of the kind is a file, if it can be read as one,
// without a hint that says so. Whoever writes a URL as a file writes its media type,
// known or null; who has a map of his own with a kind and a url rarely does.
func certain(kind Kind, v *tree.Value) bool {
	switch kind {
	case KindBinary:
		return true
	case KindUploadedFile:
		provider := v.Lookup("provider_name")
		return provider != nil && slices.Contains(providers, provider.Text)
	}
	return saysType(v.Lookup("media_type"))
}

// saysType reports whether the "media_type" of a URL is as in a file, where it is known
// or null.
func saysType(t *tree.Value) bool { return t != nil && (t.Kind == tree.Null || t.Text != "") }

func (r Reading) acceptAs(kind Kind, v *tree.Value) (File, bool) {
	m := membersOf{object: v}
	id, metadata := m.optional("identifier"), m.metadata()
	var f File
	switch kind {
	case KindBinary:
		f = Binary{MediaType: m.text("media_type"), Data: m.data(r), Identifier: id, VendorMetadata: metadata}
	case KindUploadedFile:
		f = UploadedFile{
			FileID: m.text("file_id"), Provider: m.text("provider_name"), MediaType: m.optional("media_type"),
			Identifier: id, VendorMetadata: metadata,
		}
	default:
		download, ok := readDownload(v.Lookup("force_download"))
		m.refused = m.refused || !ok
		f = link{URL: m.text("url"), ForceDownload: download, MediaType: m.optional("media_type"), Identifier: id, VendorMetadata: metadata}.as(kind)
	}
	if m.refused {
		return nil, false
	}
	f, err := f.normal()
	return f, err == nil
}

// membersOf reads the members of an object that may be a file; refused says that
// one of them is not as a file has it.
type membersOf struct {
	object  *tree.Value
	refused bool
}

func (m *membersOf) text(name string) string {
	v := m.object.Lookup(name)
	if v == nil || v.Kind != tree.String {
		m.refused = true
		return ""
	}
	return v.Text
}

// optional is text of a member that may be absent or null.
func (m *membersOf) optional(name string) string {
	if v := m.object.Lookup(name); v == nil || v.Kind == tree.Null {
		return ""
	}
	return m.text(name)
}

func (m *membersOf) metadata() Value {
	v := m.object.Lookup("vendor_metadata")
	switch {
	case v == nil || v.Kind == tree.Null:
		return Value{}
	case v.Kind != tree.Object:
		m.refused = true
		return Value{}
	}
	return Of(v)
}

func (m *membersOf) data(r Reading) []byte {
	v := m.object.Lookup("data")
	if v == nil || m.refused {
		m.refused = true
		return nil
	}
	var b []byte
	ok := false
	if v.Kind == tree.String {
		b, ok = decodeBase64(v.Text)
	} else if r.ByteObjects {
		b, ok = byteObject(v, r.EmptyObjects)
	}
	m.refused = !ok
	return b
}

func marshalFile(f File) ([]byte, error) {
	f, err := f.normal()
	if err != nil {
		return nil, err
	}
	return appendFile(nil, f, canonicalFile), nil
}

func unmarshalFile[T File](text []byte, to *T) error {
	v, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		return fmt.Errorf("content: %w", fault)
	}
	f, ok := Reading{}.accept(v)
	if !ok {
		return errors.New("content: the JSON is no file: want kind and what belongs to it")
	}
	read, ok := f.(T)
	if !ok {
		var want T
		return fmt.Errorf("content: the file is of kind %q, want %q", f.Kind(), want.Kind())
	}
	*to = read
	return nil
}
