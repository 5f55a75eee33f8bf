package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/repair"
)

// repairFlag adds --repair to a command.
func repairFlag(c *cobra.Command, names *[]string) {
	c.Flags().StringArrayVar(names, "repair", nil, "mend calls by the repair `NAME`, or by the usual ones: model; may be repeated")
}

// readRepairs reads the names of --repair.
func readRepairs(texts []string) ([]functionschema.Repair, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	var list []functionschema.Repair
	for text := range strings.SplitSeq(strings.Join(texts, ","), ",") {
		switch {
		case text == "model":
			list = append(list, functionschema.ModelRepairs)
		case repair.Name(text).Known():
			list = append(list, functionschema.Repair(text))
		default:
			var known []string
			for _, n := range repair.Names() {
				known = append(known, string(n))
			}
			return nil, usage("there is no repair %q: there are %s, and model for the usual ones", text, strings.Join(known, ", "))
		}
	}
	return list, nil
}

// repairs writes what was repaired in a call.
func (t *terminal) repairs(list []functionschema.Applied) error {
	tb := table{header: []string{"POINTER", "REPAIR"}, margin: 2}
	for _, a := range list {
		place := a.Pointer
		if place == "" {
			place = "(root)"
		}
		tb.add(place, string(a.Repair))
	}
	return t.table(tb)
}

// tally counts what repairs were good for, and what keywords refused the rest.
type tally struct {
	AsSent   int            `json:"as_sent"`  // calls that were valid as they were sent
	Repaired int            `json:"repaired"` // calls that are valid since they were repaired
	Repairs  map[string]int `json:"repairs"`  // of those, by each repair that one needed
	Refused  map[string]int `json:"refused"`  // calls that are invalid, by each keyword of their violations
}

// ofSchema stands for a keyword where the schema is refused, and no call was judged.
const ofSchema = "schema"

func newTally() tally { return tally{Repairs: map[string]int{}, Refused: map[string]int{}} }

func (n *tally) add(a answer) {
	if !a.Schema.OK {
		if a.recorded > 0 {
			n.Refused[ofSchema] += a.recorded
		}
		return
	}
	for _, c := range a.Calls {
		seen := map[string]bool{}
		switch {
		case !c.Valid:
			for _, v := range c.Violations {
				seen[v.Keyword] = true
			}
			for keyword := range seen {
				n.Refused[keyword]++
			}
		case len(c.Repairs) == 0:
			n.AsSent++
		default:
			n.Repaired++
			for _, r := range c.Repairs {
				seen[string(r.Repair)] = true
			}
			for name := range seen {
				n.Repairs[name]++
			}
		}
	}
}

// tally writes what became of the calls. A call may need two repairs, or be refused
// for two keywords, so the indented counts need not add up.
func (t *terminal) tally(s summary, n tally) error {
	tb := table{header: []string{"OUTCOME", "CALLS"}}
	add := func(what string, count int) { tb.add(what, strconv.Itoa(count)) }
	parts := func(prefix string, counts map[string]int) {
		names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
		})
		for _, name := range names {
			add("  "+prefix+name, counts[name])
		}
	}
	add("valid as sent", n.AsSent)
	if n.Repaired > 0 {
		add("valid after repair", n.Repaired)
		parts("", n.Repairs)
	}
	add("refused", s.Invalid)
	parts("for ", n.Refused)
	add("all", s.Calls)
	if err := t.table(tb); err != nil {
		return err
	}
	_, err := fmt.Fprintf(t.out, "schemas: %d, refused: %d\n", s.Rows, s.SchemasRefused)
	return err
}
