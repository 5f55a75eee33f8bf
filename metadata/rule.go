package metadata

import (
	"regexp"
	"slices"
	"strings"
)

// table is all that is known of a dialect: a rule a line, each with its source. What
// a provider takes stands nowhere else but in envelope.go; the rest of the package
// knows how to do what a treatment says.
type table struct {
	dialect Dialect
	rules   []rule

	bySubject map[string]rule
	words     map[string][]string       // of a rule's value
	patterns  map[string]*regexp.Regexp // of the rules whose value is a pattern
}

// rule says what becomes of one subject: a keyword of JSON Schema, "*" for those
// that have no rule, or something else about a tool, whose name has a space.
type rule struct {
	subject   string
	treatment treatment
	value     string // a pattern, a number or a list of words, by the treatment
	source    string
}

// treatment is what becomes of a keyword, or what holds of another subject.
type treatment string

const (
	// Of keywords.
	keep     treatment = "keep"      // stands as it is
	only     treatment = "only"      // stands if its value is one of the words; else say
	say      treatment = "say"       // told in the description, and dropped
	drop     treatment = "drop"      // dropped; nothing to tell the model
	omit     treatment = "omit"      // left out, and nothing is lost
	mirror   treatment = "mirror"    // stands, and is told in the description too
	merge    treatment = "merge"     // its branches become one schema with what stands beside
	asAnyOf  treatment = "as anyOf"  // written as anyOf
	branches treatment = "branches"  // what stands beside it moves into each branch
	inline   treatment = "inline"    // what it refers to is written in its place
	alone    treatment = "alone"     // stands in an object of its own
	one      treatment = "one"       // one type; several become anyOf, null becomes nullable
	kinds    treatment = "kinds"     // stands if all its values are of the types listed; else say
	asEnum   treatment = "as enum"   // written as enum of one value
	all      treatment = "all"       // lists every property; those that were optional may be null
	closed   treatment = "false"     // false in every object
	asItems  treatment = "as items"  // items is anyOf of what may stand in any place; the order is told
	atRoot   treatment = "root only" // stands at the root; else say

	// Of other subjects.
	refuse   treatment = "refuse"   // an error
	loosen   treatment = "loosen"   // written without the detail that cannot stand; said and dropped
	matches  treatment = "match"    // an error unless it matches the pattern
	renamed  treatment = "rename"   // changed until it matches the pattern, and restored
	atMost   treatment = "at most"  // an error if there is more
	wrapped  treatment = "wrap"     // wrapped if a keyword of the words stands there
	optional treatment = "optional" // only in properties that are not required; those that are, are made optional
)

// newTable indexes the rules of a dialect.
func newTable(d Dialect, rules ...rule) *table {
	t := &table{d, rules, map[string]rule{}, map[string][]string{}, map[string]*regexp.Regexp{}}
	for _, r := range rules {
		t.bySubject[r.subject] = r
		t.words[r.subject] = strings.Fields(r.value)
		if r.treatment == matches || r.treatment == renamed {
			t.patterns[r.subject] = regexp.MustCompile(r.value)
		}
	}
	return t
}

// of returns what becomes of a subject: of a keyword without a rule what becomes of
// all such, of anything else "".
func (t *table) of(subject string) treatment {
	if r, ok := t.bySubject[subject]; ok {
		return r.treatment
	}
	if strings.Contains(subject, " ") {
		return ""
	}
	return t.bySubject["*"].treatment
}

func (t *table) value(subject string) string { return t.bySubject[subject].value }

// lists reports whether a word is in the value of a subject.
func (t *table) lists(subject, word string) bool { return slices.Contains(t.words[subject], word) }

// plain reports whether the dialect takes JSON Schema as it is.
func (t *table) plain() bool { return t.of("*") == keep }

// tables lists all dialects.
var tables = []*table{
	openAI, openAIStrict, anthropic, anthropicStrict, gemini, geminiJSONSchema, modelContext, bedrock, ollama,
}
