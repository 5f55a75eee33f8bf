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

// Unescape returns the name that a reference token of RFC 6901 stands for. A tilde that
// escapes nothing is itself.
func Unescape(token string) string {
	if strings.IndexByte(token, '~') < 0 {
		return token
	}
	var name strings.Builder
	name.Grow(len(token))
	for i := 0; i < len(token); i++ {
		c := token[i]
		if c == '~' && i+1 < len(token) {
			switch token[i+1] {
			case '0':
				i++
			case '1':
				c = '/'
				i++
			}
		}
		name.WriteByte(c)
	}
	return name.String()
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
		token = Unescape(token)
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
