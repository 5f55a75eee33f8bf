package plan

import (
	"reflect"
	"time"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/lexical"
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
)

// textRules are the keywords of strings.
type textRules struct {
	least, most int64 // characters, or -1
	pattern     *pattern.Pattern
	assert      schema.Assertion
}

// text reads a string into to.
func (d *decoder) text(n *node, pos int, to reflect.Value) int {
	if n.form == Bytes && d.bind && n.enum == nil && n.accepts(tree.String) {
		if end := d.bytes(n, pos, to); end >= 0 {
			return end
		}
	}
	c, end := d.chars(pos + 1)
	if end < 0 {
		return -1
	}
	own, ok := d.judgeText(n, pos, &c)
	if !ok || !d.bind || n.target == nil {
		return end
	}
	t, to := d.settle(n, to)
	switch t.Form {
	case String:
		if own == "" {
			own = d.own(&c)
		}
		to.SetString(own)
	case Time:
		if at, ok := lexical.DateTime(string(c.text)); ok {
			*to.Addr().Interface().(*time.Time) = at
			return end
		}
		d.unbound = true
	case Bytes:
		if b, ok := lexical.Base64(string(c.text)); ok {
			to.SetBytes(b)
			return end
		}
		d.unbound = true
	case Scalar:
		d.scalar(t, tree.NewString(string(c.text)), to)
	default:
		d.unbound = true
	}
	return end
}

// plainText reads a string of ASCII without escapes that is valid by enum and length
// alone, and returns the position of its closing quote; else it returns -1, and the
// string is read as any other is. own is as in judgeText.
func (d *decoder) plainText(n *node, pos int) (own string, end int) {
	end, high := run(d.src, pos)
	if end >= len(d.src) || d.src[end] != '"' || high != 0 {
		return "", -1
	}
	if r := n.text; r != nil {
		if length := int64(end - pos); length < r.least || r.most >= 0 && length > r.most {
			return "", -1
		}
	}
	if n.enum == nil {
		return "", end
	}
	if own, ok := n.enum.string(d.src[pos:end]); ok {
		return own, end
	}
	return "", -1
}

// judgeText judges a string; ok is false if it is not valid. own is the plan's own
// copy of it, if it is one of an enum.
func (d *decoder) judgeText(n *node, pos int, c *chars) (own string, ok bool) {
	if !n.accepts(tree.String) {
		d.fail(n.at, pos, "type")
		return "", false
	}
	if n.enum != nil {
		if own, ok = n.enum.string(c.text); !ok {
			d.fail(n.at, pos, n.enum.keyword)
			return "", false
		}
	}
	if n.text == nil {
		return own, true
	}
	return own, d.textRules(n, pos, c)
}

// textRules judges a string by length, pattern and form.
func (d *decoder) textRules(n *node, pos int, c *chars) bool {
	r, before := n.text, len(d.found)
	if r.least >= 0 || r.most >= 0 {
		length := int64(len(c.text))
		if !c.ascii {
			length = int64(utf8.RuneCount(c.text))
		}
		if length < r.least {
			d.fail(n.at, pos, "minLength")
		}
		if r.most >= 0 && length > r.most {
			d.fail(n.at, pos, "maxLength")
		}
	}
	if r.pattern != nil && !d.matches(r.pattern, c) {
		d.fail(n.at, pos, "pattern")
	}
	switch r.assert {
	case schema.DateTime:
		if _, ok := lexical.DateTime(string(c.text)); !ok {
			d.fail(n.at, pos, "format")
		}
	case schema.Base64:
		if _, ok := lexical.Base64(string(c.text)); !ok {
			d.fail(n.at, pos, "contentEncoding")
		}
	}
	return len(d.found) == before
}
