package functionschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// sample makes a value that a schema of a Go type accepts, mostly.
func (m *maker) sample(root, s *tree.Value) *tree.Value {
	if s == nil || s.Kind != tree.Object || m.IntN(500) == 0 {
		return m.any()
	}
	if ref := s.TextOf("$ref"); ref != "" {
		if m.room--; m.room < 0 {
			return tree.NewObject()
		}
		return m.sample(root, root.At(strings.TrimPrefix(ref, "#")))
	}
	if any := s.Lookup("anyOf"); any != nil {
		return m.sample(root, any.Items[m.IntN(len(any.Items))])
	}
	if enum := s.Lookup("enum"); enum != nil {
		return enum.Items[m.IntN(len(enum.Items))]
	}
	typ := s.TextOf("type")
	if list := s.Lookup("type"); list != nil && list.Kind == tree.Array {
		typ = list.Items[min(m.IntN(4)/3, len(list.Items)-1)].Text
	}
	switch typ {
	case "null":
		return tree.NewNull()
	case "boolean":
		return tree.NewBool(m.IntN(2) == 0)
	case "integer":
		return tree.NewNumber([]string{"3", "12", "99", "0", "-128", "-0", "255", "30"}[min(m.IntN(60), 7)])
	case "number":
		return tree.NewNumber([]string{"1", "0.5", "2.50", "2.75", "-0.0", "1e1", "0.1", "123456.789012345678", "1.00"}[min(m.IntN(40), 8)])
	case "string":
		switch {
		case s.TextOf("format") == "date-time":
			return tree.NewString("2026-01-02T03:04:05.5+01:00")
		case s.Lookup("contentEncoding") != nil:
			return tree.NewString([]string{"", "QQ==", "QUJDREVGRw==", "QUI="}[m.IntN(4)])
		case strings.Contains(s.TextOf("pattern"), "0|"):
			return tree.NewString("12")
		}
		return tree.NewString([]string{"a", "é", "bc", "", "a\"b", "/\n", "😀", strings.Repeat("long", m.IntN(9)), "abc"}[min(m.IntN(40), 8)])
	case "array":
		return m.list(root, s)
	case "object":
		return m.object(root, s)
	}
	return m.any()
}

func (m *maker) list(root, s *tree.Value) *tree.Value {
	n := []int{0, 1, 2, 3, 5, 31, 32, 33, 64, 65, 100}[m.IntN(11)]
	if least := s.Lookup("minItems"); least != nil && s.Lookup("maxItems") != nil {
		n = int(least.Text[0] - '0')
	} else if m.room < 0 {
		n = 0
	}
	m.room -= n
	list := &tree.Value{Kind: tree.Array}
	for range n {
		list.Items = append(list.Items, m.sample(root, s.Lookup("items")))
	}
	return list
}

func (m *maker) object(root, s *tree.Value) *tree.Value {
	object := &tree.Value{Kind: tree.Object}
	required := map[string]bool{}
	if list := s.Lookup("required"); list != nil {
		for _, name := range list.Items {
			required[name.Text] = true
		}
	}
	if properties := s.Lookup("properties"); properties != nil {
		for _, p := range properties.Members {
			m.names[m.IntN(len(m.names))] = p.Name
			if m.room--; required[p.Name] || m.room > 0 && m.IntN(3) > 0 {
				object.Members = append(object.Members, tree.M(p.Name, m.sample(root, p.Value)))
			}
		}
	} else if more := s.Lookup("additionalProperties"); m.room > 0 {
		for i := range m.IntN(5) {
			m.room--
			object.Members = append(object.Members, tree.M(fmt.Sprint(i), m.sample(root, more)))
		}
	}
	return object
}

// call makes a call, most often a valid one.
func (m *maker) call(root *tree.Value) []byte {
	m.room = 100 + 900*(m.IntN(10)/9)
	v := m.sample(root, root)
	for range max(0, m.IntN(5)-2) {
		v = m.change(v)
	}
	var text []byte
	switch m.IntN(4) {
	case 0:
		text = m.respell(nil, v)
	case 1:
		var b bytes.Buffer
		_ = json.Indent(&b, v.AppendJSON(nil), "", "  ")
		text = b.Bytes()
	default:
		text = v.AppendJSON(nil)
	}
	if m.IntN(6) == 0 {
		text = m.spoil(text)
	}
	return text
}
