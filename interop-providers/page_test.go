package providers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What docs/providers.md shows is what is compiled and run here.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/providers.md")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("loop*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var compiled strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		compiled.Write(text)
	}
	blocks := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllSubmatch(page, -1)
	for _, b := range blocks {
		if !strings.Contains(compiled.String(), string(b[1])) {
			t.Errorf("this is compiled nowhere:\n%s", b[1])
		}
	}
	// The other way around: nothing of the loops is left out.
	shown := string(page)
	for _, f := range regexp.MustCompile(`(?m)^func .*$`).FindAllString(compiled.String(), -1) {
		if !strings.Contains(shown, f) {
			t.Errorf("docs/providers.md lacks %s", f)
		}
	}
}
