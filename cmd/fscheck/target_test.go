package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestTargets calls Go functions of modules that know nothing of this one. Each
// package is built once, so a script looks at many functions of few packages.
func TestTargets(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Skip("no go command:", err)
	}
	var env struct{ GOCACHE, GOMODCACHE string }
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/target",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"cmpbytes": compareBytes},
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars,
				"COLUMNS=", "NO_COLOR=", "TERM=xterm", "GOCACHE="+env.GOCACHE, "GOMODCACHE="+env.GOMODCACHE,
				"GOPROXY=off", "GOFLAGS=", "GOWORK=", "GOENV=off", "XDG_CACHE_HOME="+e.WorkDir+"/.cache", "GOTOOLCHAIN=local")
			return os.MkdirAll(e.WorkDir+"/tmp", 0o700)
		},
	})
}

// compareBytes: cmpbytes FILE BASE64.
func compareBytes(ts *testscript.TestScript, neg bool, args []string) {
	if got := base64.StdEncoding.EncodeToString([]byte(ts.ReadFile(args[0]))); (got == args[1]) == neg {
		ts.Fatalf("%s holds %s", args[0], got)
	}
}
