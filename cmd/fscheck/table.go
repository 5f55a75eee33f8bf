package main

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// table is rows of cells under a header. A column that no row fills is not shown.
type table struct {
	header []string
	rows   [][]string
	margin int // columns left of it
	notes  int // how many of the last columns may go below the row for want of room
}

const (
	gap         = 2  // between two columns
	leastColumn = 6  // as narrow as a column is made
	wholeWord   = 16 // words up to this length are broken last
	noteIndent  = 4  // of a note below its row
)

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// table writes a table that fits the terminal: the widest columns are narrowed,
// and what does not fit a cell goes on in the next line.
func (t *terminal) table(tb table) error {
	tb = tb.shown()
	notes := make([]string, len(tb.rows)+1)
	if t.width > 0 {
		// The first goes as soon as the table is too wide; more go before words break.
		for tb.notes > 0 && (tb.total(tb.natural()) > t.width && notes[0] == "" || tb.total(tb.words()) > t.width) {
			tb = tb.fold(notes)
		}
		notes[0] = ""
	}
	widths := tb.widths(t.width)
	var b strings.Builder
	for i, row := range append([][]string{tb.header}, tb.rows...) {
		cells := make([][]string, len(row))
		lines := 0
		for c, cell := range row {
			cells[c] = wrap(cell, widths[c])
			lines = max(lines, len(cells[c]))
		}
		for l := range lines {
			var line strings.Builder
			pending := tb.margin
			for c := range cells {
				text := ""
				if l < len(cells[c]) {
					text = cells[c][l]
				}
				if text != "" {
					line.WriteString(strings.Repeat(" ", pending))
					pending = 0
					line.WriteString(text)
				}
				pending += widths[c] - columns(text) + gap
			}
			if i == 0 {
				b.WriteString(t.bold(line.String()))
			} else {
				b.WriteString(line.String())
			}
			b.WriteByte('\n')
		}
		if notes[i] != "" {
			indent := len(row[0]) - len(strings.TrimLeft(row[0], " ")) + tb.margin + noteIndent
			for _, line := range wrap(notes[i], max(t.width-indent, leastColumn)) {
				b.WriteString(strings.Repeat(" ", indent) + line + "\n")
			}
		}
	}
	_, err := t.out.Write([]byte(b.String()))
	return err
}

// shown returns the table without empty columns, its cells cleaned.
func (t table) shown() table {
	s := table{margin: t.margin, notes: t.notes, rows: make([][]string, len(t.rows))}
	for c, head := range t.header {
		if !slices.ContainsFunc(t.rows, func(row []string) bool { return row[c] != "" }) {
			if c >= len(t.header)-t.notes {
				s.notes--
			}
			continue
		}
		s.header = append(s.header, head)
		for i, row := range t.rows {
			s.rows[i] = append(s.rows[i], clean(row[c]))
		}
	}
	return s
}

// natural returns how wide each column is if nothing is narrowed.
func (t table) natural() []int {
	widths := make([]int, len(t.header))
	for c, head := range t.header {
		widths[c] = columns(head)
		for _, row := range t.rows {
			widths[c] = max(widths[c], columns(row[c]))
		}
	}
	return widths
}

func (t table) total(widths []int) int {
	total := t.margin + gap*(len(widths)-1)
	for _, w := range widths {
		total += w
	}
	return total
}

// fold takes the last column out of the table and puts its cells in front of the
// notes, one for the header and one a row.
func (t table) fold(notes []string) table {
	last := len(t.header) - 1
	rest := table{margin: t.margin, notes: t.notes - 1, header: t.header[:last]}
	for i, row := range append([][]string{t.header}, t.rows...) {
		if i > 0 {
			rest.rows = append(rest.rows, row[:last])
		}
		if row[last] != "" && notes[i] != "" {
			notes[i] = row[last] + ". " + notes[i]
		} else {
			notes[i] += row[last]
		}
	}
	return rest
}

// words returns how wide each column is if no word is broken, of reasonable ones.
func (t table) words() []int {
	words := make([]int, len(t.header))
	for c, head := range t.header {
		words[c] = columns(head)
		for _, row := range t.rows {
			indent := len(row[c]) - len(strings.TrimLeft(row[c], " "))
			for word := range strings.FieldsSeq(row[c]) {
				words[c] = max(words[c], min(indent+columns(word), wholeWord))
			}
		}
	}
	return words
}

// widths returns how wide each column is made, so that the table takes at most
// bound columns, or what it needs if bound is 0. The widest are narrowed, as long
// as they can be without breaking words.
func (t table) widths(bound int) []int {
	widths := t.natural()
	if bound == 0 {
		return widths
	}
	words := t.words()
	for total := t.total(widths); total > bound; total-- {
		c := widest(widths, words)
		if c < 0 {
			c = widest(widths, nil)
		}
		if c < 0 {
			break
		}
		widths[c]--
	}
	return widths
}

// widest returns the widest column that is above its floor, or -1.
func widest(widths, floors []int) int {
	found := -1
	for c, w := range widths {
		floor := leastColumn
		if floors != nil {
			floor = max(floor, floors[c])
		}
		if w > floor && (found < 0 || w >= widths[found]) {
			found = c
		}
	}
	return found
}

// wrap cuts a cell into lines of at most width columns: between words where it
// can, and where a word alone is too long within it. What a cell is indented by,
// its further lines are too.
func wrap(text string, width int) []string {
	if columns(text) <= width {
		return []string{text}
	}
	body := strings.TrimLeft(text, " ")
	indent := text[:min(len(text)-len(body), width/2)]
	var lines []string
	line := indent
	room := func() int { return width - columns(line) }
	for word := range strings.FieldsSeq(body) {
		if line != indent && columns(word)+1 > room() {
			lines = append(lines, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		for columns(word) > room() {
			n := fit(word, room())
			lines = append(lines, line+word[:n])
			line, word = indent, word[n:]
		}
		line += word
	}
	if line != indent {
		lines = append(lines, line)
	}
	return lines
}

// fit returns how many bytes of a word fit into width columns: one character at
// least, and up to a / or _ if there is one, so that pointers break well.
func fit(word string, width int) int {
	n, used, good := 0, 0, 0
	for i, r := range word {
		used += runeColumns(r)
		if used > width && i > 0 {
			break
		}
		if r == '/' && i > 0 {
			good = i
		} else if strings.ContainsRune("_-.,", r) {
			good = i + 1
		}
		n = i + utf8.RuneLen(r)
	}
	if good > 0 && good <= n {
		return good
	}
	return n
}
