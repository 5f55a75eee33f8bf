package content

import (
	"net/url"
	"path"
	"strings"
)

// octets is the media type of bytes of which nothing is known.
const octets = "application/octet-stream"

// guess returns the media type that follows from a URL: by the extension of its
// path, and for a video at YouTube video/mp4; "" if none does. The table is our own,
// so that every machine answers alike.
func guess(address string, k Kind) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if k == KindVideoURL && youtube[strings.ToLower(u.Hostname())] {
		return "video/mp4"
	}
	name := u.Path
	if u.Opaque != "" {
		name = u.Opaque
	}
	return extensions[strings.ToLower(path.Ext(name))]
}

var youtube = map[string]bool{"youtu.be": true, "youtube.com": true, "www.youtube.com": true, "m.youtube.com": true}

var extensions = map[string]string{
	".aac": "audio/aac", ".aif": "audio/x-aiff", ".aiff": "audio/aiff", ".flac": "audio/flac", ".m4a": "audio/mp4",
	".mp3": "audio/mpeg", ".oga": "audio/ogg", ".ogg": "audio/ogg", ".opus": "audio/opus", ".wav": "audio/wav", ".weba": "audio/webm",

	".avif": "image/avif", ".bmp": "image/bmp", ".gif": "image/gif", ".heic": "image/heic", ".heif": "image/heif",
	".ico": "image/vnd.microsoft.icon", ".jpe": "image/jpeg", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".png": "image/png",
	".svg": "image/svg+xml", ".tif": "image/tiff", ".tiff": "image/tiff", ".webp": "image/webp",

	".avi": "video/x-msvideo", ".flv": "video/x-flv", ".m4v": "video/mp4", ".mkv": "video/x-matroska", ".mov": "video/quicktime",
	".mp4": "video/mp4", ".mpeg": "video/mpeg", ".mpg": "video/mpeg", ".three_gp": "video/3gpp", ".3gp": "video/3gpp",
	".webm": "video/webm", ".wmv": "video/x-ms-wmv",

	".asciidoc": "text/x-asciidoc", ".css": "text/css", ".csv": "text/csv", ".htm": "text/html", ".html": "text/html",
	".ics": "text/calendar", ".js": "text/javascript", ".json": "application/json", ".md": "text/markdown", ".mdx": "text/markdown",
	".rtf": "application/rtf", ".toml": "application/toml", ".tsv": "text/tab-separated-values", ".txt": "text/plain",
	".xml": "application/xml", ".yaml": "application/yaml", ".yml": "application/yaml",

	".doc": "application/msword", ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".epub": "application/epub+zip", ".gz": "application/gzip", ".odt": "application/vnd.oasis.opendocument.text",
	".pdf": "application/pdf", ".ppt": "application/vnd.ms-powerpoint",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", ".tar": "application/x-tar",
	".xls": "application/vnd.ms-excel", ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".zip": "application/zip",
}
