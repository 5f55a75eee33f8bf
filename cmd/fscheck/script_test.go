package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"fscheck": main})
}

// TestScripts runs the command as its users do.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, "COLUMNS=", "NO_COLOR=", "TERM=xterm")
			return nil
		},
	})
}

// TestWriteErrors: a result that cannot be written is no success.
func TestWriteErrors(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, args := range [][]string{
		{"version"},
		{"validate", "--schema", "testdata/weather.json", "--args", `{"city":"Oslo"}`},
		{"validate", "--schema", "testdata/weather.json", "--args", `{}`},
		{"inspect", "testdata/weather.json"},
		{"inspect", "testdata/weather.json", "--json"},
		{"help"},
	} {
		if code := run(args, streams{nil, full, nowhere{}}); code != misused {
			t.Errorf("%v: exit code %d, want %d", args, code, misused)
		}
	}
}

type nowhere struct{}

func (nowhere) Write(b []byte) (int, error) { return len(b), nil }
