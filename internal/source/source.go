// Package source reads Go source: it finds what a target names, what of a package
// can be called, and what the comments say of functions, parameters and fields.
package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/functionschema/fscheck/internal/comments"
)

// ErrBroken is the error of a package that does not compile. What is wrong with it
// is for the go command to say.
var ErrBroken = errors.New("the package does not compile")

// Package is a package that has been read.
type Package struct {
	comments.Package
	Name  string            // its package clause
	Dir   string            // its folder
	Exprs map[string]string // by function: the expression it is, behind the package's name
	Whole bool              // it has the methods of all types and variables
	types *types.Package
}

// mostMethods is how many methods are taken of a package beside its functions: each
// is code that has to be linked.
const mostMethods = 200

// Load reads the package that pattern names in a folder, with the environment
// given: the functions, the variables, and the methods of types and variables. If
// there are more than mostMethods it takes the functions and variables alone, or,
// if owner is not empty, the methods of that type or variable alone.
func Load(dir, pattern, owner string, env []string) (*Package, error) {
	fset := token.NewFileSet()
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
		Dir: dir, Env: env, Fset: fset,
	}, pattern)
	if err != nil || len(list) == 0 {
		return nil, ErrBroken // the go command could not even list it
	}
	if len(list) > 1 {
		return nil, fmt.Errorf("%s names %d packages: name one", pattern, len(list))
	}
	p := list[0]
	if len(p.Errors) > 0 || p.Types == nil || len(p.CompiledGoFiles) == 0 {
		return nil, ErrBroken
	}
	out := &Package{
		Package: comments.Package{Path: p.PkgPath, Functions: map[string]comments.Function{}, Fields: comments.Map{}, Others: map[string]string{}, Places: map[string]string{}},
		Name:    p.Name, Dir: p.Dir, Exprs: map[string]string{}, types: p.Types,
	}
	r := &reader{fset: fset, out: out, files: map[string]*ast.File{}, seen: map[types.Type]bool{}}
	for _, f := range p.Syntax {
		r.files[fset.Position(f.Package).Filename] = f
	}
	if p.Name == "main" {
		return nil, fmt.Errorf("%s is a main package, which cannot be imported: move the function to a package of its own", p.PkgPath)
	}
	if p.Module != nil && !p.Module.Main && isInternal(p.PkgPath) {
		return nil, fmt.Errorf("%s is internal to another module: only a program of %s can call it", p.PkgPath, p.Module.Path)
	}
	scope := p.Types.Scope()
	count := 0
	for _, name := range scope.Names() {
		count += ownerOf(scope.Lookup(name)).methods.Len()
	}
	out.Whole = count <= mostMethods
	if out.Whole || owner == "" {
		for _, name := range scope.Names() {
			r.object(scope.Lookup(name))
		}
		r.testFiles()
	}
	for _, name := range scope.Names() {
		if out.Whole || name == owner {
			r.methods(scope.Lookup(name))
		}
	}
	return out, nil
}

func isInternal(path string) bool {
	return strings.Contains("/"+path+"/", "/internal/")
}

// reader collects what one package says.
type reader struct {
	fset  *token.FileSet
	out   *Package
	files map[string]*ast.File // those that were read, by name
	seen  map[types.Type]bool
}

// object takes a function or a variable, or says why it cannot be called.
func (r *reader) object(o types.Object) {
	name := o.Name()
	switch o := o.(type) {
	case *types.Func:
		sig := o.Signature()
		f := r.function(o, sig)
		if sig.TypeParams().Len() > 0 {
			f.Unusable = fmt.Sprintf("%s is generic: instantiate it in a variable, as in var %sOf = %s[%s], and name that", name, name, name, arguments(sig.TypeParams()))
		}
		r.add(name, name, o, f)
	case *types.Var:
		if sig, ok := o.Type().Underlying().(*types.Signature); ok {
			r.add(name, name, o, r.function(o, sig))
			return
		}
		f := comments.Function{Place: r.place(o.Pos())}
		if !isFunctionSchema(o.Type()) {
			f.Hidden = true
			f.Unusable = fmt.Sprintf("%s is a variable of type %s: name a function, a method, or a variable that holds a function or a *functionschema.FunctionSchema",
				name, types.TypeString(o.Type(), types.RelativeTo(r.out.types)))
		}
		r.add(name, name, o, f)
	case *types.TypeName:
		if o.Exported() {
			r.out.Others[name] = fmt.Sprintf("%s is a type: name a function that takes it, or a method of it, as %s.Method", name, name)
		}
	case *types.Const:
		if o.Exported() {
			r.out.Others[name] = fmt.Sprintf("%s is a constant: name a function, a method, or a variable that holds a function", name)
		}
	}
}

// testFiles says of the functions in test files that they are there: nothing else
// can import them.
func (r *reader) testFiles() {
	names, _ := filepath.Glob(filepath.Join(r.out.Dir, "*_test.go"))
	for _, name := range names {
		file := r.parse(name)
		if file == nil {
			continue
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil {
				continue
			}
			if _, known := r.out.Functions[f.Name.Name]; !known {
				r.out.Functions[f.Name.Name] = comments.Function{
					Place: r.place(f.Pos()), Hidden: true,
					Unusable: f.Name.Name + " is in a test file, which no other program can import: move it to a file of the package",
				}
			}
		}
	}
}

func (r *reader) add(name, expr string, o types.Object, f comments.Function) {
	if !o.Exported() {
		f.Unusable, f.Hidden = unexported(o), true
	}
	r.out.Functions[name] = f
	if f.Unusable == "" {
		r.out.Exprs[name] = expr
	}
}

func unexported(o types.Object) string {
	return o.Name() + " is not exported, so no other program can call it: begin its name with a capital letter, or export a variable that holds it"
}

func arguments(list *types.TypeParamList) string {
	example := []string{"int", "string", "bool"}
	var names []string
	for i := range list.Len() {
		names = append(names, example[i%len(example)])
	}
	return strings.Join(names, ", ")
}

// isFunctionSchema reports whether a value of the type is a function schema, by
// the name of the type alone: the engine decides when it sees the value.
func isFunctionSchema(t types.Type) bool {
	named, ok := deref(t).(*types.Named)
	return ok && named.Obj().Name() == "FunctionSchema" && named.Obj().Pkg() != nil && named.Obj().Pkg().Name() == "functionschema"
}
