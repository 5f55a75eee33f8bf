package agui

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Rules of what a [Decoder] drops, beside those of content.Policy.
const (
	// RulePart is a part of a type, or with a source, that is not known, or lacks
	// what belongs to it. The detail is its type.
	RulePart content.Rule = "part"
	// RuleData is a part whose bytes are not base64. The detail is its media type.
	RuleData content.Rule = "data"
)

// filePart returns a file as a part of a message. Its metadata are those that
// pydantic-ai reads, and the vendor's as text too: a client would round the numbers. A
// file that was read within wider limits than a Value has may be too deep.
func filePart(f content.File) (*tree.Value, error) {
	v, err := content.OfFile(f)
	if err != nil {
		return nil, fmt.Errorf("agui: a file: %w", err)
	}
	object := v.Tree()
	text := func(name string) string { return object.Lookup(name).Text }
	var source []tree.Member
	switch f.Kind() {
	case content.KindBinary:
		source = []tree.Member{member("type", "data"), member("value", text("data")), member("mimeType", text("media_type"))}
	case content.KindUploadedFile:
		source = []tree.Member{
			member("type", "file"), member("value", text("file_id")),
			member("provider", text("provider_name")), member("mimeType", text("media_type")),
		}
	default:
		source = []tree.Member{member("type", "url"), member("value", text("url"))}
		if mediaType := object.Lookup("media_type"); mediaType.Kind == tree.String {
			source = append(source, tree.M("mimeType", mediaType))
		}
	}
	part := []tree.Member{
		member("type", string(f.Medium())), member("id", text("identifier")), tree.M("source", tree.NewObject(source...)),
	}
	var metadata []tree.Member
	if vendor := object.Lookup("vendor_metadata"); vendor.Kind == tree.Object {
		metadata = append(metadata, tree.M("vendor_metadata", vendor), member(key, string(vendor.AppendJSON(nil))))
	}
	if download := object.Lookup("force_download"); download != nil && (download.Kind != tree.Bool || download.Bool) {
		metadata = append(metadata, tree.M("force_download", download))
	}
	if len(metadata) > 0 {
		part = append(part, tree.M("metadata", tree.NewObject(metadata...)))
	}
	return tree.NewObject(part...), nil
}

// parts reads the parts of a message. It reports whether the list is one of parts at
// all: something in it is of a type that is known.
func (h *history) parts(list *tree.Value) (parts []content.Part, ok bool) {
	for _, item := range list.Items {
		if known(item) {
			ok = true
			break
		}
	}
	if !ok {
		return nil, len(list.Items) == 0
	}
	files := 0
	for i, item := range list.Items {
		kind := item.TextOf("type")
		if text := item.Lookup("text"); kind == "text" && text != nil && text.Kind == tree.String {
			parts = append(parts, content.Part{Text: text.Text})
			continue
		}
		f, rule := h.file(kind, item)
		if f == nil {
			detail := kind
			if rule == RuleData {
				detail = item.Lookup("source").TextOf("mimeType")
			}
			h.drop(content.NewDropped(pointer(i), rule, detail))
			continue
		}
		parts = append(parts, content.Part{File: f})
		if files++; files > h.files {
			break // too many: whoever reads the parts says so
		}
	}
	return parts, true
}

func known(item *tree.Value) bool {
	switch item.TextOf("type") {
	case "text", "image", "audio", "video", "document", "binary":
		return true
	}
	return false
}

