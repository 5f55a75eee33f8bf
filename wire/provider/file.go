package provider

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/content"
)

// formats are the media types that some provider takes in a result, besides the
// images of the web, and the word or extension for each.
var formats = map[string]string{
	"application/pdf":    "pdf",
	"application/msword": "doc",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
	"application/vnd.ms-excel": "xls",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
	"text/csv":         "csv",
	"text/html":        "html",
	"text/markdown":    "md",
	"text/plain":       "txt",
	"video/mp4":        "mp4",
	"video/mpeg":       "mpeg",
	"video/quicktime":  "mov",
	"video/webm":       "webm",
	"video/x-flv":      "flv",
	"video/x-matroska": "mkv",
	"video/x-ms-wmv":   "wmv",
	"video/3gpp":       "three_gp",
}

func formatOf(mediaType string) string { return formats[essence(mediaType)] }

// essence is a media type without its parameters.
func essence(mediaType string) string {
	kind, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// webImage reports whether f is an image of the kinds that every model reads.
func webImage(f content.File) bool {
	switch essence(f.ContentType()) {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	}
	return false
}

// inline returns the bytes of a file that has them, a data: URL included. No bytes
// are no file to a provider.
func inline(f content.File) ([]byte, bool) {
	if b, ok := f.(content.Binary); ok {
		return b.Data, len(b.Data) > 0
	}
	link, _ := address(f)
	rest, ok := strings.CutPrefix(link, "data:")
	if !ok {
		return nil, false
	}
	kind, data, ok := strings.Cut(rest, ";base64,")
	if !ok || essence(kind) != essence(f.ContentType()) {
		return nil, false
	}
	b, err := base64.StdEncoding.Strict().DecodeString(data)
	return b, err == nil && len(b) > 0
}

// web returns the URL of a file that the provider may fetch itself.
func web(f content.File) (string, bool) {
	link, download := address(f)
	u, err := url.Parse(link)
	if err != nil || u.Host == "" || download != content.DownloadAsNeeded {
		return "", false
	}
	return link, u.Scheme == "http" || u.Scheme == "https"
}

func address(f content.File) (string, content.Download) {
	switch f := f.(type) {
	case content.ImageURL:
		return f.URL, f.ForceDownload
	case content.AudioURL:
		return f.URL, f.ForceDownload
	case content.VideoURL:
		return f.URL, f.ForceDownload
	case content.DocumentURL:
		return f.URL, f.ForceDownload
	}
	return "", content.DownloadAsNeeded
}

// uploaded returns the id of a file that one of the providers holds.
func uploaded(f content.File, providers ...string) (string, bool) {
	u, ok := f.(content.UploadedFile)
	return u.FileID, ok && slices.Contains(providers, u.Provider)
}

func encode(data []byte) string { return base64.StdEncoding.EncodeToString(data) }
