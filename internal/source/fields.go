package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"

	"github.com/functionschema/fscheck/internal/comments"
)

// fields collects the comments of the struct types that a type is made of, in this
// module and in others; those of the standard library describe no parameters.
func (r *reader) fields(t types.Type) {
	t = types.Unalias(t)
	if r.seen[t] {
		return
	}
	r.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			r.fields(t.TypeArgs().At(i))
		}
		if pkg := t.Obj().Pkg(); pkg != nil && strings.Contains(firstElement(pkg.Path()), ".") || pkg == r.out.types || r.isOwn(t.Obj()) {
			r.declaration(t.Origin().Obj())
			r.fields(t.Underlying())
		}
	case *types.Pointer:
		r.fields(t.Elem())
	case *types.Slice:
		r.fields(t.Elem())
	case *types.Array:
		r.fields(t.Elem())
	case *types.Map:
		r.fields(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			r.fields(f.Type())
		}
	}
}

func firstElement(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

// isOwn reports whether a type's source lies where no Go installation has its own:
// modules need not have a dot in their names.
func (r *reader) isOwn(o types.Object) bool {
	name := r.fset.Position(o.Pos()).Filename
	return name != "" && !strings.HasPrefix(name, "$GOROOT") && !strings.Contains(name, "/src/"+o.Pkg().Path()+"/")
}

// declaration reads the comments and the places of a struct type's fields.
func (r *reader) declaration(o *types.TypeName) {
	file := r.file(o.Pos())
	if file == nil {
		return
	}
	r.out.Places["type "+o.Name()] = r.place(o.Pos())
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			t, ok := spec.(*ast.TypeSpec)
			if !ok || t.Name.Name != o.Name() {
				continue
			}
			if s, ok := t.Type.(*ast.StructType); ok {
				r.structFields(o, s)
			}
		}
	}
}

func (r *reader) structFields(o *types.TypeName, s *ast.StructType) {
	for _, f := range s.Fields.List {
		text := f.Doc.Text()
		if text == "" {
			text = f.Comment.Text()
		}
		for _, name := range fieldNames(f) {
			where := "field " + o.Name() + "." + name
			place := r.place(f.Pos())
			if at := r.out.Places[where]; at != "" && at != place {
				place = at + " or " + place // two packages have a type of one name
			}
			r.out.Places[where] = place
			if text = unwrap(text); text != "" {
				r.out.Fields[comments.Field(o.Pkg().Path(), o.Name(), name)] = text
			}
		}
	}
}

// unwrap joins the lines of a comment that only its width has broken: those within
// a paragraph that are not indented.
func unwrap(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, " \t\n")
		switch {
		case b.Len() == 0:
		case line == "" || line[0] == ' ' || line[0] == '\t' || strings.HasSuffix(b.String(), "\n"):
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// fieldNames lists the names of a field, of an embedded one its type's.
func fieldNames(f *ast.Field) []string {
	var names []string
	for _, n := range f.Names {
		names = append(names, n.Name)
	}
	if len(names) > 0 {
		return names
	}
	x := f.Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.SelectorExpr:
			return []string{y.Sel.Name}
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return []string{y.Name}
		default:
			return nil
		}
	}
}

// file returns the file that a position is in, reading it if it is another
// package's: export data says where a type was declared.
func (r *reader) file(pos token.Pos) *ast.File {
	name := r.fset.Position(pos).Filename
	if f, ok := r.files[name]; ok || name == "" {
		return f
	}
	r.files[name] = r.parse(name)
	return r.files[name]
}

// parse reads a file, or returns nil if that cannot be done.
func (r *reader) parse(name string) *ast.File {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	f, err := parser.ParseFile(r.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return f
}
