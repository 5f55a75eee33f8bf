package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A listing that ends before the parameters do says so: as a table, in the list of
// functions, and as JSON.
func TestElision(t *testing.T) {
	for _, tt := range []struct {
		name  string
		count int
		cut   bool
	}{
		{"as many as are listed", mostParameters, false},
		{"one more", mostParameters + 1, true},
	} {
		var members []string
		for n := range tt.count {
			members = append(members, fmt.Sprintf(`"p%d":{"type":"string"}`, n))
		}
		schema := `{"type":"object","properties":{` + strings.Join(members, ",") + `}}`
		dir := t.TempDir()
		alone, tool := filepath.Join(dir, "schema.json"), filepath.Join(dir, "tools.json")
		for file, text := range map[string]string{alone: schema, tool: `[{"name":"f","description":"d","parameters":` + schema + `}]`} {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		inspect := func(args ...string) string {
			var out, errs bytes.Buffer
			if code := run(append([]string{"inspect"}, args...), streams{nil, &out, &errs}); code != fine {
				t.Fatalf("%s: exit code %d: %s", tt.name, code, &errs)
			}
			return out.String()
		}
		if got := strings.HasSuffix(inspect(alone), "\n…\n"); got != tt.cut {
			t.Errorf("%s: the table ends in an ellipsis: %v, want %v", tt.name, got, tt.cut)
		}
		if got := strings.Contains(inspect(tool), fmt.Sprintf("over %d", mostParameters)); got != tt.cut {
			t.Errorf("%s: the list says that there are more: %v, want %v", tt.name, got, tt.cut)
		}
		var listed inspection
		if err := json.Unmarshal([]byte(inspect(alone, "--json")), &listed); err != nil {
			t.Fatal(err)
		}
		if listed.Elided != tt.cut || len(listed.Parameters) != mostParameters {
			t.Errorf("%s: JSON has %d parameters, elided: %v, want %v", tt.name, len(listed.Parameters), listed.Elided, tt.cut)
		}
	}
}
