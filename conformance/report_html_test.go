package conformance

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/fixtures"
)

// hostile is a text that ends a script and begins an element, if it is let.
const hostile = `</script><!--<script><img src=x onerror="alert(1)">` + "\u2028\xff"

func pageOf(t *testing.T, all Reports, cases []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := all.WriteHTML(&b, cases); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// dataOf reads back what a page was given.
func dataOf(t *testing.T, page string) *pageData {
	t.Helper()
	_, text, _ := strings.Cut(page, `<script type="application/json" id="data">`)
	text, _, _ = strings.Cut(text, "</script>")
	data := new(pageData)
	if err := json.Unmarshal([]byte(text), data); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPageKeepsTextsTexts(t *testing.T) {
	tame := pageOf(t, Reports{{Name: "a"}}, nil)
	r := &Report{Name: hostile, Suite: hostile, NotRun: hostile, Implementation: Implementation{Name: hostile, Language: hostile}}
	r.add(GroupReport{ID: hostile, Cases: []CaseReport{
		{ID: hostile, Outcome: Fail, Reason: hostile, Differences: []Difference{{hostile, hostile, hostile}}, answer: hostile},
	}})
	page := pageOf(t, Reports{r}, nil)
	for _, part := range []string{"<script", "</script", "<!--", "<img"} {
		if got, want := strings.Count(page, part), strings.Count(tame, part); got != want {
			t.Errorf("%q is there %d times, %d without hostile texts", part, got, want)
		}
	}
	data := dataOf(t, page)
	c := data.Groups[0].Cases[0]
	if want := strings.ReplaceAll(hostile, "\xff", `\xFF`); c.Results[0].Reason != want || c.Results[0].Differences[0].Got != want {
		t.Errorf("the text is not what it was: %q", c.Results[0].Reason)
	}
}

// The policy names exactly the style and the script that the page has.
func TestPagePolicy(t *testing.T) {
	page := pageOf(t, sampleReports(), nil)
	for element, directive := range map[string]string{"style": "style-src", "script": "script-src"} {
		m := regexp.MustCompile(`(?s)<` + element + `>(.*?)</` + element + `>`).FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("there is no %s", element)
		}
		sum := sha256.Sum256([]byte(m[1]))
		if want := directive + " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(page, want) {
			t.Errorf("the policy lacks %s", want)
		}
	}
	if !strings.Contains(page, `content="default-src 'none'; `) {
		t.Error("the policy does not forbid what it does not name")
	}
	if m := regexp.MustCompile(`(?i)(src|href|action)="?https?:|@import|url\(|\.innerHTML|\bfetch\(|document\.write`).FindString(page); m != "" {
		t.Errorf("the page has %q", m)
	}
}

func TestPageIsStable(t *testing.T) {
	first := pageOf(t, sampleReports(), fixtures.Cases())
	for range 3 {
		if pageOf(t, sampleReports(), fixtures.Cases()) != first {
			t.Fatal("the same reports make another page")
		}
	}
}

func TestPageResults(t *testing.T) {
	data := dataOf(t, pageOf(t, sampleReports(), nil))
	got := map[string]string{}
	for _, g := range data.Groups {
		for _, c := range g.Cases {
			for _, r := range c.Results {
				if r == nil {
					got[c.ID] += "- "
				} else {
					got[c.ID] += string(r.Outcome) + " "
				}
			}
		}
	}
	want := map[string]string{
		"numbers/a": "pass timeout - ", "numbers/b": "fail expected-fail - ", "numbers/c": "- unexpected-pass - ",
		"repairs/c": "skip protocol-error - ", "repairs/d": "- crash - ", "repairs/e": "- crash - ", "repairs/f": "- crash - ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if data.Testees[2].NotRun == "" || len(data.Testees[1].Stale) != 1 {
		t.Errorf("a testee lacks what is said of it: %+v", data.Testees)
	}
}

