package tree

import (
	"strconv"
	"testing"
)

func TestJoin(t *testing.T) {
	for _, test := range []struct {
		name, why, pointer string
		tokens             []string
		want               string
	}{
		{"nothing", "no token changes nothing", "/a", nil, "/a"},
		{"root", "the whole document is the empty pointer", "", nil, ""},
		{"two", "in order", "", []string{"a", "b"}, "/a/b"},
		{"below", "behind what is there", "/a", []string{"0"}, "/a/0"},
		{"empty token", "is a name", "", []string{""}, "/"},
		{"escapes", "RFC 6901 section 3: ~0 and ~1", "", []string{"a/b", "m~n", "~1"}, "/a~1b/m~0n/~01"},
		{"anything else", "stands as it is", "", []string{`"\ é%`}, `/"\ é%`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Join(test.pointer, test.tokens...); got != test.want {
				t.Errorf("%s: %q, want %q", test.why, got, test.want)
			}
		})
	}
}

// rfc6901 is the document of RFC 6901, section 5, with three members more.
var rfc6901 = NewObject(
	M("foo", NewArray(NewString("bar"), NewString("baz"))),
	M("", NewNumber("0")), M("a/b", NewNumber("1")), M("c%d", NewNumber("2")), M("e^f", NewNumber("3")),
	M("g|h", NewNumber("4")), M(`i\j`, NewNumber("5")), M(`k"l`, NewNumber("6")), M(" ", NewNumber("7")), M("m~n", NewNumber("8")),
	M("~1", NewNumber("9")), M("o", NewObject(M("", NewObject(M("0", NewNumber("10")))))), M("ten", NewArray(numbers(11)...)),
)

// numbers returns 0 to n-1.
func numbers(n int) []*Value {
	items := make([]*Value, n)
	for i := range items {
		items[i] = NewNumber(strconv.Itoa(i))
	}
	return items
}

func TestAt(t *testing.T) {
	for _, test := range []struct{ name, why, pointer, want string }{
		{"root", "the whole document", "", ""},
		{"array", "RFC 6901 section 5", "/foo", `["bar","baz"]`},
		{"item", "RFC 6901 section 5", "/foo/0", `"bar"`},
		{"last item", "counted from 0", "/foo/1", `"baz"`},
		{"empty name", "RFC 6901 section 5", "/", "0"},
		{"slash", "RFC 6901 section 5", "/a~1b", "1"},
		{"percent", "RFC 6901 section 5", "/c%d", "2"},
		{"caret", "RFC 6901 section 5", "/e^f", "3"},
		{"bar", "RFC 6901 section 5", "/g|h", "4"},
		{"backslash", "RFC 6901 section 5", `/i\j`, "5"},
		{"quote", "RFC 6901 section 5", `/k"l`, "6"},
		{"space", "RFC 6901 section 5", "/ ", "7"},
		{"tilde", "RFC 6901 section 5", "/m~0n", "8"},
		{"tilde one", "~1 is decoded before ~0, so that ~01 is ~1", "/~01", "9"},
		{"below an empty name", "empty tokens count", "/o//0", "10"},
		{"two digits", "an index is decimal", "/ten/10", "10"},
		{"index beyond", "names nothing", "/foo/2", ""},
		{"dash", "names the item behind the last, which is none", "/foo/-", ""},
		{"leading zero", "an index has one spelling", "/foo/00", ""},
		{"sign", "an index has one spelling", "/foo/+1", ""},
		{"minus zero", "an index has one spelling", "/foo/-0", ""},
		{"beyond int", "names nothing", "/foo/99999999999999999999", ""},
		{"empty index", "names nothing", "/foo/", ""},
		{"unknown name", "names nothing", "/nope", ""},
		{"below unknown", "names nothing", "/nope/0", ""},
		{"below a scalar", "has nothing below", "/foo/0/0", ""},
		{"no slash", "is no pointer", "foo", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := rfc6901.At(test.pointer)
			switch {
			case test.pointer == "":
				if got != rfc6901 {
					t.Errorf("%s: another value", test.why)
				}
			case test.want == "" && got != nil:
				t.Errorf("%s: %q is %s", test.why, test.pointer, got)
			case test.want != "" && got == nil:
				t.Errorf("%s: %q is nothing, want %s", test.why, test.pointer, test.want)
			case test.want != "" && got.String() != test.want:
				t.Errorf("%s: %q is %s, want %s", test.why, test.pointer, got, test.want)
			}
		})
	}
}

// TestAtUndoesJoin finds every member under the pointer made of its name.
func TestAtUndoesJoin(t *testing.T) {
	for _, m := range rfc6901.Members {
		if got := rfc6901.At(Join("", m.Name)); got != m.Value {
			t.Errorf("%q is not at %q", m.Name, Join("", m.Name))
		}
	}
}

// What a token stands for is what it was made of, and a tilde alone is one.
func TestUnescape(t *testing.T) {
	for _, name := range []string{"", "a", "a/b", "m~n", "~", "~~", "~0", "~1", "~01", "/~", "~/", "~2"} {
		if got := Unescape(Join("", name)[1:]); got != name {
			t.Errorf("%q came back as %q", name, got)
		}
	}
	for token, want := range map[string]string{"~": "~", "~2": "~2", "~~1": "~/", "a~": "a~"} {
		if got := Unescape(token); got != want {
			t.Errorf("%q: %q, want %q", token, got, want)
		}
	}
}
