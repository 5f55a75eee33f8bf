package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// pageQuestion is a case as its file has it. JSON stands in texts, so that no
// browser rounds a number or sorts a member.
type pageQuestion struct {
	Op       string   `json:"op"`
	Level    string   `json:"level,omitempty"`
	Since    string   `json:"since,omitempty"`
	Rules    []string `json:"rules,omitempty"`
	Source   []string `json:"source,omitempty"`
	Requires []string `json:"requires,omitempty"`
	Why      string   `json:"why,omitempty"`

	Function     string     `json:"function,omitempty"`
	Schema       string     `json:"schema,omitempty"`
	SchemaBase64 string     `json:"schemaBase64,omitempty"`
	Options      string     `json:"options,omitempty"` // of the subject
	Arguments    []pagePart `json:"arguments,omitempty"`
	Given        string     `json:"given,omitempty"` // beside the arguments
	Expect       string     `json:"expect"`
}

// pagePart is a part of the arguments; a text is one of them.
type pagePart struct {
	Text   string `json:"text"`
	Base64 bool   `json:"base64,omitempty"`
	Times  string `json:"times,omitempty"`
}

// pageDeclaration is a function, a model or a union of the case file.
type pageDeclaration struct {
	About    string   `json:"about,omitempty"`
	Text     string   `json:"text"`             // without what stands beside it
	Schema   string   `json:"schema,omitempty"` // of a function
	Metadata string   `json:"metadata,omitempty"`
	Uses     []string `json:"uses,omitempty"` // models and unions
}

// questions adds what the case file says of the rows.
func (p *pageData) questions(cases []byte, rows map[string]*pageCase) error {
	file, fault := strict.Parse(cases, suiteLimits)
	if fault != nil {
		return fmt.Errorf("conformance: the case file: %w", fault)
	}
	p.Capabilities, p.Functions, p.Models = map[string]string{}, map[string]pageDeclaration{}, map[string]pageDeclaration{}
	for _, m := range members(file, "capabilities") {
		p.Capabilities[m.Name] = m.Value.Text
	}
	used := map[string]bool{}
	for _, g := range items(file, "groups") {
		at := slices.IndexFunc(p.Groups, func(group pageGroup) bool { return group.ID == textOf(g, "id") })
		if at < 0 {
			continue
		}
		p.Groups[at].About = textOf(g, "about")
		for _, c := range items(g, "cases") {
			if row := rows[textOf(c, "id")]; row != nil {
				row.Asked = questionOf(c)
				used[row.Asked.Function] = true
				p.declare(file, usesOf(c))
			}
		}
	}
	for _, m := range members(file, "functions") {
		if used[m.Name] {
			d := declarationOf(m.Value)
			p.Functions[m.Name] = d
			p.declare(file, d.Uses)
		}
	}
	return nil
}

// declare adds models and unions, with those that they are made of.
func (p *pageData) declare(file *tree.Value, names []string) {
	for _, name := range names {
		if _, ok := p.Models[name]; ok {
			continue
		}
		for _, kind := range []string{"models", "unions"} {
			for _, m := range members(file, kind) {
				if m.Name == name {
					p.Models[name] = declarationOf(m.Value)
					p.declare(file, p.Models[name].Uses)
				}
			}
		}
	}
}

func questionOf(c *tree.Value) *pageQuestion {
	q := &pageQuestion{
		Op: textOf(c, "op"), Level: textOf(c, "level"), Since: textOf(c, "since"), Why: textOf(c, "why"),
		Source: textsOf(c, "source"), Requires: textsOf(c, "requires"), Rules: textsOf(c, "rules"),
		Function: textOf(c, "function"), Schema: textOf(c, "schemaText"), SchemaBase64: textOf(c, "schemaBase64"),
		Options: partOf(c, "bind", "inject", "sources", "repairs", "formats", "limits"),
		Given:   partOf(c, "injected", "injectedMissing", "injectedFailing", "context", "repeat"),
	}
	if q.Op == "" {
		q.Op = string(Call)
	}
	if e := c.Lookup("expect"); e != nil {
		q.Expect = compact(e)
	}
	args := c.Lookup("arguments")
	if args == nil {
		return q
	}
	for _, part := range items(args, "parts") {
		q.Arguments = append(q.Arguments, pagePart{Text: textOf(part, "text"), Times: textOf(part, "times")})
	}
	for _, form := range []string{"text", "base64"} {
		if text := args.Lookup(form); text != nil {
			q.Arguments = []pagePart{{Text: text.Text, Base64: form == "base64"}}
		}
	}
	return q
}

func declarationOf(v *tree.Value) pageDeclaration {
	return pageDeclaration{
		About: textOf(v, "about"), Schema: textOf(v, "schemaText"), Metadata: textOf(v, "metadataText"),
		Text: compact(v.Without("about", "schemaText", "metadataText")), Uses: usesOf(v),
	}
}

// usesOf lists the models and unions that the types below a value name.
func usesOf(v *tree.Value) []string {
	var names []string
	if v.Kind == tree.String {
		for _, kind := range []string{"model:", "union:"} {
			if i := strings.LastIndex(v.Text, kind); i >= 0 {
				names = append(names, v.Text[i+len(kind):])
			}
		}
	}
	for _, item := range v.Items {
		names = append(names, usesOf(item)...)
	}
	for _, m := range v.Members {
		if m.Name == "model" || m.Name == "paramsOf" {
			names = append(names, m.Value.Text)
		}
		names = append(names, usesOf(m.Value)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// partOf is an object with some members of another, in their order there; empty if
// it has none of them.
func partOf(v *tree.Value, names ...string) string {
	var part []tree.Member
	for _, m := range v.Members {
		if slices.Contains(names, m.Name) {
			part = append(part, m)
		}
	}
	if part == nil {
		return ""
	}
	return compact(tree.NewObject(part...))
}

// compact is a value with its tokens as the file has them and no white space between
// them: the page lays it out.
func compact(v *tree.Value) string {
	text := v.AppendJSON(nil)
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return string(text)
	}
	return b.String()
}

func items(v *tree.Value, name string) []*tree.Value {
	if list := v.Lookup(name); list != nil {
		return list.Items
	}
	return nil
}

func textsOf(v *tree.Value, name string) []string {
	var texts []string
	for _, item := range items(v, name) {
		texts = append(texts, item.Text)
	}
	return texts
}
