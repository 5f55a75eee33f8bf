package metadata_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// The page's tables are the code's, and its counts those of the corpus test: between
// these lines stands nothing that was written by hand.
const (
	page  = "../docs/dialects.md"
	begin = "<!-- generated: go test ./metadata -run Page -update -->\n"
	end   = "<!-- end of what is generated -->\n"
)

// TestPage compares docs/dialects.md with the tables and the counts.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s lacks the lines around what is generated", page)
	}
	counts, err := os.ReadFile("testdata/corpus-counts.golden")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("\n```text\n" + string(counts) + "```\n\n## The tables\n")
	for _, d := range metadata.Dialects() {
		fmt.Fprintf(&b, "\n### %s\n\n| of | becomes | value | source |\n|---|---|---|---|\n", d)
		for _, r := range metadata.RulesOf(d) {
			value := r.Value
			if value != "" {
				value = "`" + value + "`"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Subject, r.Treatment, value, r.Source)
		}
	}
	b.WriteString("\n")
	compare(t, page, head+begin+b.String()+end+tail)
}
