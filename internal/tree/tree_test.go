package tree

import (
	"strconv"
	"testing"
)

// object returns an object of n members: "n0":0, "n1":1 and so on.
func object(n int) *Value {
	members := make([]Member, n)
	for i := range members {
		members[i] = M("n"+strconv.Itoa(i), NewNumber(strconv.Itoa(i)))
	}
	return NewObject(members...)
}

func TestKindNames(t *testing.T) {
	for kind, want := range map[Kind]string{
		Null: "null", Bool: "boolean", Number: "number", String: "string", Array: "array", Object: "object",
	} {
		if got := kind.String(); got != want {
			t.Errorf("kind %d is called %s, want %s", kind, got, want)
		}
	}
}

// TestLookup looks up every name, and some that are not there, in objects below,
// at and above the number of members from which there is an index.
func TestLookup(t *testing.T) {
	for _, n := range []int{0, 1, indexFrom - 1, indexFrom, indexFrom + 1, 1000} {
		v := object(n)
		if indexed := v.index != nil; indexed != (n >= indexFrom) {
			t.Errorf("%d members: indexed %v", n, indexed)
		}
		for i, m := range v.Members {
			if v.Find(m.Name) != i || v.Lookup(m.Name) != m.Value {
				t.Errorf("%d members: %q is found at %d", n, m.Name, v.Find(m.Name))
			}
		}
		for _, name := range []string{"", "N0", "n", "n" + strconv.Itoa(n), "n0 "} {
			if v.Find(name) != -1 || v.Lookup(name) != nil {
				t.Errorf("%d members: %q is found at %d", n, name, v.Find(name))
			}
		}
	}
	v := NewObject(M("a", NewString("x")), M("b", NewNumber("1")))
	if got := v.TextOf("a") + v.TextOf("b") + v.TextOf("c") + v.Lookup("d").Lookup("e").TextOf("f") + NewString("g").TextOf("h"); got != "x" {
		t.Errorf("texts of members: %q", got)
	}
	if got := NewArray(NewNull()).Lookup("0"); got != nil {
		t.Errorf("an array has a member: %s", got)
	}
}

func TestWith(t *testing.T) {
	read := &Value{Kind: Object, Raw: `{ "a" : 1 , "\u0062":2 }`, Members: []Member{
		{"a", `"a"`, &Value{Kind: Number, Text: "1", Raw: "1"}},
		{"b", `"\u0062"`, &Value{Kind: Number, Text: "2", Raw: "2"}},
	}}
	for _, test := range []struct{ name, why, member, want string }{
		{"first", "keeps its place", "a", `{"a":true,"\u0062":2}`},
		{"last", "keeps the spelling of its name", "b", `{"a":1,"\u0062":true}`},
		{"new", "goes to the end", "c", `{"a":1,"\u0062":2,"c":true}`},
		{"case", "names match byte for byte", "A", `{"a":1,"\u0062":2,"A":true}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := read.String()
			got := read.With(test.member, NewBool(true))
			if got.String() != test.want {
				t.Errorf("%s: %s, want %s", test.why, got, test.want)
			}
			if read.String() != before || read.Lookup(test.member) == got.Lookup(test.member) {
				t.Errorf("the original changed to %s", read)
			}
		})
	}
}

// TestWithKeepsTheIndex replaces, adds and removes about the size of the index.
func TestWithKeepsTheIndex(t *testing.T) {
	for n := range 2 * indexFrom {
		v := object(n)
		more := v.With("new", NewNull())
		if more.Find("new") != n || v.Find("new") != -1 {
			t.Errorf("%d members: the new one is at %d, in the original at %d", n, more.Find("new"), v.Find("new"))
		}
		two := more.With("newer", NewBool(true)).With("new", NewBool(false))
		if two.Find("new") != n || two.Find("newer") != n+1 || more.Lookup("new").Kind != Null {
			t.Errorf("%d members: %s from %s", n, two, more)
		}
		for i := range n {
			name := "n" + strconv.Itoa(i)
			less := v.Without(name)
			if len(less.Members) != n-1 || less.Find(name) != -1 || v.Find(name) != i {
				t.Fatalf("%d members without %s: %s", n, name, less)
			}
			for j, m := range less.Members {
				if less.Find(m.Name) != j {
					t.Fatalf("%d members without %s: %s is found at %d", n, name, m.Name, less.Find(m.Name))
				}
			}
		}
	}
}

func TestWithout(t *testing.T) {
	v := NewObject(M("a", NewNumber("1")), M("b", NewNumber("2")), M("c", NewNumber("3")))
	for _, test := range []struct {
		name, why string
		names     []string
		want      string
	}{
		{"one", "the others keep their order", []string{"b"}, `{"a":1,"c":3}`},
		{"two", "in whatever order they are named", []string{"c", "a"}, `{"b":2}`},
		{"all", "an empty object is left", []string{"a", "b", "c"}, `{}`},
		{"twice", "once is enough", []string{"a", "a"}, `{"b":2,"c":3}`},
		{"one of them unknown", "it is not missed", []string{"x", "a"}, `{"b":2,"c":3}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := v.Without(test.names...).String(); got != test.want {
				t.Errorf("%s: %s, want %s", test.why, got, test.want)
			}
		})
	}
	if v.Without("x", "A") != v || v.Without() != v {
		t.Error("nothing was removed, and yet there is a copy")
	}
	if got, want := v.String(), `{"a":1,"b":2,"c":3}`; got != want {
		t.Errorf("the original changed to %s", got)
	}
}

func TestCountAndDeeper(t *testing.T) {
	one := NewNumber("1")
	for _, test := range []struct {
		name          string
		v             *Value
		count, levels int
	}{
		{"a scalar", one, 1, 0},
		{"no items", NewArray(), 1, 1},
		{"no members", NewObject(), 1, 1},
		{"items", NewArray(one, NewArray(one), one), 5, 2},
		{"members", NewObject(M("a", one), M("b", NewObject(M("c", NewArray())))), 4, 3},
	} {
		if got := test.v.Count(); got != test.count {
			t.Errorf("%s: %d values, want %d", test.name, got, test.count)
		}
		if test.v.Deeper(test.levels) || test.levels > 0 && !test.v.Deeper(test.levels-1) || !test.v.Deeper(-1) != (test.levels == 0) {
			t.Errorf("%s: it does not have %d levels", test.name, test.levels)
		}
	}
}
