package functionschema

import (
	"reflect"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName bounds a function's name, in bytes.
const longestName = 256

// ownName gives the declaration the Go function's name unless it has one.
func (d *declaration) ownName(fn reflect.Value) {
	if d.name != "" {
		return
	}
	symbol := "without a symbol"
	if f := runtime.FuncForPC(fn.Pointer()); f != nil {
		symbol = f.Name()
		d.name = lastingName(symbol)
	}
	if d.name == "" {
		d.fault("title", "the function %s has no name that lasts: give it one with WithName", symbol)
	}
}

// lastingName returns the name of a declared function or method from its symbol,
// or "" if the symbol is one that the compiler numbers or that many functions
// share. The forms are
//
//	path/pkg.Function              path/pkg.Type.Method-fm
//	path/pkg.(*Type).Method-fm     path/pkg.Function.func1, .func1.2, init.func1
//	path/pkg.Function[...]         reflect.makeFuncStub
func lastingName(symbol string) string {
	base := symbol[strings.LastIndexByte(symbol, '/')+1:] // dots in the path's last part are escaped
	name, isMethod := strings.CutSuffix(base[strings.LastIndexByte(base, '.')+1:], "-fm")
	isNested := strings.Count(base, ".") > 1
	number := strings.TrimLeft(name, "0123456789")
	switch {
	case strings.ContainsAny(base, "[]"): // an instantiated generic
		return ""
	case number == "", strings.ContainsRune(name, '-'): // a closure in a closure, the body of a range
		return ""
	case isNested && !isMethod && strings.HasPrefix(name, "func") && strings.Trim(name[len("func"):], "0123456789") == "":
		return ""
	case base == "reflect.makeFuncStub" || base == "reflect.methodValueCall":
		return ""
	}
	return name
}

// checkName finds what makes names and descriptions unfit to be shown.
func (d *declaration) checkName() {
	if len(d.name) > longestName {
		d.fault("title", "the name has %d bytes: use at most %d", len(d.name), longestName)
	}
	if !utf8.ValidString(d.name) {
		d.fault("title", "the name %q is not UTF-8", d.name)
	}
	if strings.ContainsFunc(d.name, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
		d.fault("title", "the name %q holds white space or a control character: use letters, digits, - and _", d.name)
	}
	if !utf8.ValidString(d.description) {
		d.fault("description", "the description is not UTF-8")
	}
}
