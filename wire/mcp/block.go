package mcp

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// blocks reads the content of a result.
func (d *decoding) blocks(v *tree.Value) ([]content.Part, error) {
	if v == nil {
		return nil, nil
	}
	if v.Kind != tree.Array {
		return nil, fmt.Errorf(`"/content" is %s, want an array`, v.Kind)
	}
	parts, files := make([]content.Part, 0, len(v.Items)), 0
	for i, item := range v.Items {
		b := blockReader{decoding: d, object: item, pointer: fmt.Sprintf("/content/%d", i)}
		part, known := b.part()
		if b.err != nil {
			return nil, b.err
		}
		if known {
			parts = append(parts, part)
		}
		if part.File != nil {
			if files++; files > d.files {
				return nil, fmt.Errorf("more than %d files, which is the limit", d.files)
			}
		}
	}
	return parts, nil
}

// blockReader reads one block, up to the first fault.
type blockReader struct {
	*decoding
	object  *tree.Value
	pointer string
	err     error
}

func (b *blockReader) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// part reports whether the block is of a known type.
func (b *blockReader) part() (content.Part, bool) {
	switch kind := b.text(b.object, b.pointer, "type"); kind {
	case "text":
		return content.Part{Text: b.text(b.object, b.pointer, "text")}, true
	case "image", "audio":
		return content.Part{File: b.binary(b.object, b.pointer, "data", b.ours(b.object).TextOf("identifier"))}, true
	case "resource":
		return b.resource(), true
	case "resource_link":
		return content.Part{File: b.link()}, true
	default:
		if b.err == nil {
			b.pass(kind)
		}
		return content.Part{}, false
	}
}

// pass reports a block that is passed over.
func (b *blockReader) pass(kind string) {
	if n := len(b.dropped); n >= mostReports {
		b.dropped[n-1].More++
		return
	}
	b.dropped = append(b.dropped, content.NewDropped(b.pointer, RuleBlock, kind))
}

// text is a member that must be there.
func (b *blockReader) text(v *tree.Value, pointer, name string) string {
	if v == nil || v.Kind != tree.Object {
		b.fail("%q is no object", pointer)
		return ""
	}
	m := v.Lookup(name)
	if m == nil || m.Kind != tree.String {
		b.fail("%q lacks %q, or it is no string", pointer, name)
		return ""
	}
	return m.Text
}

// resource reads an embedded resource. One with neither text nor blob is what SDKs in
// Go make of an empty text.
func (b *blockReader) resource() content.Part {
	v, pointer := b.object.Lookup("resource"), b.pointer+"/resource"
	uri := b.text(v, pointer, "uri")
	if b.err != nil {
		return content.Part{}
	}
	if v.Lookup("text") != nil || v.Lookup("blob") == nil {
		if v.Lookup("text") == nil {
			return content.Part{}
		}
		return content.Part{Text: b.text(v, pointer, "text")}
	}
	if name, ours := strings.CutPrefix(uri, cid); ours {
		if plain, err := url.PathUnescape(name); err == nil {
			uri = plain
		}
	}
	return content.Part{File: b.binary(v, pointer, "blob", uri)}
}

// binary reads bytes. The media type of a blob may be absent.
func (b *blockReader) binary(v *tree.Value, pointer, data, identifier string) content.File {
	b.text(v, pointer, data)
	if v.Lookup("mimeType") != nil || data == "data" {
		b.text(v, pointer, "mimeType")
	}
	if b.err != nil {
		return nil
	}
	f := b.file(
		kindMember(content.KindBinary), tree.M("data", v.Lookup(data)), textMember("media_type", v.TextOf("mimeType")),
		textMember("identifier", identifier),
	)
	if f == nil {
		b.fail("%q is not base64", pointer+"/"+data)
	}
	return f
}

// link reads a link: what our metadata say of it may choose among the kinds of files
// that are elsewhere.
func (b *blockReader) link() content.File {
	uri := b.text(b.object, b.pointer, "uri")
	if b.object.Lookup("mimeType") != nil {
		b.text(b.object, b.pointer, "mimeType")
	}
	if b.err != nil {
		return nil
	}
	mediaType, ours := b.object.TextOf("mimeType"), b.ours(b.object)
	members := []tree.Member{textMember("identifier", b.object.TextOf("name"))}
	if mediaType != "" {
		members = append(members, textMember("media_type", mediaType))
	}
	kind := kindOf(uri, mediaType)
	switch said := content.Kind(ours.TextOf("kind")); said {
	case content.KindUploadedFile:
		f := b.file(append(members, kindMember(said),
			textMember("file_id", ours.TextOf("file_id")), textMember("provider_name", ours.TextOf("provider_name")))...)
		if f != nil {
			return f
		}
	case content.KindImageURL, content.KindAudioURL, content.KindVideoURL, content.KindDocumentURL:
		kind = said
	}
	members = append(members, kindMember(kind), textMember("url", uri))
	if download := ours.Lookup("force_download"); download != nil {
		if f := b.file(append(members, tree.M("force_download", download))...); f != nil {
			return f
		}
	}
	return b.file(members...)
}

// file makes a file of the members of its JSON, and nil of what is none.
func (b *blockReader) file(members ...tree.Member) content.File {
	if text := b.ours(b.object).TextOf("vendor_metadata"); text != "" {
		// One level is the file, whose metadata they are.
		if v, err := b.parse([]byte(text), -1); err == nil && v.Kind == tree.Object {
			members = append(members, tree.M("vendor_metadata", v))
		}
	}
	v, err := content.Reading{Hint: &content.Hint{Form: content.FormJSON, Files: []string{""}}}.Tree(tree.NewObject(members...))
	if err != nil {
		return nil
	}
	f, _ := v.File()
	return f
}

func kindMember(k content.Kind) tree.Member { return textMember("kind", string(k)) }
