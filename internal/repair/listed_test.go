package repair

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// differences walks what was sent beside what it became and returns what is wrong:
// whatever differs has to be listed, as the repair that makes that difference, at its
// place and once; whatever is listed has to differ.
type differences struct {
	listed map[string][]Name // by pointer, not found yet
	wrong  []string
}

func (d *differences) bad(pointer, format string, args ...any) {
	d.wrong = append(d.wrong, pointer+": "+fmt.Sprintf(format, args...))
}

// take reports whether a repair is listed at a place, and strikes it off.
func (d *differences) take(pointer string, names ...Name) bool {
	for i, n := range d.listed[pointer] {
		if slices.Contains(names, n) {
			d.listed[pointer] = slices.Delete(slices.Clone(d.listed[pointer]), i, i+1)
			return true
		}
	}
	return false
}

func (d *differences) value(pointer string, sent, got *tree.Value) {
	if sent.Kind == tree.String && got.Kind != tree.String {
		switch {
		case got.Kind == tree.Object || got.Kind == tree.Array:
			if !d.take(pointer, EncodedContainers) {
				d.bad(pointer, "decoded, and not listed")
			}
			read, fault := strict.Parse([]byte(sent.Text), strict.Limits{})
			if fault != nil {
				d.bad(pointer, "made of %q", sent.Text)
				return
			}
			d.value(pointer, read, got)
		case got.Kind == tree.Null:
			if sent.Text != "null" || !d.take(pointer, NullText) {
				d.bad(pointer, "null for %q, and not listed", sent.Text)
			}
		case sent.Text != got.String() || !d.take(pointer, StringScalars):
			d.bad(pointer, "%s for %q, and not listed", got, sent.Text)
		}
		return
	}
	if sent.Kind != got.Kind {
		d.bad(pointer, "%s became %s", sent, got)
		return
	}
	switch sent.Kind {
	case tree.Array:
		if len(sent.Items) != len(got.Items) {
			d.bad(pointer, "%d items became %d", len(sent.Items), len(got.Items))
			return
		}
		for i := range sent.Items {
			d.value(tree.Join(pointer, fmt.Sprint(i)), sent.Items[i], got.Items[i])
		}
	case tree.Object:
		for _, m := range sent.Members {
			at := tree.Join(pointer, m.Name)
			switch g := got.Lookup(m.Name); {
			case g != nil:
				d.value(at, m.Value, g)
			case m.Value.Kind == tree.Null && d.take(at, NullAsOmitted), m.Value.Kind == tree.String && m.Value.Text == "" && d.take(at, EmptyAsOmitted):
			default:
				d.bad(at, "%s is gone, and not listed", m.Value)
			}
		}
		for _, m := range got.Members {
			at := tree.Join(pointer, m.Name)
			if sent.Lookup(m.Name) == nil && (m.Value.Kind != tree.Null || !d.take(at, OmittedAsNull)) {
				d.bad(at, "%s is new, and not listed", m.Value)
			}
		}
	default:
		if string(canonical.Append(nil, sent)) != string(canonical.Append(nil, got)) {
			d.bad(pointer, "%s became %s", sent, got)
		}
	}
}

// TestWhatDiffersIsListed: of any faulty call under any set of repairs, what differs
// is listed where it is, in order, and nothing else differs.
func TestWhatDiffersIsListed(t *testing.T) {
	r := randomSchemas{rand.New(rand.NewPCG(31, 7))}
	made := map[Name]int{}
	for range 600 {
		text := `{"$defs":{"d":` + r.schema(1) + `},"type":"object","properties":{"a":` + r.schema(3) + `,"b":` + r.schema(2) + `},"required":` + r.pick(`[]`, `["a","b"]`) + `}`
		v, fault := strict.Parse([]byte(text), strict.Limits{})
		if fault != nil {
			t.Fatalf("%s: %v", text, fault)
		}
		s, faults := schema.Compile(v, schema.Options{})
		if len(faults) > 0 {
			continue // a reference that leads back to itself
		}
		for range 20 {
			names := slices.DeleteFunc(Names(), func(Name) bool { return r.IntN(3) == 0 })
			args := r.pick(`{"a":`+r.value(3)+`,"b":`+r.value(2)+`}`, `{"a":`+r.value(3)+`}`, r.value(2))
			got, applied, fault := New(s, names).Read([]byte(args), Budget{})
			if fault != nil {
				t.Fatal(fault)
			}
			sent, _ := strict.Parse([]byte(args), strict.Limits{})
			d := &differences{listed: map[string][]Name{}}
			for i, a := range applied {
				if !slices.Contains(names, a.Repair) {
					d.bad(a.Pointer, "%s was not asked for", a.Repair)
				}
				if i > 0 && strings.Compare(applied[i-1].Pointer, a.Pointer) > 0 {
					d.bad(a.Pointer, "stands behind %s", applied[i-1].Pointer)
				}
				d.listed[a.Pointer] = append(d.listed[a.Pointer], a.Repair)
				made[a.Repair]++
			}
			if d.take("", EmptyArguments) {
				if sent.Kind != tree.Null && (sent.Kind != tree.String || sent.Text != "") {
					d.bad("", "%s was taken for nothing", sent)
				}
				sent = tree.NewObject()
			}
			d.value("", sent, got)
			for pointer, rest := range d.listed {
				for _, n := range rest {
					d.bad(pointer, "%s is listed, and changed nothing", n)
				}
			}
			if len(d.wrong) > 0 {
				t.Fatalf("%s\n%s became %s by %s of %v:\n%s", text, args, got, shown(applied), names, strings.Join(d.wrong, "\n"))
			}
		}
	}
	for _, n := range Names() {
		if made[n] < 15 && n != Base64Spelling { // which is for declared bytes
			t.Errorf("%s was made %d times only", n, made[n])
		}
	}
	t.Logf("%v", made)
}
