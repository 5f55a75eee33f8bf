package mcp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/internal/sample"
	"github.com/functionschema/fscheck/wire/mcp"
)

var versions = []mcp.Version{mcp.Version20250618, mcp.Version20251125, mcp.Version20260728}

// open is the policy under which everything stays.
var open = content.Policy{
	UploadedFiles: true, Schemes: []string{"", "http", "https", "data"},
	Downloads: []content.Download{content.DownloadAlways, content.DownloadAllowLocal},
}

func TestRoundTrip(t *testing.T) {
	for _, s := range append(sample.Responses(), sample.Large()) {
		for _, v := range versions {
			for _, declared := range []bool{false, true} {
				text, err := mcp.Encoder{Version: v, Declared: declared}.Result(s.Response)
				if err != nil {
					if declared && hasName(s.Name, "1e400") {
						continue // no client would read it
					}
					t.Fatalf("%s: %v", s.Name, err)
				}
				got, err := mcp.Decoder{Policy: open}.Result(text)
				if err != nil {
					t.Fatalf("%s: %.300s: %v", s.Name, text, err)
				}
				if diff := cmp.Diff(s.Response, got.Response); diff != "" || len(got.Dropped) > 0 {
					t.Fatalf("%s (%s): %.500s: dropped %v, -want +got\n%.2000s", s.Name, v, text, got.Dropped, diff)
				}
			}
		}
	}
}

func hasName(name, part string) bool { return strings.HasPrefix(name, part+" ") }
