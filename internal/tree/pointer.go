package tree

import (
	"strconv"
	"strings"
)

// AppendToken appends "/" and the name as a reference token of RFC 6901.
func AppendToken(b []byte, name string) []byte {
	b = append(b, '/')
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, name[i])
		}
	}
	return b
}

// Join returns pointer with the names appended as reference tokens.
func Join(pointer string, names ...string) string {
	b := []byte(pointer)
	for _, name := range names {
		b = AppendToken(b, name)
	}
	return string(b)
}

// At returns the value that an RFC 6901 pointer names below v, or nil.
func (v *Value) At(pointer string) *Value {
	if pointer == "" {
		return v
	}
	if pointer[0] != '/' {
		return nil
	}
	for _, token := range strings.Split(pointer[1:], "/") {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch v.Kind {
		case Object:
			v = v.Lookup(token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v.Items) || strconv.Itoa(i) != token {
				return nil
			}
			v = v.Items[i]
		default:
			return nil
		}
		if v == nil {
			return nil
		}
	}
	return v
}
