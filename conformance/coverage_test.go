package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/functionschema/fscheck/fixtures"
)

// rules is how many numbered rules a case may name; 1 to needed must be shown.
const rules, needed = 31, 30

// oneSided are the rules that only ever accept or only ever refuse.
var oneSided = map[int]string{
	10: "it names refusals",
	16: "it fills; what it does not fill is not refused",
	25: "it forbids a kind of sharing that no caller can ask for",
	29: "it is about functions that fail",
}

// divergences are the ids of the measured differences between languages,
// ../research/divergence-measured.jsonl of the project.
var divergences = strings.Fields(`
	N01 N02 N03 N04 N05 N06 N07 N08 N09 N10 N11 N12 N13 N14 N15 N16 N17 N18 N19 N20 N21 N22 N23 N24 N25 N26 N27 N28 N29 N30 N31 N32 N33 N34
	E01 E02 E03 E04 E05 E06 E07 E08 E09 E10 E11 E12 E13 E14 E15 E16 E17
	S01 S01b S02 S03 S04 S05 S06 S07 S08 S09 S10 S11 S12 S13 S14 S15 S16 S17 S18 S19 S20 S21 S22 S23 S24 T01 T02 T03
	R01 R02 R03 R04 R05 R06 R07 R08 R09 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20 R21 R22 F01 F02 F03 F04 F05 F06 F07 F08
	O01 O02 O03 O04 O05 O06 O07 O08 O09 O10 O11 O12 O13 O14 O15 O16 O17 O18 O19 O20 O21 O22 O23 O24 O25 O26 O27 O28 O29 O30 O31 O32 O33 O34 O35 O36 O37 O38
	B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B13 B14`)

// reports are the numbers of the user reports that are good small test inputs:
// the starred ones of ../research/go-peers.md, section 7.
var reports = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 43, 44, 45, 46, 48}

var source = regexp.MustCompile(`^(?:divergence:(\S+)|report:(go-peers#\d+) \S.*|contract)$`)

func loadFixtures(t *testing.T) *Suite {
	t.Helper()
	suite, err := Load(fixtures.Cases())
	if err != nil {
		t.Fatal(err)
	}
	return suite
}

func TestEveryRuleIsShown(t *testing.T) {
	var accepted, refused [rules + 1]int
	for _, c := range loadFixtures(t).Cases() {
		if len(c.Rules) == 0 || !slices.IsSorted(c.Rules) || len(slices.Compact(slices.Clone(c.Rules))) != len(c.Rules) {
			t.Errorf("%s: rules %v are not a sorted set", c.ID, c.Rules)
		}
		for _, r := range c.Rules {
			switch {
			case r < 1 || r > rules:
				t.Errorf("%s: there is no rule %d", c.ID, r)
			case c.Expect.Outcome == "ok":
				accepted[r]++
			default:
				refused[r]++
			}
		}
	}
	for r := 1; r <= needed; r++ {
		reason, one := oneSided[r]
		switch a, b := accepted[r], refused[r]; {
		case a+b < 2:
			t.Errorf("rule %d: %d cases, which is less than two", r, a+b)
		case one && a > 0 && b > 0:
			t.Errorf("rule %d: has %d cases that accept and %d that refuse, so it is not one-sided (%q)", r, a, b, reason)
		case !one && (a == 0 || b == 0):
			t.Errorf("rule %d: %d cases that accept, %d that refuse; both are needed", r, a, b)
		}
	}
}

