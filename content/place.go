package content

import (
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// place is where pointers lead: a tree of their tokens.
type place struct {
	named bool // a pointer ends here
	file  File // what goes here, if that is known
	below map[string]*place
}

// longestPointer bounds the pointer of a file that is read, in bytes: many files
// behind one long name would be worth many times what was sent.
const longestPointer = 64 << 10

// reach bounds pointers: their bytes and their tokens.
type reach struct{ bytes, tokens int }

// add returns the place that a pointer leads to; nil if it does not begin as one of
// RFC 6901 does, and for one out of reach.
func (p *place) add(pointer string, within reach) *place {
	if pointer != "" && pointer[0] != '/' || len(pointer) > within.bytes || strings.Count(pointer, "/") > within.tokens {
		return nil
	}
	for pointer != "" {
		token, _, _ := strings.Cut(pointer[1:], "/")
		pointer = pointer[1+len(token):]
		token = tree.Unescape(token)
		next := p.below[token]
		if next == nil {
			next = &place{}
			if p.below == nil {
				p.below = map[string]*place{}
			}
			p.below[token] = next
		}
		p = next
	}
	p.named = true
	return p
}

// fill makes of v a node with a file where a pointer ends and take gives one.
// Nothing else is looked at; nil is for what is plain.
func (p *place) fill(v *tree.Value, take func(*place, *tree.Value) (File, bool)) *node {
	if p.named {
		if f, ok := take(p, v); ok {
			return &node{file: f}
		}
	}
	if len(p.below) == 0 {
		return nil
	}
	i := -1
	return descend(v, func(token string, below *tree.Value) *node {
		if v.Kind == tree.Array {
			i++
			token = strconv.Itoa(i)
		}
		if next := p.below[token]; next != nil {
			return next.fill(below, take)
		}
		return nil
	})
}
