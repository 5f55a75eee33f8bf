package fscheck_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/functionschema/fscheck"

// layers is DESIGN section 1, left to right. A package may import those of any
// layer to its left, never of its own, and internal packages.
var layers = [][]string{
	{"inject", "content", "metadata", "fixtures"}, // fixtures holds data only
	{"binding"},
	{"functionschema"},
	{"wire", "bridge"},
	{"conformance"},
	{"cmd/fscheck"},
}

// plain are the packages whose exported API mentions the standard library and this
// module alone, so that no dependency's release is ours.
var plain = []string{"inject", "content", "metadata", "binding", "functionschema"}

const maxLines = 350

// machinePath is a path of the machine that a file was written on.
var machinePath = regexp.MustCompile(`(^|[\s"'` + "`" + `(=:])/(work|root|home)/`)

// nameless is a file or a folder whose name says no idea.
var nameless = regexp.MustCompile(`(^|[/_])(util|common|helper)s?([/_.]|$)`)

type source struct {
	name string // slash-separated, from the root of the module
	text []byte
	file *ast.File
}

func (s source) pkg() string  { return path.Dir(s.name) }
func (s source) isTest() bool { return strings.HasSuffix(s.name, "_test.go") }

// sources reads the Go files of this module: not those of modules nested in it, of
// testdata, or of folders that the go command ignores.
func sources(t *testing.T) (*token.FileSet, []source) {
	t.Helper()
	fset := token.NewFileSet()
	var all []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name == "." {
				return nil
			}
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if err == nil || base == "testdata" || base[0] == '.' || base[0] == '_' {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(base) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		all = append(all, source{filepath.ToSlash(name), text, file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no Go files")
	}
	return fset, all
}

func imports(f *ast.File) []string {
	var paths []string
	for _, spec := range f.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, p)
	}
	return paths
}

// layer returns the number of a package's layer, or -1.
func layer(pkg string) int {
	return slices.IndexFunc(layers, func(names []string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return pkg == n || strings.HasPrefix(pkg, n+"/") })
	})
}

// refusal says why a package may not import another package of this module, or "".
func refusal(from, to string) string {
	isInternal := func(pkg string) bool { return strings.HasPrefix(pkg, "internal/") }
	switch {
	case isInternal(to):
		return ""
	case isInternal(from):
		return "internal packages import only each other"
	case strings.HasPrefix(from, "examples/"):
		return "" // programs of a user
	case layer(from) < 0:
		return "the importing package is in no layer: name it in layers"
	case layer(to) < 0:
		return "the imported package is in no layer: name it in layers"
	case layer(to) < layer(from) || sameTree(from, to):
		return ""
	}
	return "imports go to a layer further left only: " + layerText()
}

// sameTree reports whether both packages are parts of one, as wire/mcp and wire are.
func sameTree(from, to string) bool {
	for _, names := range layers {
		for _, n := range names {
			if (from == n || strings.HasPrefix(from, n+"/")) && (to == n || strings.HasPrefix(to, n+"/")) {
				return true
			}
		}
	}
	return false
}

func layerText() string {
	var parts []string
	for _, names := range layers {
		parts = append(parts, strings.Join(names, " "))
	}
	return strings.Join(parts, " < ")
}

func TestImportDirections(t *testing.T) {
	_, all := sources(t)
	for _, s := range all {
		if s.isTest() {
			continue
		}
		for _, p := range imports(s.file) {
			if rest, ok := strings.CutPrefix(p, module+"/"); ok {
				if why := refusal(s.pkg(), rest); why != "" {
					t.Errorf("%s imports %s: %s", s.name, rest, why)
				}
			}
			if strings.HasPrefix(p, "golang.org/x/tools/") && !strings.HasPrefix(s.pkg(), "cmd/fscheck") && !strings.HasPrefix(s.pkg(), "internal/source") {
				t.Errorf("%s imports %s: what reads Go source belongs to cmd/fscheck", s.name, p)
			}
			if p == "unsafe" || p == "C" {
				t.Errorf("%s imports %s: nothing here needs it", s.name, p)
			}
			if p == module+"/internal/source" && !strings.HasPrefix(s.pkg(), "cmd/fscheck") {
				t.Errorf("%s imports %s: what reads Go source is imported by cmd/fscheck alone", s.name, p)
			}
		}
	}
}

// The rule itself has to be able to refuse.
func TestRefusal(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		refused  bool
	}{
		{"binding", "inject", false},
		{"functionschema", "binding", false},
		{"functionschema", "internal/tree", false},
		{"wire/mcp", "wire", false},
		{"cmd/fscheck", "conformance", false},
		{"examples/weather", "functionschema", false},
		{"internal/view", "internal/tree", false},
		{"binding", "functionschema", true},
		{"inject", "content", true},
		{"metadata", "inject", true},
		{"wire/mcp", "bridge", true},
		{"internal/schema", "content", true},
		{"functionschema", "elsewhere", true},
		{"elsewhere", "inject", true},
	} {
		if why := refusal(tt.from, tt.to); (why != "") != tt.refused {
			t.Errorf("%s importing %s: %q", tt.from, tt.to, why)
		}
	}
}

// thirdParty reports whether an import path is neither of the standard library nor
// of this module: the first element of a module's path has a dot.
func thirdParty(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return strings.Contains(first, ".") && p != module && !strings.HasPrefix(p, module+"/")
}

func TestExportedAPIIsOurs(t *testing.T) {
	fset, all := sources(t)
	for _, s := range all {
		if !s.isTest() && slices.Contains(plain, s.pkg()) {
			for _, leak := range leaks(fset, s.file) {
				t.Error(leak)
			}
		}
	}
}

