package mcp

import (
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// The schemes of the URIs that we make. Neither leads anywhere.
const (
	cid      = "cid:"           // RFC 2392: a part of the same message, by its identifier
	uploaded = "uploaded-file:" // a provider, and the name of a file that it holds
)

// fileBlock returns the block that is a file. What the block does not say is in our
// metadata of it.
func fileBlock(f content.File) *tree.Value {
	switch f := f.(type) {
	case content.Binary:
		return binaryBlock(f)
	case content.UploadedFile:
		return uploadedBlock(f)
	case content.AudioURL:
		return linkBlock(f.Kind(), content.ImageURL(f))
	case content.VideoURL:
		return linkBlock(f.Kind(), content.ImageURL(f))
	case content.DocumentURL:
		return linkBlock(f.Kind(), content.ImageURL(f))
	}
	return linkBlock(f.Kind(), f.(content.ImageURL))
}

func binaryBlock(b content.Binary) *tree.Value {
	ours := vendor(nil, b.VendorMetadata)
	data := tree.NewString(base64.StdEncoding.EncodeToString(b.Data))
	if medium := b.Medium(); medium == content.Image || medium == content.Audio {
		if b.Identifier != "" {
			ours = append(ours, textMember("identifier", b.Identifier))
		}
		return block(string(medium), ours, tree.M("data", data), textMember("mimeType", b.ContentType()))
	}
	return block("resource", ours, tree.M("resource", tree.NewObject(
		textMember("uri", cid+url.PathEscape(b.ID())), textMember("mimeType", b.ContentType()), tree.M("blob", data),
	)))
}

func linkBlock(kind content.Kind, l content.ImageURL) *tree.Value {
	var ours []tree.Member
	mediaType := l.MediaType
	if mediaType == "" {
		mediaType = guessed(kind, l.URL)
	}
	if kindOf(l.URL, mediaType) != kind {
		ours = append(ours, textMember("kind", string(kind)))
	}
	switch l.ForceDownload {
	case content.DownloadAlways:
		ours = append(ours, tree.M("force_download", tree.NewBool(true)))
	case content.DownloadAllowLocal:
		ours = append(ours, textMember("force_download", string(l.ForceDownload)))
	}
	return linked(vendor(ours, l.VendorMetadata), l.URL, l.ID(), mediaType)
}

func uploadedBlock(u content.UploadedFile) *tree.Value {
	ours := vendor([]tree.Member{
		textMember("kind", string(content.KindUploadedFile)), textMember("file_id", u.FileID), textMember("provider_name", u.Provider),
	}, u.VendorMetadata)
	return linked(ours, uploaded+url.PathEscape(u.Provider)+"/"+url.PathEscape(u.FileID), u.ID(), u.ContentType())
}

func linked(ours []tree.Member, uri, name, mediaType string) *tree.Value {
	members := []tree.Member{textMember("uri", uri), textMember("name", name)}
	if mediaType != "" {
		members = append(members, textMember("mimeType", mediaType))
	}
	return block("resource_link", ours, members...)
}

// vendor adds the metadata of a file, as a text: clients would reorder and round what is
// in them.
func vendor(ours []tree.Member, metadata content.Value) []tree.Member {
	if metadata.IsZero() {
		return ours
	}
	return append(ours, textMember("vendor_metadata", metadata.Inline()))
}

func block(kind string, ours []tree.Member, members ...tree.Member) *tree.Value {
	members = append([]tree.Member{textMember("type", kind)}, members...)
	if len(ours) > 0 {
		members = append(members, metaMember(ours))
	}
	return tree.NewObject(members...)
}

// guessed is the media type that follows from a URL, or "": none follows as octets.
func guessed(kind content.Kind, address string) string {
	var f content.File = content.DocumentURL{URL: address}
	if kind == content.KindVideoURL {
		f = content.VideoURL{URL: address}
	}
	if t := f.ContentType(); t != octets {
		return t
	}
	return ""
}

const octets = "application/octet-stream"

// kindOf is the kind of a link of which no more is said.
func kindOf(address, mediaType string) content.Kind {
	if mediaType == "" {
		mediaType = guessed(content.KindDocumentURL, address)
	}
	class, _, _ := strings.Cut(strings.ToLower(mediaType), "/")
	switch content.Medium(class) {
	case content.Image:
		return content.KindImageURL
	case content.Audio:
		return content.KindAudioURL
	case content.Video:
		return content.KindVideoURL
	}
	return content.KindDocumentURL
}
