package conformance

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"
)

//go:embed page
var pageFiles embed.FS

// scripts are the parts of the page's script, in this order.
var scripts = []string{"element.js", "text.js", "diff.js", "data.js", "totals.js", "grid.js", "filter.js", "detail.js", "main.js"}

// WriteHTML writes reports as one page for a browser: the cases by the testees,
// with what was asked, what was expected, what was answered and how they differ.
//
//  1. The page is whole: it loads nothing, and its policy forbids it to.
//  2. Cases is the case file that was asked, as [Load] reads it; the page shows its
//     texts as they stand there. It is nil for recorded calls: their page shows
//     answers and differences without the questions.
//  3. What testees wrote is text on the page, whatever it holds. Bytes that are no
//     UTF-8 are written \xNN. A text is cut after 8,000 bytes.
//  4. The same reports make the same page, byte for byte.
func (all Reports) WriteHTML(w io.Writer, cases []byte) error {
	data, err := all.page(cases)
	if err != nil {
		return err
	}
	text, err := json.Marshal(data) // with < > & escaped, so that no element can begin or end in it
	if err != nil {
		return err
	}
	var summary strings.Builder
	for _, r := range all {
		fmt.Fprintf(&summary, "<li>%s: %s</li>\n", html.EscapeString(r.Name), html.EscapeString(r.Summary()))
	}
	frame, err := pageFiles.ReadFile("page/page.html")
	if err != nil {
		return err
	}
	style, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return err
	}
	var script bytes.Buffer
	for _, name := range scripts {
		part, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return err
		}
		script.Write(part)
	}
	// text/template: every part is made here, and none is escaped twice.
	t, err := template.New("page").Parse(string(frame))
	if err != nil {
		return err
	}
	return t.Execute(w, map[string]string{
		"Style": string(style), "StyleHash": hashOf(style),
		"Script": script.String(), "ScriptHash": hashOf(script.Bytes()),
		"Summary": summary.String(), "Data": string(text),
	})
}

// hashOf names an inline text in a policy of what the page may run.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// pageData is what the page is given, as JSON.
type pageData struct {
	Suite        string                     `json:"suite"`
	Testees      []pageTestee               `json:"testees"`
	Groups       []pageGroup                `json:"groups"`
	Capabilities map[string]string          `json:"capabilities,omitempty"`
	Functions    map[string]pageDeclaration `json:"functions,omitempty"`
	Models       map[string]pageDeclaration `json:"models,omitempty"` // and unions
	Answers      []string                   `json:"answers"`          // each once
}

type pageTestee struct {
	Name           string            `json:"name"`
	NotRun         string            `json:"notRun,omitempty"`
	Implementation Implementation    `json:"implementation"`
	Capabilities   []string          `json:"capabilities"`
	Stale          []ExpectedFailure `json:"stale,omitempty"`
}

type pageGroup struct {
	ID    string      `json:"id"`
	About string      `json:"about,omitempty"`
	Cases []*pageCase `json:"cases"`
}

// pageCase is a case, and what became of it: a result for each testee, null if that
// has none.
type pageCase struct {
	ID      string        `json:"id"`
	Asked   *pageQuestion `json:"asked,omitempty"`
	Results []*pageResult `json:"results"`
}

type pageResult struct {
	Outcome     Outcome      `json:"outcome"`
	Differences []Difference `json:"differences,omitempty"`
	Missing     []string     `json:"missing,omitempty"`
	Reason      string       `json:"reason,omitempty"`
	Answer      *int         `json:"answer,omitempty"` // where it stands in the answers
}

// page puts reports side by side.
func (all Reports) page(cases []byte) (*pageData, error) {
	p := &pageData{Testees: []pageTestee{}, Groups: []pageGroup{}, Answers: []string{}}
	answers := map[string]int{}
	at := map[string]int{}         // groups
	rows := map[string]*pageCase{} // cases
	for n, r := range all {
		if p.Suite == "" {
			p.Suite = r.Suite
		}
		p.Testees = append(p.Testees, pageTestee{r.Name, readable(r.NotRun), r.Implementation, r.Capabilities, r.StaleExpectations})
		for _, g := range r.Groups {
			if _, ok := at[g.ID]; !ok {
				at[g.ID] = len(p.Groups)
				p.Groups = append(p.Groups, pageGroup{ID: g.ID})
			}
			group := &p.Groups[at[g.ID]]
			for _, c := range g.Cases {
				row := rows[c.ID]
				if row == nil {
					row = &pageCase{ID: c.ID, Results: make([]*pageResult, len(all))}
					rows[c.ID] = row
					group.Cases = append(group.Cases, row)
				}
				row.Results[n] = c.page(answers, &p.Answers)
			}
		}
	}
	if cases == nil {
		return p, nil
	}
	return p, p.questions(cases, rows)
}

func (c CaseReport) page(answers map[string]int, list *[]string) *pageResult {
	result := &pageResult{Outcome: c.Outcome, Missing: c.Missing, Reason: readable(c.Reason)}
	for _, d := range c.Differences {
		result.Differences = append(result.Differences, Difference{d.Member, readable(d.Want), readable(d.Got)})
	}
	if c.answer == "" {
		return result
	}
	i, ok := answers[c.answer]
	if !ok {
		i = len(*list)
		answers[c.answer] = i
		*list = append(*list, c.answer)
	}
	result.Answer = &i
	return result
}

// longestOnPage bounds one text of the page, in bytes.
const longestOnPage = 8000

// readable is a text that JSON can hold: its bytes that are no UTF-8 are written
// out, and what is too long is cut.
func readable(text string) string {
	if len(text) > longestOnPage {
		cut := longestOnPage
		for cut > longestOnPage-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
			cut--
		}
		return readable(text[:cut]) + " … and " + strconv.Itoa(len(text)-cut) + " bytes"
	}
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02X`, text[i])
		} else {
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}
