package fscheck_test

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// unshown lists the exported functions of the packages that a user starts from, options
// and constructors of types included, that no Example shows. What a doc comment gives
// to this module alone needs none.
func unshown(all []source) []string {
	examples := map[string]bool{}
	for _, s := range all {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if name, is := strings.CutPrefix(funcName(f, ok), "Example"); is && s.isTest() {
				name, _, _ = strings.Cut(name, "_")
				examples[s.pkg()+"."+name] = true
			}
		}
	}
	var missing []string
	for _, s := range all {
		if s.isTest() || !slices.Contains(plain, s.pkg()) {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !f.Name.IsExported() || examples[s.pkg()+"."+f.Name.Name] {
				continue
			}
			if doc := strings.Join(strings.Fields(f.Doc.Text()), " "); !forThisModule(doc) {
				missing = append(missing, s.pkg()+"."+f.Name.Name)
			}
		}
	}
	return missing
}

func funcName(f *ast.FuncDecl, ok bool) string {
	if !ok || f.Recv != nil {
		return ""
	}
	return f.Name.Name
}

// forThisModule reports whether a doc comment says that nobody else has a use for what
// it is about.
func forThisModule(doc string) bool {
	return slices.ContainsFunc([]string{"for functionschema.", "this module's other packages", "The fscheck command reads them"}, func(said string) bool {
		return strings.Contains(doc, said)
	})
}

// Every function that a user starts from has an Example, and so has every Code of an
// Error.
func TestExamples(t *testing.T) {
	_, all := sources(t)
	for _, name := range unshown(all) {
		t.Errorf("%s has no Example: write one, or say in its doc comment whom in this module it is for", name)
	}
	codes, shown := 0, map[string]bool{}
	for _, s := range all {
		if s.pkg() != "functionschema" {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if name, is := strings.CutPrefix(funcName(f, ok), "ExampleCode_"); is {
				shown[strings.ToLower(name)] = true
			}
		}
	}
	for _, s := range all {
		if s.name != "functionschema/error.go" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok {
				if typ, ok := v.Type.(*ast.Ident); ok && typ.Name == "Code" {
					codes++
					if !shown[strings.ToLower(v.Names[0].Name)] {
						t.Errorf("there is no ExampleCode for %s", v.Names[0].Name)
					}
				}
			}
			return true
		})
	}
	if codes != 7 {
		t.Errorf("%d codes are looked at, want 7", codes)
	}
}
