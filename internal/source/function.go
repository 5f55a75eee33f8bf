package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/comments"
)

// function reads what the source says of a function or of a variable that holds
// one, and of the types that it takes and returns.
func (r *reader) function(o types.Object, sig *types.Signature) comments.Function {
	f := comments.Function{Place: r.place(o.Pos()), Comments: comments.Map{}, Places: map[string]string{}}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		r.fields(p.Type())
		if isContext(p.Type()) {
			continue
		}
		name := p.Name()
		if name == "" || name == "_" {
			name = "arg" + strconv.Itoa(len(f.Params)+1)
		}
		f.Params = append(f.Params, name)
		f.Places["parameter "+name] = r.place(p.Pos())
	}
	for i := range sig.Results().Len() {
		r.fields(sig.Results().At(i).Type())
	}
	f.Doc = splitDoc(r.doc(o), f.Params, f.Comments)
	return f
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// place is a position as compilers write it.
func (r *reader) place(pos token.Pos) string {
	p := r.fset.Position(pos)
	if !p.IsValid() {
		return ""
	}
	return p.Filename + ":" + strconv.Itoa(p.Line)
}

// doc returns the doc comment of a package-level declaration or a method.
func (r *reader) doc(o types.Object) string {
	file := r.file(o.Pos())
	if file == nil {
		return ""
	}
	line := r.fset.Position(o.Pos()).Line
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == o.Name() && r.fset.Position(d.Name.Pos()).Line == line {
				return d.Doc.Text()
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for _, name := range v.Names {
					if name.Name != o.Name() || r.fset.Position(name.Pos()).Line != line {
						continue
					}
					switch {
					case v.Doc != nil:
						return v.Doc.Text()
					case len(d.Specs) == 1 && d.Doc != nil:
						return d.Doc.Text()
					}
					return v.Comment.Text()
				}
			}
		}
	}
	return ""
}

// splitDoc takes out of a doc comment what it says of single parameters, and
// returns the rest. A parameter is described by
//
//   - an item of a list under a line "Parameters:", with or without a hyphen or a
//     star, as "name: text", "name - text" or "name (type): text";
//   - or a line "name: text" of its own, anywhere.
//
// Lines that follow and are indented more go on with the text.
func splitDoc(doc string, params []string, out comments.Map) string {
	known := map[string]bool{}
	for _, p := range params {
		known[p] = true
	}
	var rest []string
	listed, heading := false, -1
	var current string
	depth := 0
	for line := range strings.Lines(doc) {
		line = strings.TrimRight(line, " \t\n")
		text := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if isHeading(text) && len(params) > 0 {
			listed, heading, current = true, len(rest), ""
			rest = append(rest, line)
			continue
		}
		name, said, isItem := item(text, listed)
		switch {
		case isItem && known[name] && out[name] == "":
			out[name] = said
			current, depth = name, indent
			if listed && heading >= 0 {
				rest, heading = rest[:heading], -1 // the heading goes with its items
			}
		case text == "":
			if current == "" {
				rest = append(rest, line)
			} else if !listed {
				rest, current = append(rest, line), ""
			}
		case current != "" && indent > depth:
			out[current] += " " + text
		default:
			if current != "" && len(rest) > 0 {
				rest = append(rest, "")
			}
			listed, current = listed && indent > 0, ""
			rest = append(rest, line)
		}
	}
	text := strings.TrimSpace(strings.Join(rest, "\n"))
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return text
}

func isHeading(text string) bool {
	switch strings.ToLower(strings.TrimSpace(strings.Trim(text, "#:"))) {
	case "parameters", "params", "arguments", "args":
		return strings.HasSuffix(text, ":") || strings.HasPrefix(text, "#")
	}
	return false
}

// item reads a line that describes a parameter.
func item(text string, listed bool) (name, said string, ok bool) {
	if listed {
		text = strings.TrimLeft(text, "-*• ")
	}
	end := strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x80)
	})
	if end <= 0 {
		return "", "", false
	}
	name, tail := text[:end], strings.TrimSpace(text[end:])
	if listed && strings.HasPrefix(tail, "(") { // a type in parentheses
		if close := strings.IndexByte(tail, ')'); close > 0 {
			tail = strings.TrimSpace(tail[close+1:])
		}
	}
	if said, ok = strings.CutPrefix(tail, ":"); !ok && listed {
		for _, dash := range []string{"- ", "– ", "— "} {
			if said, ok = strings.CutPrefix(tail, dash); ok {
				break
			}
		}
	}
	said = strings.TrimSpace(said)
	return name, said, ok && said != ""
}
