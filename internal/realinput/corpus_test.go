package realinput

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// row is a line of the corpus, as far as it matters here.
type row struct {
	ID     string          `json:"id"`
	Schema json.RawMessage `json:"schema"`
	Calls  []call          `json:"calls"`
}

type call struct {
	Arguments json.RawMessage `json:"arguments"`
	Raw       *string         `json:"arguments_raw"`
	Valid     *bool           `json:"valid"` // nil: no label
	Closed    *bool           `json:"valid_closed"`
	Origin    string          `json:"origin"`
}

// text returns the arguments byte for byte.
func (c call) text() []byte {
	if c.Raw != nil {
		return []byte(*c.Raw)
	}
	return c.Arguments
}

// label returns what the call is known to be if unknown members are refused, or
// nil. Structs are closed.
func (c call) label() *bool {
	if c.Closed != nil {
		return c.Closed
	}
	return c.Valid
}

func find(t *testing.T, file, id string) row {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "corpus", file))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("no corpus beside the repository: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("%s has no row %s: %v", file, id, lines.Err())
	return row{}
}

// closed returns the published schema as a struct of Go has it: an object whose
// properties are named takes no others, at any depth.
func (r row) closed(t *testing.T) []byte {
	t.Helper()
	var schema any
	if err := json.Unmarshal(r.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	closeObjects(schema)
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func closeObjects(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		if _, named := s["properties"]; named && s["additionalProperties"] == nil {
			s["additionalProperties"] = false
		}
		for keyword, below := range s {
			if members, ok := below.(map[string]any); ok && (keyword == "properties" || keyword == "$defs") {
				for _, m := range members {
					closeObjects(m)
				}
			} else if keyword != "enum" && keyword != "default" {
				closeObjects(below)
			}
		}
	case []any:
		for _, s := range s {
			closeObjects(s)
		}
	}
}