func TestEveryDivergenceAndReportIsCarried(t *testing.T) {
	var notCarried map[string]string
	if err := json.Unmarshal(fixtures.NotCarried(), &notCarried); err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for _, id := range divergences {
		wanted[id] = true
	}
	for _, n := range reports {
		wanted["go-peers#"+strconv.Itoa(n)] = true
	}
	carried := map[string]string{}
	for _, c := range loadFixtures(t).Cases() {
		if len(c.Source) == 0 {
			t.Errorf("%s: it has no source", c.ID)
		}
		for _, s := range c.Source {
			m := source.FindStringSubmatch(s)
			if m == nil {
				t.Errorf("%s: the source %q has no known form", c.ID, s)
				continue
			}
			if id := m[1] + m[2]; id != "" {
				carried[id] = c.ID
				if m[1] != "" && !wanted[id] {
					t.Errorf("%s: there is no divergence %s", c.ID, id)
				}
			}
		}
	}
	for id := range wanted {
		if carried[id] == "" && notCarried[id] == "" {
			t.Errorf("%s: no case carries it and not-carried.json has no reason", id)
		}
	}
	for id, reason := range notCarried {
		switch {
		case !wanted[id]:
			t.Errorf("not-carried.json: there is no %s", id)
		case carried[id] != "":
			t.Errorf("not-carried.json: %s is carried by %s", id, carried[id])
		case reason == "":
			t.Errorf("not-carried.json: %s has no reason", id)
		}
	}
}

// The measured rows are carried as they were measured, not in a friendlier spelling.
func TestDivergencesAreTheMeasuredRows(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "shared", "research", "divergence-measured.jsonl"))
	if err != nil {
		t.Skipf("the measured rows are not here: %v", err)
	}
	defer file.Close()
	cases := map[string][]*Case{}
	for _, c := range loadFixtures(t).Cases() {
		for _, s := range c.Source {
			if id, ok := strings.CutPrefix(s, "divergence:"); ok {
				cases[id] = append(cases[id], c)
			}
		}
	}
	var ids []string
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			ID     string  `json:"id"`
			Schema string  `json:"schema"`
			Text   *string `json:"arguments_text"`
			Base64 []byte  `json:"arguments_base64"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, row.ID)
		if !slices.ContainsFunc(cases[row.ID], func(c *Case) bool {
			if schema, ok := c.Schema(); !ok || string(schema) != row.Schema {
				return false
			}
			switch {
			case c.Op == Construct:
				return true // the schema is refused, so there is no call
			case row.Text != nil:
				return string(c.Arguments.Bytes()) == *row.Text
			case row.Base64 != nil:
				return string(c.Arguments.Bytes()) == string(row.Base64)
			}
			return true // the row notes its text's length only
		}) {
			t.Errorf("%s: no case has the schema and the arguments that were measured", row.ID)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(ids, divergences) {
		t.Errorf("the list of ids in this test is not that of the rows: %v", ids)
	}
}

func TestFixturesAreASCII(t *testing.T) {
	for name, text := range map[string][]byte{
		"function-schema-cases.json": fixtures.Cases(), "function-schema-cases.schema.json": fixtures.Schema(), "not-carried.json": fixtures.NotCarried(),
	} {
		for i, line := range strings.Split(string(text), "\n") {
			if strings.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf || r == '\t' || r == '\r' }) || strings.HasSuffix(line, " ") {
				t.Errorf("%s:%d: a character beyond ASCII, a tab or a space at the end", name, i+1)
			}
		}
	}
}

// A text that a case forbids must not be one that the case itself needs.
func TestForbiddenTextsAreNotExpected(t *testing.T) {
	for _, c := range loadFixtures(t).Cases() {
		e := c.Expect
		expected := e.Completed + fmt.Sprint(e.PresentInModel)
		if e.Response != nil && e.Response.Text != nil {
			expected += *e.Response.Text
		}
		for _, secret := range slices.Concat(e.AbsentFromTexts, e.AbsentFromModel) {
			if strings.Contains(expected, secret) {
				t.Errorf("%s: %q has to be absent and present", c.ID, secret)
			}
		}
		if e.Error == nil {
			continue
		}
		for _, v := range e.Error.Violations {
			for _, secret := range e.AbsentFromTexts {
				if v.Pointer != nil && strings.Contains(*v.Pointer, secret) || v.Property != nil && strings.Contains(*v.Property, secret) {
					t.Errorf("%s: %q has to be absent and is in a violation", c.ID, secret)
				}
			}
		}
	}
}
