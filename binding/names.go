package binding

import (
	"path"
	"strconv"
	"strings"
)

// definitionNames gives each node its name under $defs: the type's own,
// qualified by its package if two would share it, then by the whole package
// path, then numbered.
func definitionNames(nodes []*node) map[*node]string {
	names := make(map[*node]string, len(nodes))
	spellings := []func(*node) string{
		func(n *node) string { return cleanName(shortName(n.typ.Name())) },
		func(n *node) string { return cleanName(path.Base(n.typ.PkgPath()) + "." + shortName(n.typ.Name())) },
		func(n *node) string { return cleanName(n.typ.PkgPath() + "." + n.typ.Name()) },
	}
	rest := nodes
	taken := map[string]bool{}
	for _, spell := range spellings {
		count := map[string]int{}
		for _, n := range rest {
			count[spell(n)]++
		}
		var clashing []*node
		for _, n := range rest {
			if name := spell(n); count[name] == 1 && !taken[name] {
				names[n] = name
				taken[name] = true
			} else {
				clashing = append(clashing, n)
			}
		}
		rest = clashing
	}
	for _, n := range rest {
		names[n] = freeName(spellings[0](n), taken)
	}
	return names
}

// freeName returns name, or the first of name_2, name_3 … that is not taken, and
// takes it.
func freeName(name string, taken map[string]bool) string {
	free := name
	for i := 2; taken[free]; i++ {
		free = name + "_" + strconv.Itoa(i)
	}
	taken[free] = true
	return free
}

// shortName drops the package paths from the arguments of a generic type:
// Page[example.org/shop.Item] becomes Page[Item].
func shortName(name string) string {
	open := strings.IndexByte(name, '[')
	if open < 0 {
		return name
	}
	var b strings.Builder
	start := open + 1
	b.WriteString(name[:start])
	for i := start; i < len(name); i++ {
		if strings.IndexByte("[],*{}; ", name[i]) >= 0 {
			b.WriteString(lastElement(name[start:i]))
			b.WriteByte(name[i])
			start = i + 1
		}
	}
	return b.String()
}

func lastElement(qualified string) string {
	qualified = qualified[strings.LastIndexByte(qualified, '/')+1:]
	return qualified[strings.LastIndexByte(qualified, '.')+1:]
}

// cleanName keeps what needs no escape in a JSON pointer or a URI fragment.
func cleanName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-', r == '.':
			return r
		}
		return '_'
	}, name)
	if clean = strings.Trim(clean, "_"); clean == "" {
		return "Type"
	}
	return clean
}