// file reads a part that is a file, by way of the object that such a file is in JSON.
func (h *history) file(kind string, part *tree.Value) (content.File, content.Rule) {
	if !known(part) || kind == "text" {
		return nil, RulePart
	}
	source, mediaType := part.Lookup("source"), tree.NewNull()
	if kind == "binary" { // as clients before 1.0 have it in messages of a user
		source, kind = part, "document"
		if class, _, _ := strings.Cut(part.TextOf("mimeType"), "/"); class == "image" || class == "audio" || class == "video" {
			kind = class
		}
	}
	if t := source.Lookup("mimeType"); t != nil && t.Kind == tree.String && t.Text != "" {
		mediaType = t
	}
	var members []tree.Member
	rule := RulePart
	switch value := source.Lookup("value"); source.TextOf("type") {
	case "data":
		members, rule = data(value, mediaType), RuleData
	case "url":
		members = append(link(kind, value, mediaType), download(part)...)
	case "file":
		members = []tree.Member{
			member("kind", string(content.KindUploadedFile)), tree.M("file_id", orNull(value)),
			tree.M("provider_name", orNull(source.Lookup("provider"))), tree.M("media_type", mediaType),
		}
	case "binary":
		if bytes := part.Lookup("data"); present(bytes) {
			members, rule = data(bytes, mediaType), RuleData
		} else {
			members = link(kind, part.Lookup("url"), mediaType)
		}
	default:
		return nil, RulePart
	}
	if id := part.TextOf("id"); id != "" {
		members = append(members, member("identifier", id))
	}
	if vendor := h.vendor(part.Lookup("metadata")); vendor != nil {
		members = append(members, tree.M("vendor_metadata", vendor))
	}
	v, err := content.Reading{Hint: itself}.Tree(tree.NewObject(members...))
	if err != nil {
		return nil, rule
	}
	f, _ := v.File()
	return f, rule
}

// sourced returns the files that an object is as a part, in content that is handed on as
// it came. Data that are empty are none for many readers, who take the id then.
func sourced(v *tree.Value) []content.File {
	source := v.Lookup("source")
	if v.TextOf("type") == "binary" { // as clients before 1.0 have it
		if present(v.Lookup("url")) {
			return []content.File{content.DocumentURL{URL: v.TextOf("url")}}
		}
		if present(v.Lookup("id")) && v.TextOf("data") == "" {
			return []content.File{content.UploadedFile{}}
		}
		return nil
	}
	if v.TextOf("type") == "" || !present(source.Lookup("value")) {
		return nil
	}
	switch source.TextOf("type") {
	case "file":
		return []content.File{content.UploadedFile{Provider: source.TextOf("provider")}}
	case "url":
		return []content.File{content.DocumentURL{URL: source.TextOf("value")}}
	}
	return nil
}

// itself is the hint of a value that is a file.
var itself = &content.Hint{Form: content.FormJSON, Files: []string{""}}

func data(value, mediaType *tree.Value) []tree.Member {
	if mediaType.Kind == tree.Null {
		mediaType = tree.NewString("")
	}
	return []tree.Member{member("kind", string(content.KindBinary)), tree.M("data", orNull(value)), tree.M("media_type", mediaType)}
}

func link(kind string, value, mediaType *tree.Value) []tree.Member {
	return []tree.Member{member("kind", kind+"-url"), tree.M("url", orNull(value)), tree.M("media_type", mediaType)}
}

// download is the member that says who fetches a URL, if it is one of the ways.
func download(part *tree.Value) []tree.Member {
	way := part.Lookup("metadata").Lookup("force_download")
	if way == nil || way.Kind != tree.Bool && way.Text != string(content.DownloadAllowLocal) {
		return nil
	}
	return []tree.Member{tree.M("force_download", way)}
}

// vendor returns the vendor's metadata of a part: the text that we wrote, or else the
// object; nil if there is neither.
func (h *history) vendor(metadata *tree.Value) *tree.Value {
	if exact := metadata.TextOf(key); exact != "" {
		if v := h.parse(exact); v != nil && v.Kind == tree.Object {
			return v
		}
	}
	if v := metadata.Lookup("vendor_metadata"); v != nil && v.Kind == tree.Object {
		return v
	}
	return nil
}

// present reports whether there is a value: null stands for what is absent, for peers in
// Python write all members.
func present(v *tree.Value) bool { return v != nil && v.Kind != tree.Null }

func orNull(v *tree.Value) *tree.Value {
	if v == nil {
		return tree.NewNull()
	}
	return v
}