// Questions stand on the page as they stand in the file.
func TestPageQuestions(t *testing.T) {
	suite, err := Load(fixtures.Cases())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]*pageQuestion{
		"numbers/n27-1e-400-is-above-zero": {
			Op: "call", Since: "0.1.0", Rules: []string{"11", "22"}, Source: []string{"divergence:N27"},
			Schema:    `{"type":"object","properties":{"v":{"type":"number","exclusiveMinimum":0}},"required":["v"],"additionalProperties":false}`,
			Options:   `{"bind":{"v":"float64"}}`,
			Arguments: []pagePart{{Text: `{"v":1e-400}`}},
			Expect:    `{"outcome":"ok","bound":{"v":{"float":"0x0p+0"}},"invocations":1,"requestUnchanged":true}`,
		},
		"limits/digits-1001-fraction": {
			Op: "call", Since: "0.1.0", Rules: []string{"9", "10"}, Source: []string{"contract"}, Schema: `{"type":"object"}`,
			Arguments: []pagePart{{Text: `{"v":-0.`}, {Text: "3", Times: "1000"}, {Text: "}"}},
			Expect:    `{"outcome":"error","error":{"code":"INVALID_ARGUMENT","violations":[{"pointer":"","keyword":"parse","reason":"number"}]},"invocations":0,"requestUnchanged":true}`,
		},
		"parsing/s06-byte-ff":               {},
		"interaction/nested-unknown-member": {},
	}
	part := suite.Select(func(c *Case) bool { return want[c.ID] != nil })
	report, err := Run(context.Background(), part, NewEngine(), nil)
	if err != nil {
		t.Fatal(err)
	}
	data := dataOf(t, pageOf(t, Reports{report}, fixtures.Cases()))
	got := map[string]*pageQuestion{}
	for _, g := range data.Groups {
		if g.About == "" {
			t.Errorf("the group %s lacks what it is about", g.ID)
		}
		for _, c := range g.Cases {
			got[c.ID] = c.Asked
			if c.Results[0].Answer == nil {
				t.Errorf("%s has no answer", c.ID)
			}
		}
	}
	for id, q := range want {
		if q.Op != "" {
			if diff := cmp.Diff(q, got[id]); diff != "" {
				t.Errorf("%s: %s", id, diff)
			}
		}
	}
	if args := got["parsing/s06-byte-ff"].Arguments; len(args) != 1 || !args[0].Base64 {
		t.Errorf("bytes are no longer bytes: %+v", args)
	}
	if q := got["interaction/nested-unknown-member"]; q.Given != `{"injected":{"tenant":{"text":"\"acme\""}}}` || q.Function != "order" {
		t.Errorf("what is given with the arguments is %q", q.Given)
	}
	if f := data.Functions["order"]; len(data.Functions) != 1 || f.Schema == "" || !cmp.Equal(f.Uses, []string{"Address"}) || data.Models["Address"].Text == "" {
		t.Errorf("the function is not declared: %+v, %+v", data.Functions, data.Models)
	}
}

// A case file that cannot be read is an error, and no page.
func TestPageOfABrokenFile(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReports().WriteHTML(&b, []byte(`{`)); err == nil || b.Len() > 0 {
		t.Errorf("%d bytes and the error %v", b.Len(), err)
	}
}

func TestReadable(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{"é\ufffd", "é\ufffd", "UTF-8 as it is, also the character that stands for what is none"},
		{"a\xffb\xc3", `a\xFFb\xC3`, "bytes that are none"},
		{strings.Repeat("a", longestOnPage), strings.Repeat("a", longestOnPage), "as long as it may be"},
		{strings.Repeat("a", longestOnPage-1) + "é", strings.Repeat("a", longestOnPage-1) + " … and 2 bytes", "cut between characters"},
		{strings.Repeat("\xbf", longestOnPage+1), strings.Repeat(`\xBF`, longestOnPage-4) + " … and 5 bytes", "no character begins anywhere"},
	} {
		if got := readable(tt.text); got != tt.want {
			t.Errorf("%s: %q", tt.reason, got)
		}
	}
}