// leaks returns the places where a file's exported API mentions what a dependency
// declares.
func leaks(fset *token.FileSet, f *ast.File) []string {
	ours, foreign := map[string]bool{}, map[string]bool{}
	for _, spec := range f.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(p)
		if regexp.MustCompile(`^v\d+$`).MatchString(name) {
			name = path.Base(path.Dir(p))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if thirdParty(p) {
			foreign[name] = true
		} else {
			ours[name] = true
		}
	}
	if len(foreign) == 0 {
		return nil
	}
	var found []string
	exported(f, func(decl string, n ast.Node) {
		// What a path ends in need not be the package's name. In a type every
		// qualifier is a package, so what is not known to be ours is not; in the
		// value of a variable it may be a variable.
		_, isValue := n.(*ast.ValueSpec)
		ast.Inspect(n, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				x, ok := sel.X.(*ast.Ident)
				if ok && (foreign[x.Name] || !isValue && !ours[x.Name]) {
					found = append(found, fset.Position(sel.Pos()).String()+": the exported "+decl+" mentions "+x.Name+"."+sel.Sel.Name)
				}
			}
			return true
		})
	})
	return found
}

func TestLeaks(t *testing.T) {
	for text, leak := range map[string]string{
		`func F(x x.T) {}`:                      "F mentions x.T",
		`func F() []map[string]*lru.Cache`:      "F mentions lru.Cache",
		`type T struct { F x.T }`:               "T mentions x.T",
		`type T struct { x.T }`:                 "T mentions x.T",
		`type T[P x.T] struct {}`:               "T mentions x.T",
		`type T = x.T`:                          "T mentions x.T",
		`type T interface { M(x.T) }`:           "T mentions x.T",
		`var V = x.New()`:                       "V mentions x.New",
		`func (t *T[P]) M() x.T { return nil }`: "M mentions x.T",
		`func F(c context.Context) { x.Use() }`: "",
		`func f(x x.T) {}`:                      "",
		`type T struct { f x.T }`:               "",
		`func (t t) M() x.T { return nil }`:     "",
		`var v = x.New()`:                       "",
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "", `package p; import ("context"; "example.org/x"; "example.org/golang-lru/v2");`+text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		found := leaks(fset, f)
		if (leak == "") != (len(found) == 0) || leak != "" && !strings.HasSuffix(found[0], leak) {
			t.Errorf("%s: %q, want %q", text, found, leak)
		}
	}
}

// exported calls visit with the parts of a file's exported declarations that are API:
// signatures, types without their unexported fields, types of variables.
func exported(f *ast.File, visit func(decl string, n ast.Node)) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type))) {
				visit(d.Name.Name, d.Type)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						visitType(spec, visit)
					}
				case *ast.ValueSpec:
					if slices.ContainsFunc(spec.Names, (*ast.Ident).IsExported) {
						visit(spec.Names[0].Name, spec)
					}
				}
			}
		}
	}
}

func visitType(spec *ast.TypeSpec, visit func(decl string, n ast.Node)) {
	if spec.TypeParams != nil {
		visit(spec.Name.Name, spec.TypeParams)
	}
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		visit(spec.Name.Name, spec.Type)
		return
	}
	for _, field := range st.Fields.List {
		if len(field.Names) == 0 || slices.ContainsFunc(field.Names, (*ast.Ident).IsExported) {
			visit(spec.Name.Name, field.Type)
		}
	}
}

func receiver(x ast.Expr) string {
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y.Name
		default:
			return ""
		}
	}
}

func TestFiles(t *testing.T) {
	_, all := sources(t)
	documented := map[string]bool{}
	for _, s := range all {
		if lines := bytes.Count(s.text, []byte("\n")); lines > maxLines && !s.isTest() && !ast.IsGenerated(s.file) {
			t.Errorf("%s has %d lines, %d more than a file may have: one idea a file", s.name, lines, lines-maxLines)
		}
		if nameless.MatchString(s.name) {
			t.Errorf("%s: a file and a package are named for the idea in them", s.name)
		}
		for i, line := range strings.Split(string(s.text), "\n") {
			if machinePath.MatchString(line) {
				t.Errorf("%s:%d names a path of one machine: %s", s.name, i+1, strings.TrimSpace(line))
			}
		}
		if !s.isTest() {
			documented[s.pkg()] = documented[s.pkg()] || s.file.Doc != nil
		}
	}
	for pkg, has := range documented {
		if !has {
			t.Errorf("package %s has no doc comment, or a blank line cuts it off", pkg)
		}
	}
}

// Texts beside the code are read on other machines too.
func TestTextsNameNoMachine(t *testing.T) {
	names := []string{"Makefile", ".ci/run", "go.mod"}
	for _, pattern := range []string{"*.md", "docs/*.md", "*.yml", ".golangci.yml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if m := machinePath.Find(text); m != nil {
			t.Errorf("%s names a path of one machine: %s", name, bytes.TrimSpace(m))
		}
	}
}

// Every dependency has a section that says what it is for and what to beware of.
func TestDependenciesAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	var modules []string
	for _, m := range regexp.MustCompile("(?m)^#+ `([^`]+)`").FindAllSubmatch(doc, -1) {
		modules = append(modules, string(m[1]))
	}
	_, all := sources(t)
	missing := map[string]string{}
	for _, s := range all {
		for _, p := range imports(s.file) {
			if thirdParty(p) && !slices.ContainsFunc(modules, func(m string) bool { return p == m || strings.HasPrefix(p, m+"/") }) {
				missing[p] = s.name
			}
		}
	}
	for p, file := range missing {
		t.Errorf("docs/dependencies.md has no section for %s, which %s imports", p, file)
	}
}
