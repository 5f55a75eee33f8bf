package content

import (
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// byteObject reads what JSON.stringify makes of bytes in JavaScript: a Uint8Array
// is {"0":137,"1":80,…}, with exactly these names, in any order; a Buffer is
// {"type":"Buffer","data":[137,80,…]}. Every number is an integer from 0 to 255, in
// plain digits. {} is an empty Uint8Array, or an ArrayBuffer or Blob whose bytes
// are lost: it is bytes only if emptyToo.
func byteObject(v *tree.Value, emptyToo bool) ([]byte, bool) {
	if v.Kind != tree.Object {
		return nil, false
	}
	if items := v.Lookup("data"); items != nil {
		kind := v.Lookup("type")
		if items.Kind != tree.Array || kind == nil || kind.Kind != tree.String || kind.Text != "Buffer" || len(v.Members) != 2 {
			return nil, false
		}
		b := make([]byte, len(items.Items))
		for i, item := range items.Items {
			var ok bool
			if b[i], ok = byteOf(item); !ok {
				return nil, false
			}
		}
		return b, true
	}
	if len(v.Members) == 0 {
		return []byte{}, emptyToo
	}
	// Names are distinct: as many as there are places, each within them, are all.
	b := make([]byte, len(v.Members))
	for _, m := range v.Members {
		i, ok := natural(m.Name, len(b)-1)
		if !ok {
			return nil, false
		}
		if b[i], ok = byteOf(m.Value); !ok {
			return nil, false
		}
	}
	return b, true
}

func byteOf(v *tree.Value) (byte, bool) {
	if v.Kind != tree.Number {
		return 0, false
	}
	n, ok := natural(v.Text, 255)
	return byte(n), ok
}

// natural reads the one spelling of a number from 0 to most.
func natural(s string, most int) (int, bool) {
	if s == "" || len(s) > 1 && s[0] == '0' || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n <= most
}
