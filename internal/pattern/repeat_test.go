package pattern

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
)

// The prefix x keeps the patterns from being counted, so that they are written out.
func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		name, pattern, unit string
		low, high           int // of unit
	}{
		{"the limit of RE2", `^xa{1000}$`, "a", 1000, 1000},
		{"exact", `^xa{2048}$`, "a", 2048, 2048},
		{"exact multiple", `^xa{2000}$`, "a", 2000, 2000},
		{"from 0", `^xa{0,2048}$`, "a", 0, 2048},
		{"from 1", `^xa{1,2048}$`, "a", 1, 2048},
		{"just over", `^xa{0,1001}$`, "a", 0, 1001},
		{"whole blocks and one less", `^xa{0,2999}$`, "a", 0, 2999},
		{"between", `^xa{1500,2600}$`, "a", 1500, 2600},
		{"close", `^xa{1500,1502}$`, "a", 1500, 1502},
		{"open", `^xa{1500,}$`, "a", 1500, unlimited},
		{"long unit", `^x(?:ab){1,1100}$`, "ab", 1, 1100},
		{"nested exact", `^x(?:a{50}){50}$`, "a", 2500, 2500},
		{"nested to the limit", `^x(?:a{10}){100}$`, "a", 1000, 1000},
		{"nested past the half", `^x(?:a{600}){3}$`, "a", 1800, 1800},
		{"nested optional", `^x(?:a{600}|a){0,3}$`, "a", 0, 3},
		{"nested thrice", `^x(?:(?:a{20}){20}){20}$`, "a", 8000, 8000},
		{"nested open", `^x(?:a{40,}){40,}$`, "a", 1600, unlimited},
		{"many optional blocks", `^x(?:a{501}|a){0,100}$`, "a", 0, 100},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Compile(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			if p.run != nil {
				t.Fatalf("%q is counted", p)
			}
			check := func(n int, want bool) {
				t.Helper()
				if n >= 0 && p.MatchString("x"+strings.Repeat(tt.unit, n)) != want {
					t.Errorf("%q on %d units: %v", p, n, !want)
				}
			}
			check(tt.low-1, false)
			check(tt.low, true)
			if tt.high == unlimited {
				check(tt.low+5000, true)
				return
			}
			for _, n := range []int{999, 1000, 1001, 1999, 2000, 2001, (tt.low + tt.high) / 2, tt.high - 1} {
				if !strings.Contains(tt.pattern, "|") {
					check(n, tt.low <= n && n <= tt.high)
				}
			}
			check(tt.high, true)
			if !strings.Contains(tt.pattern, "|") {
				check(tt.high+1, false)
			}
		})
	}
}

func TestHugeCountOfOneSet(t *testing.T) {
	for pattern, rows := range map[string]map[int]bool{
		`^.{1,131072}$`:             {0: false, 1: true, 131072: true, 131073: false},
		`[^]{131072}`:               {131071: false, 131072: true, 131073: true},
		`^(a{2,9999999999999999})$`: {1: false, 2: true, 100_000: true},
		`^\w{9999999999999999,}`:    {100_000: false},
	} {
		p, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if p.Size() != 1 {
			t.Errorf("%q has size %d", p, p.Size())
		}
		for n, want := range rows {
			if p.MatchString(strings.Repeat("a", n)) != want {
				t.Errorf("%q on %d characters: %v", p, n, !want)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name, pattern, construct string // construct "" is accepted
		offset                   int
	}{
		{"long", strings.Repeat("a", maxLength+1), "pattern", 0},
		{"a megabyte of parentheses", strings.Repeat("(", 1<<20), "pattern", 0},
		{"longest literal", strings.Repeat("a", maxLength), "", 0},
		{"deepest", strings.Repeat("(", 200) + "a" + strings.Repeat(")", 200), "", 0},
		{"deepest with operators", strings.Repeat("(b|a", 200) + strings.Repeat(")*c", 200), "", 0},
		{"deeper", strings.Repeat("(?:", 201) + strings.Repeat(")", 201), "group (…)", 600},
		{"60,000 parentheses", strings.Repeat("(", 60_000), "group (…)", 200},
		{"many groups in a row", strings.Repeat("(a)?", 10_000), "", 0},
		{"many alternatives", strings.Repeat("a|", 20_000), "", 0},
		{"largest count", `xa{0,30000}`, "", 0},
		{"large count", `xa{131072}`, "quantifier", 2},
		{"inner count", `x(?:ya{131072})*`, "quantifier", 6},
		{"overflowing counts", `(?:(?:(?:ya{9999999999}){9999999999}){9999999999}){99999999999}`, "quantifier", 11},
		{"outer count", `(?:a{1000}){1000}`, "quantifier", 11},
		{"product of counts", `(?:(?:(?:a{50}){50}){50})`, "quantifier", 20},
		{"many large counts", strings.Repeat(`a{1000}`, 9000), "pattern", 0},
		{"many properties", strings.Repeat(`\p{L}`, 10_000), "pattern", -1},
		{"many properties in a class", "[" + strings.Repeat(`\p{L}\P{Lu}\p{Alphabetic}`, 2600) + "]", "", 0},
		{"repeated properties", `(?:\p{L}x){30000}`, "", 0},
		{"many names", func() string {
			var b strings.Builder
			for i := range 5000 {
				b.WriteString("(?<n" + strings.Repeat("a", i%5) + string(rune(0x4e00+i)) + ">)")
			}
			return strings.Repeat("(", 150) + b.String() + strings.Repeat(")", 150)
		}(), "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p *Pattern
			var err error
			t.Log(pace.Within(t, 200*time.Millisecond, func() { p, err = Compile(tt.pattern) }))
			if tt.construct == "" {
				if err != nil {
					t.Fatal(err)
				}
				p.MatchString("aaa")
				return
			}
			var e *Error
			if !errors.As(err, &e) || e.Construct != tt.construct || tt.offset >= 0 && e.Offset != tt.offset {
				t.Errorf("got %v, want %q at %d", err, tt.construct, tt.offset)
			}
		})
	}
}

// A text that fits in many ways must not cost many ways.
func TestCountsAreFollowedOnce(t *testing.T) {
	p, err := Compile(`^x?[a-z]{0,20000}$`)
	if err != nil {
		t.Fatal(err)
	}
	// An ambiguous expansion takes over 5 s.
	pace.Within(t, time.Second, func() { p.MatchString(strings.Repeat("a", 20001)) })
}
