package tree

import "unicode/utf8"

const hex = "0123456789abcdef"

// AppendJSON appends v as JSON: a value that was read keeps its text, white
// space within it included; one that was built is written without any.
func (v *Value) AppendJSON(b []byte) []byte { return v.append(b, true) }

// AppendCompact appends what Compact().AppendJSON does, without a copy of v.
func (v *Value) AppendCompact(b []byte) []byte { return v.append(b, false) }

func (v *Value) append(b []byte, asRead bool) []byte {
	if asRead && v.Raw != "" {
		return append(b, v.Raw...)
	}
	switch v.Kind {
	case Null:
		return append(b, "null"...)
	case Bool:
		if v.Bool {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case Number:
		return append(b, v.Text...)
	case String:
		return AppendString(b, v.Text)
	case Array:
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.append(b, asRead)
		}
		return append(b, ']')
	default:
		b = append(b, '{')
		for i, m := range v.Members {
			if i > 0 {
				b = append(b, ',')
			}
			if asRead && m.Raw != "" {
				b = append(b, m.Raw...)
			} else {
				b = AppendString(b, m.Name)
			}
			b = append(b, ':')
			b = m.Value.append(b, asRead)
		}
		return append(b, '}')
	}
}

// String is AppendJSON as a string.
func (v *Value) String() string { return string(v.AppendJSON(nil)) }

// Compact returns v without the texts it was read from, so that it is written
// without white space and with one spelling of strings; numbers keep theirs.
func (v *Value) Compact() *Value {
	c := &Value{Kind: v.Kind, Bool: v.Bool, Text: v.Text, index: v.index}
	if len(v.Items) > 0 {
		c.Items = make([]*Value, len(v.Items))
		for i, item := range v.Items {
			c.Items[i] = item.Compact()
		}
	}
	if len(v.Members) > 0 {
		c.Members = make([]Member, len(v.Members))
		for i, m := range v.Members {
			c.Members[i] = M(m.Name, m.Value.Compact())
		}
	}
	return c
}

// AppendString appends s as a JSON string with the escapes of RFC 8785, section
// 3.2.2.2: the two that JSON demands, the five short ones, and \u00xx for other
// control characters. Bytes that are not UTF-8 become U+FFFD; callers that must
// not lose them check first.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(b, s[start:i]...)
				b = append(b, "\uFFFD"...)
				i++
				start = i
				continue
			}
			i += size
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		start = i
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}
