package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// machine is where a run took place and what it ran.
type machine struct {
	cpu     string
	cores   int
	runtime string
	modules [][2]string // module, version
}

// modules whose versions are stated beside those of the peers: they do a part of a
// peer's work.
var beneath = []string{"github.com/google/jsonschema-go", "github.com/segmentio/encoding"}

func thisMachine() machine {
	m := machine{cpu: cpu(), cores: runtime.GOMAXPROCS(0), runtime: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return m
	}
	wanted := map[string]bool{}
	for _, name := range append(beneath, modulePaths...) {
		wanted[name] = true
	}
	for _, d := range info.Deps {
		if wanted[d.Path] {
			version := d.Version
			if d.Replace != nil {
				version = "this repository"
			}
			m.modules = append(m.modules, [2]string{d.Path, version})
		}
	}
	return m
}

// modulePaths are the modules of the peers.
var modulePaths = []string{
	"github.com/functionschema/fscheck", "github.com/go-json-experiment/json", "github.com/goccy/go-json", "github.com/bytedance/sonic",
	"github.com/santhosh-tekuri/jsonschema/v6", "github.com/kaptinlin/jsonschema", "github.com/danielgtaylor/huma/v2",
	"github.com/modelcontextprotocol/go-sdk", "github.com/mark3labs/mcp-go",
}

// cpu returns the processor's name where the system tells it.
func cpu() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "an unnamed processor"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "an unnamed processor"
}

func (m machine) section() section {
	native := "sonic runs its own code here."
	if !sonicIsNative() {
		native = "sonic does not know this platform or Go version and runs encoding/json."
	}
	s := section{title: "Machine and versions", text: []string{fmt.Sprintf("%s, %d cores, %s. %s", m.cpu, m.cores, m.runtime, native)},
		table: [][]string{{"module", "version"}, {"encoding/json", strings.Fields(m.runtime)[0]}}}
	for _, v := range m.modules {
		s.table = append(s.table, []string{v[0], v[1]})
	}
	return s
}
