package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

const (
	usualExcerpt = 100 // columns of an excerpt where nothing bounds it
	leastMessage = 30  // columns that a message needs to stand beside its caret
	longestMark  = 60  // columns of a mark under a long value
)

// mark is where in a text a violation is.
type mark struct {
	start, end int // bytes
	line       int // from 1
	column     int // in characters, from 1
	violation  content.Violation
}

// excerpt writes the lines of a text that violations are in, a caret under each
// place and the message beside it, or below where it is too long. What is not in
// the text, as an injected value is, has its message alone.
func (t *terminal) excerpt(text []byte, list []content.Violation) error {
	marks, rest := locate(text, list)
	gutter := 1
	if len(marks) > 0 {
		gutter = len(strconv.Itoa(marks[len(marks)-1].line))
	}
	width := t.width
	if width == 0 {
		width = usualExcerpt
	}
	e := excerpts{terminal: t, text: string(text), gutter: gutter, width: max(width-gutter-3, leastMessage)}
	for i := 0; i < len(marks); {
		n := 1
		for i+n < len(marks) && marks[i+n].line == marks[i].line {
			n++
		}
		e.line(marks[i : i+n])
		i += n
	}
	for _, v := range rest {
		place := v.Pointer
		if place == "" {
			place = "(root)"
		}
		for _, line := range wrap(clean(place+" "+saying(v)), width) {
			e.b.WriteString(line + "\n")
		}
	}
	_, err := t.out.Write([]byte(e.b.String()))
	return err
}

// saying is a violation in words: the rule, then what would be accepted.
func saying(v content.Violation) string {
	rule := v.Keyword
	if v.Reason != "" {
		rule = strings.TrimSpace(rule + " " + v.Reason)
	}
	return rule + ": " + v.Message
}

// locate finds the violations in a text, in its order.
func locate(text []byte, list []content.Violation) (marks []mark, rest []content.Violation) {
	root, fault := strict.Parse(text, strict.Limits{})
	for _, v := range list {
		m := mark{violation: v}
		switch {
		case fault != nil && v.Keyword == "parse":
			m.start = min(fault.Offset, len(text))
			m.end = min(m.start+1, len(text))
		case fault != nil:
			rest = append(rest, v)
			continue
		default:
			at := root.At(v.Pointer)
			if at == nil {
				rest = append(rest, v)
				continue
			}
			m.start, m.end = span(text, at, v)
		}
		before := string(text[:m.start])
		m.line = 1 + strings.Count(before, "\n")
		m.column = 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		marks = append(marks, m)
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(a.start, b.start) })
	return marks, rest
}

// span returns what is marked of a value: the name of a member that the violation
// is about, the bracket that opens a container, or all of a scalar.
func span(text []byte, at *tree.Value, v content.Violation) (start, end int) {
	if v.Property != nil {
		if i := at.Find(*v.Property); i >= 0 && at.Members[i].Raw != "" {
			value := at.Members[i].Value
			gap := strings.TrimRight(string(text[:value.Offset]), " \t\r\n")
			gap = strings.TrimRight(strings.TrimSuffix(gap, ":"), " \t\r\n")
			return len(gap) - len(at.Members[i].Raw), len(gap)
		}
	}
	if at.Kind == tree.Object || at.Kind == tree.Array {
		return at.Offset, at.Offset + 1
	}
	return at.Offset, at.Offset + len(at.Raw)
}

// excerpts writes lines with carets.
type excerpts struct {
	*terminal
	text   string
	gutter int // columns of the line numbers
	width  int // columns of the text
	b      strings.Builder
}

// line writes one line of the text and its marks. If it is too long each mark gets
// the part around it.
func (e *excerpts) line(marks []mark) {
	start := strings.LastIndexByte(e.text[:marks[0].start], '\n') + 1
	end := len(e.text)
	if i := strings.IndexByte(e.text[start:], '\n'); i >= 0 {
		end = start + i
	}
	whole := strings.TrimSuffix(e.text[start:end], "\r")
	// Only so much is looked at that a line of any length costs little.
	if len(whole) <= 4*e.width && columns(clean(whole)) <= e.width {
		e.row(strconv.Itoa(marks[0].line), clean(whole))
		for _, m := range marks {
			e.caret(m, columns(clean(whole[:min(m.start-start, len(whole))])), m.columns(e.text, start+len(whole)))
		}
		return
	}
	for _, m := range marks {
		before, after := e.text[start:m.start], e.text[m.start:end]
		head, room, cut := tail(before, e.width/3), e.width-1, ""
		if len(before) > 4*e.width || len(clean(before)) > len(head) {
			cut = "…"
		}
		room -= columns(cut + head)
		body := cut + head + front(after, room)
		if len(after) > 4*e.width || columns(clean(after)) > room {
			body += "…"
		}
		head = cut + head
		e.row(strconv.Itoa(m.line), body)
		e.caret(m, columns(head), min(m.columns(e.text, end), max(1, columns(body)-columns(head))))
	}
}

// columns is how long a mark is.
func (m mark) columns(text string, end int) int {
	stop := min(m.end, end)
	if stop <= m.start {
		return 1
	}
	return min(max(1, columns(clean(text[m.start:min(stop, m.start+4*longestMark)]))), longestMark)
}

func (e *excerpts) row(number, text string) {
	e.b.WriteString(strings.Repeat(" ", e.gutter-len(number)) + number + " | " + text + "\n")
}

// caret writes the mark and the message.
func (e *excerpts) caret(m mark, indent, length int) {
	pad := strings.Repeat(" ", indent)
	said := fmt.Sprintf("%d:%d %s", m.line, m.column, clean(saying(m.violation)))
	under := strings.Repeat("^", length)
	room := e.width - indent - length - 1
	if e.terminal.width == 0 || columns(said) <= room {
		e.row("", pad+e.bad(under)+" "+said)
		return
	}
	if room >= leastMessage {
		for i, part := range wrap(said, room) {
			if i == 0 {
				e.row("", pad+e.bad(under)+" "+part)
			} else {
				e.row("", pad+strings.Repeat(" ", length+1)+part)
			}
		}
		return
	}
	e.row("", pad+e.bad(under))
	for _, part := range wrap(said, e.width-2) {
		e.row("", "  "+part)
	}
}

// tail returns the last columns of a text, cleaned, and front the first ones.
func tail(text string, width int) string {
	text = text[max(0, len(text)-4*width):]
	runes := []rune(clean(strings.ToValidUTF8(text, "")))
	n, used := len(runes), 0
	for n > 0 && used+runeColumns(runes[n-1]) <= width {
		n--
		used += runeColumns(runes[n])
	}
	return string(runes[n:])
}

func front(text string, width int) string {
	text = text[:min(len(text), 4*width)]
	runes := []rune(clean(strings.ToValidUTF8(text, "")))
	n, used := 0, 0
	for n < len(runes) && used+runeColumns(runes[n]) <= width {
		used += runeColumns(runes[n])
		n++
	}
	return string(runes[:n])
}
