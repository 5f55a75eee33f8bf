package metadata_test

import (
	"encoding/json"
	"os"
)

// schemas are what the golden files and the round trips run over: a row for each
// kind of thing that a dialect may not have. interop-providers reads them too.
var schemas = readCases()

type exportCase struct{ name, why, schema string }

func readCases() []exportCase {
	text, err := os.ReadFile("testdata/schemas.json")
	if err != nil {
		panic(err)
	}
	var rows []struct {
		Name, Why string
		Schema    json.RawMessage
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		panic(err)
	}
	var list []exportCase
	for _, r := range rows {
		list = append(list, exportCase{r.Name, r.Why, string(r.Schema)})
	}
	return list
}
