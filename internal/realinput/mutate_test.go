package realinput

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// mutator changes calls, always in the same way for the same seed.
type mutator struct {
	*rand.Rand
	names   []string // of members that may be added
	numbers []any
	pool    []any // values that may take another's place
}

func newMutator(calls []any, names []string) *mutator {
	m := &mutator{Rand: rand.New(rand.NewPCG(1, 2)), names: names}
	m.pool = []any{
		nil, true, false, "", "x", "-", "é", strings.Repeat("y", 300), "AAAA", "QQ==", "QR==", "QQ", "_-8=", "AA\nAA",
		"10", "true", "null", "yes", "NONE", []any{}, map[string]any{}, []any{nil}, []any{"x", "x"}, map[string]any{"x": num("1")},
	}
	for _, n := range []string{
		"0", "-0", "1", "-1", "1.5", "2.0", "1e2", "100", "100.0000000000000000001", "101", "4096", "4097", "2147483648", "9007199254740993",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "1e18", "1e19", "1e400", "-1e400", "1e-400",
	} {
		m.numbers = append(m.numbers, num(n))
	}
	m.pool = append(m.pool, m.numbers...)
	for _, c := range calls {
		collect(c, &m.pool)
	}
	return m
}

func num(text string) json.Number { return json.Number(text) }

// collect appends every value below v.
func collect(v any, to *[]any) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			*to = append(*to, v[name])
			collect(v[name], to)
		}
	case []any:
		for _, item := range v {
			*to = append(*to, item)
			collect(item, to)
		}
	}
}

// mutate returns a copy of v with something changed at one place in it.
func (m *mutator) mutate(v any) any {
	switch v := v.(type) {
	case map[string]any:
		v = maps.Clone(v)
		names := slices.Sorted(maps.Keys(v))
		if len(names) > 0 && m.IntN(3) > 0 {
			name := names[m.IntN(len(names))]
			v[name] = m.mutate(v[name])
			return v
		}
		return m.member(v, names)
	case []any:
		v = slices.Clone(v)
		if len(v) > 0 && m.IntN(3) > 0 {
			i := m.IntN(len(v))
			v[i] = m.mutate(v[i])
			return v
		}
		switch m.IntN(3) {
		case 0:
			return append(v, m.value())
		case 1:
			return append(v, v...)
		}
		return m.value()
	case string:
		switch m.IntN(4) {
		case 0:
			return v + v
		case 1:
			return strings.ToUpper(v)
		}
	case json.Number:
		switch m.IntN(5) {
		case 0:
			return string(v)
		case 1:
			if !strings.Contains(string(v), "e") {
				return num(string(v) + "e0")
			}
		case 2, 3:
			return m.numbers[m.IntN(len(m.numbers))]
		}
	}
	switch m.IntN(6) {
	case 0:
		return []any{v}
	case 1:
		text, err := json.Marshal(v)
		if err != nil {
			return nil
		}
		return string(text)
	}
	return m.value()
}

// member drops, adds, renames or exchanges members.
func (m *mutator) member(v map[string]any, names []string) any {
	switch m.IntN(6) {
	case 0:
		if len(names) > 0 {
			delete(v, names[m.IntN(len(names))])
		}
	case 1:
		v["zz_unexpected"] = m.value()
	case 2:
		if len(names) > 0 {
			name := names[m.IntN(len(names))]
			v[strings.ToUpper(name)] = v[name]
		}
	case 3:
		if len(names) > 1 {
			a, b := names[m.IntN(len(names))], names[m.IntN(len(names))]
			v[a], v[b] = v[b], v[a]
		}
	default:
		v[m.names[m.IntN(len(m.names))]] = m.value()
	}
	return v
}

func (m *mutator) value() any { return m.pool[m.IntN(len(m.pool))] }

func decode(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
