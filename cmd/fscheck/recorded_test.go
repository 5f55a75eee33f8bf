package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/fixtures"
)

// The recorded calls of real tools, asked over the protocol: what is found is the
// transport's fault, and time is short. The corpora lie beside the repository.
func TestRecordedCorpora(t *testing.T) {
	args := []string{"conformance", "--peer", "self=fscheck peer"}
	for _, name := range []string{"npm-mcp", "kubernetes-mcp-server", "github-mcp-server", "tau"} {
		file := filepath.Join("../../../shared/corpus", name+".jsonl")
		if _, err := os.Stat(file); err != nil {
			t.Skipf("the corpora are not here: %v", err)
		}
		args = append(args, "--calls", file)
	}
	var out, log strings.Builder
	if code := run(args, streams{nil, &out, &log}); code != fine {
		t.Errorf("exit code %d\n%s%s", code, out.String(), log.String())
	}
	if !strings.HasSuffix(out.String(), "self: 3060 passed, 0 failed, 0 skipped\n") {
		t.Errorf("it ends otherwise:\n%s", out.String())
	}
}

// Every release can be run.
func TestReleasesRun(t *testing.T) {
	for _, version := range fixtures.Releases() {
		var out, log strings.Builder
		if code := run([]string{"conformance", "--release", version, "--group", "digest"}, streams{nil, &out, &log}); code != fine {
			t.Errorf("%s: exit code %d\n%s%s", version, code, out.String(), log.String())
		}
	}
}
