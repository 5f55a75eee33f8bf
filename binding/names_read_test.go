package binding_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/binding"
)

// fullKey refuses the empty name.
type fullKey struct{ Name string }

func (k *fullKey) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		return errors.New("empty, says the type")
	}
	k.Name = string(b)
	return nil
}

// TestNamesInMessages holds that what is wrong with a name of a map names it: the
// pointer is that of the whole map, and a hundred members may be in it.
func TestNamesInMessages(t *testing.T) {
	read := func(bound any, errs []binding.BindError) []binding.BindError { return errs }
	tests := []struct {
		name string
		errs []binding.BindError
		want string
	}{
		{"the same key twice", read(bind[struct{ X map[foldedKey]int }](t, `{"X":{"a":1,"A":2}}`, binding.Settings{})),
			`the name "A" is the same key as another name beside it: leave one of them out`},
		{"refused by the type", read(bind[struct{ X map[fullKey]int }](t, `{"X":{"":1}}`, binding.Settings{})),
			`the name "" cannot be read: use a name of the form that the description asks for`},
		{"no integer", read(bind[struct{ X map[int8]int }](t, `{"X":{"x":1}}`, binding.Settings{})),
			`the name "x" is not accepted here: names must be integers such as -1, 0 or 12`},
		{"beyond the type", read(bind[struct{ X map[uint8]int }](t, `{"X":{"300":1}}`, binding.Settings{})),
			`the name "300" is not accepted here: names must be integers from 0 to 255`},
		{"cut", read(bind[struct{ X map[uint8]int }](t, `{"X":{"`+strings.Repeat("x", 70)+`":1}}`, binding.Settings{})),
			`the name "` + strings.Repeat("x", 60) + `" is not accepted here: names must be integers such as 0 or 12`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if len(tt.errs) != 1 || tt.errs[0].Message != tt.want || tt.errs[0].Property == nil || tt.errs[0].Pointer != "/X" {
				t.Errorf("%+v; want %s", tt.errs, tt.want)
			}
		})
	}
}
