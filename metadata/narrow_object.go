package metadata

import (
	"fmt"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// object writes properties and what judges them.
func (l *level) object() {
	required := map[string]bool{}
	var order []string
	if list := l.from.Lookup("required"); list != nil {
		for _, name := range list.Items {
			required[text(name)] = true
			order = append(order, text(name))
		}
	}
	properties := l.properties(required)
	var listed []string
	declared := map[string]bool{}
	for _, m := range properties {
		listed = append(listed, m.Name)
		declared[m.Name] = true
	}
	l.place.listing(listed)
	l.checkMap(properties)
	for _, name := range order {
		if !declared[name] {
			l.undeclared(name, required)
		}
	}
	if len(properties) > 0 || l.of("type") != one {
		l.write("properties", tree.NewObject(properties...))
	}
	if (l.dialect == Gemini || l.dialect == GeminiJSONSchema) && len(listed) > 1 {
		l.write("propertyOrdering", texts(listed))
	}
	l.required(properties, order, required)
	l.additional()
}

func texts(names []string) *tree.Value {
	items := make([]*tree.Value, len(names))
	for i, name := range names {
		items[i] = tree.NewString(name)
	}
	return tree.NewArray(items...)
}

// properties writes the properties; of those that were optional and have to be
// required it admits null.
func (l *level) properties(required map[string]bool) []tree.Member {
	list := l.from.Lookup("properties")
	if list == nil {
		return nil
	}
	var members []tree.Member
	for _, m := range list.Members {
		if isFalse(m.Value) { // it must not be sent, and what is not listed is not
			if !l.shut() {
				l.words = append(l.words, string(tree.AppendString(nil, l.own(m.Name)))+" must not be sent")
				l.drop(tree.Join(l.at, "properties", l.own(m.Name)), "false", "not listed, and told in the description")
			}
			continue
		}
		p := l.place.member(m.Name)
		if own, ok := l.back[m.Name]; ok {
			l.place.rename(m.Name, own)
		}
		at := tree.Join(l.at, "properties", l.own(m.Name))
		written := l.narrow(m.Value, at, p)
		if l.of("required") == all && !required[m.Name] {
			written = l.optional(m, at, written)
		}
		l.noteConstant(m.Name, written)
		members = append(members, tree.M(m.Name, written))
	}
	return members
}

// shut reports whether members that are not listed are shut out, or told of.
func (l *level) shut() bool {
	additional := l.from.Lookup("additionalProperties")
	return l.of("additionalProperties") == closed || additional != nil && isFalse(additional)
}

// own is the name that the tool's schema has for a property.
func (l *level) own(name string) string {
	if own, ok := l.back[name]; ok {
		return own
	}
	return name
}

// optional writes a property that may be omitted and cannot be.
func (l *level) optional(m tree.Member, at string, written *tree.Value) *tree.Value {
	if l.admitsNull(m.Value, map[*tree.Value]bool{}) {
		l.drop(l.at, "required", fmt.Sprintf("%q has to be sent: null is then its value, and it is not omitted", l.own(m.Name)))
		return written
	}
	l.place.null(m.Name)
	if written = l.nullable(written); written.Lookup("$ref") != nil {
		return written
	}
	return tree.NewObject(describe(slices.Clone(written.Members), []string{"null leaves it out"})...)
}

// admitsNull reports whether null is a value of a property's own schema.
func (e *export) admitsNull(v *tree.Value, seen map[*tree.Value]bool) bool {
	if v.Kind == tree.Bool {
		return v.Bool
	}
	if seen[v] {
		return true
	}
	seen[v] = true
	admits := func(sub *tree.Value) bool { return e.admitsNull(sub, seen) }
	for _, m := range v.Members {
		ok := true
		switch m.Name {
		case "type":
			ok = slices.Contains(typeNames(m.Value), "null")
		case "enum":
			ok = slices.ContainsFunc(m.Value.Items, func(v *tree.Value) bool { return v.Kind == tree.Null })
		case "const":
			ok = m.Value.Kind == tree.Null
		case "$ref":
			if target := e.doc.targets[m.Value]; target != nil {
				ok = admits(target)
			}
		case "allOf":
			ok = !slices.ContainsFunc(m.Value.Items, func(sub *tree.Value) bool { return !admits(sub) })
		case "anyOf", "oneOf":
			ok = slices.ContainsFunc(m.Value.Items, admits)
		}
		if !ok {
			return false
		}
	}
	return true
}

// noteConstant remembers the values of a member, by which branches are told apart.
func (l *level) noteConstant(name string, written *tree.Value) {
	var values []*tree.Value
	if c := written.Lookup("const"); c != nil {
		values = []*tree.Value{c}
	} else if enum := written.Lookup("enum"); enum != nil && written.Lookup("nullable") == nil && written.Lookup("description") == nil {
		values = enum.Items // of one that is told in part, the list is not all
	}
	if values == nil {
		return
	}
	if l.place.form.consts == nil {
		l.place.form.consts = map[string]map[string]bool{}
	}
	l.place.form.consts[name] = spellings(values)
}

// checkMap refuses an object whose members have any names, where the dialect has
// only those that are listed.
func (l *level) checkMap(properties []tree.Member) {
	additional := l.from.Lookup("additionalProperties")
	shaped := additional != nil && !isAnything(additional) && !isFalse(additional)
	isMap := shaped || l.from.Lookup("patternProperties") != nil ||
		len(properties) == 0 && (additional == nil || !isFalse(additional))
	switch {
	case isMap && l.of("open map") == refuse && (!l.atTop() || shaped || additional != nil && !isFalse(additional) && len(properties) == 0):
		if len(properties) > 0 && !shaped {
			return // patterns beside properties are told
		}
		l.refuse(l.at, "additionalProperties", "members of any name are accepted here, which %s cannot say: list them as properties, take an array of pairs, or use %s",
			l.dialect, unstrict(l.dialect))
	case len(properties) == 0 && l.of("empty object") == refuse && !l.atTop():
		l.refuse(l.at, "properties", "an object without properties is not taken by %s: list its properties, or use %s", l.dialect, unstrict(l.dialect))
	}
}

// atTop reports whether the level is the root.
func (l *level) atTop() bool { return l.depth == 1 && l.current == nil }

// unstrict is the dialect of the same provider that says more.
func unstrict(d Dialect) Dialect {
	switch d {
	case Gemini:
		return GeminiJSONSchema
	case AnthropicStrict:
		return Anthropic
	}
	return OpenAI
}

// undeclared deals with a name that is required and not listed.
func (l *level) undeclared(name string, required map[string]bool) {
	delete(required, name)
	if l.of("additionalProperties") == closed {
		l.refuse(l.at, "required", "%q is required and not declared, and no member that is not declared can be sent: declare it in properties", l.own(name))
		return
	}
	l.tell("required", texts([]string{name}), fmt.Sprintf("%q is not among the properties: told in the description", l.own(name)))
	if own, ok := l.back[name]; ok {
		l.place.rename(name, own)
	}
}

// required writes which members have to be sent.
func (l *level) required(properties []tree.Member, order []string, required map[string]bool) {
	var names []string
	if l.of("required") == all {
		for _, m := range properties {
			names = append(names, m.Name)
		}
	} else {
		for _, name := range order {
			if required[name] && l.mayRequire(name) {
				names = append(names, name)
			}
		}
	}
	l.place.form.required = names
	switch {
	case l.of("required") == atRoot && l.depth > 1:
		if len(names) > 0 {
			l.say("required", texts(names))
		}
	case len(names) > 0 || l.of("required") == all || l.from.Lookup("required") != nil && l.of("type") != one && l.of("required") != atRoot:
		l.write("required", texts(names))
	}
}

// mayRequire reports whether a property may be required: one that leads back to the
// schema that it is in may not where recursion ends only by leaving it out.
func (l *level) mayRequire(name string) bool {
	if l.of("recursive reference") != optional || l.current == nil {
		return true
	}
	back := false
	var walk func(v *tree.Value)
	walk = func(v *tree.Value) {
		if target := l.doc.targets[v.Lookup("$ref")]; target != nil && l.reaches(target, l.current.target) {
			back = true
		}
		eachSchema(v, func(sub *tree.Value, _ ...string) {
			if !back {
				walk(sub)
			}
		})
	}
	walk(l.from.Lookup("properties").Lookup(name))
	if back {
		l.tell("required", texts([]string{name}), fmt.Sprintf("%q leads back to the schema it is in and may not be required there: told in the description", l.own(name)))
	}
	return !back
}

// additional writes additionalProperties, and what else is said of other members.
func (l *level) additional() {
	additional := l.from.Lookup("additionalProperties")
	if patterns := l.from.Lookup("patternProperties"); patterns != nil && len(patterns.Members) > 0 {
		l.say("patternProperties", patterns)
	}
	if l.of("additionalProperties") == closed {
		l.place.form.closed = true
		l.write("additionalProperties", nothing)
		if additional != nil && !isFalse(additional) {
			l.drop(l.at, "additionalProperties", "false there: other members cannot be sent")
		}
		return
	}
	if additional == nil {
		return
	}
	l.place.form.closed = isFalse(additional) && l.from.Lookup("patternProperties") == nil
	if l.of("empty object") == refuse && l.atTop() && isFalse(additional) && len(l.place.members) == 0 {
		return // no parameters at all are written, and that says it
	}
	if l.of("additionalProperties") != keep {
		l.say("additionalProperties", additional)
		return
	}
	if additional.Kind == tree.Bool {
		l.write("additionalProperties", additional)
		return
	}
	q := newPlace()
	l.place.others = append(l.place.others, q)
	l.write("additionalProperties", l.narrow(additional, strings.TrimSuffix(l.at, "/")+"/additionalProperties", q))
}
