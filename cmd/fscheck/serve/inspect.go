package serve

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
	"github.com/functionschema/fscheck/metadata"
)

func (p *served) inspectAll() []Inspection {
	list := []Inspection{}
	for _, name := range slices.Sorted(maps.Keys(p.Functions)) {
		list = append(list, p.inspect(name))
	}
	return list
}

// inspect builds the schema of one function and says what is in it.
func (p *served) inspect(name string) Inspection {
	known := p.Functions[name]
	i := Inspection{Name: name, Place: known.Place, Unusable: known.Unusable, Hidden: known.Hidden}
	i.Tool.Description = known.Doc
	if i.Unusable != "" || p.values[name] == nil {
		return i
	}
	f, err := p.build(name)
	i.Injected = p.injected(name, f)
	if err != nil {
		i.Fault = p.fault(name, err)
		return i
	}
	i.Tool, i.Schema, i.Yielded = f.Metadata(), f.Schema(), p.yields(name)
	i.Plan = PlanOf(f)
	if t := reflect.TypeOf(p.values[name]); !i.Yielded && t.NumOut() > 0 {
		if out := t.Out(0); out != reflect.TypeFor[error]() && out != reflect.TypeFor[struct{}]() {
			i.Result = out.String()
		}
	}
	return i
}

// PlanOf returns how each place of a function's arguments is read.
func PlanOf(f *functionschema.FunctionSchema) string {
	_, plan, _ := strings.Cut(fmt.Sprintf("%+v", f), "\n") // its name comes first
	return plan
}

// isBinary reports whether a result is bytes, by its schema.
func isBinary(t metadata.Tool) bool {
	encoding := parse(t.OutputSchema).Lookup("contentEncoding")
	return encoding != nil && encoding.Text == "base64"
}

// parse reads a schema of the engine's own; of none it is an empty object.
func parse(schema []byte) *tree.Value {
	if v, fault := strict.Parse(schema, strict.Limits{}); fault == nil {
		return v
	}
	return tree.NewObject()
}
