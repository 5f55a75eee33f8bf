// Package conformance asks an implementation of the contract the cases of the
// folder fixtures: the questions that every implementation is asked, and the
// answers they share.
//
//  1. [Load] reads the case file. [Run] asks a [Testee] every case, compares, and
//     returns a [Report].
//  2. [NewEngine] is the Go engine as a testee. Its functions are Go code, in
//     internal/native; what a case file says of them is only compared.
//  3. [NewFaultyEngine] is the same engine with a mistake, to prove that the cases
//     notice it.
package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Format is the form of the case file that [Load] reads.
const Format = "1.0"

// Suite is a case file. It is plain data: README.md in the folder fixtures says
// what each member means. Every number in it that is part of a case is text, so
// nothing is rounded on the way.
type Suite struct {
	Schema       string              `json:"$schema"`
	Format       string              `json:"format"`
	Version      string              `json:"suite"`
	Capabilities map[string]string   `json:"capabilities"`
	Types        map[string]string   `json:"types"`
	Behaviours   map[string]string   `json:"behaviours"`
	Models       map[string]Model    `json:"models"`
	Unions       map[string]Union    `json:"unions"`
	Functions    map[string]Function `json:"functions"`
	Groups       []Group             `json:"groups"`

	digests digests
}

// Group is a set of cases about one thing.
type Group struct {
	ID    string `json:"id"`
	About string `json:"about"`
	Cases []Case `json:"cases"`
}

// Op is what a case does with its subject.
type Op string

// The operations.
const (
	Call      Op = "call"      // build the subject and call it; the default
	Construct Op = "construct" // build the subject
	Metadata  Op = "metadata"  // build the subject and read the model's view of it
	Digest    Op = "digest"    // digest the arguments; there is no subject
)

// Case is one question and, in Expect, the answer. Only the question is ever
// sent to an implementation, and the id is not part of it.
type Case struct {
	ID       string   `json:"id"`    // group/name; permanent
	Since    string   `json:"since"` // the suite that first had it
	Level    string   `json:"level"` // "required" (the default) or "recommended"
	Rules    []int    `json:"rules"` // of the contract
	Source   []string `json:"source"`
	Requires []string `json:"requires"` // capabilities
	Why      string   `json:"why"`

	Op Op `json:"op"`
	Subject
	Input

	Expect Expect `json:"expect"`
}

// Subject is what a case builds: a function of the suite, or a schema.
type Subject struct {
	Function     string         `json:"function,omitzero"`
	SchemaText   *string        `json:"schemaText,omitzero"`
	SchemaBase64 []byte         `json:"schemaBase64,omitzero"`
	Bind         Plan           `json:"bind,omitzero"`    // of a schema; nil binds to a generic map
	Inject       map[string]Ref `json:"inject,omitzero"`  // parameters of a schema that are hidden
	Sources      []string       `json:"sources,omitzero"` // that have a resolver; nil is all
	Repairs      []string       `json:"repairs,omitzero"`
	Formats      bool           `json:"formats,omitzero"`
	Limits       map[string]int `json:"limits,omitzero"`
}

// Schema returns the schema's text, or false if the subject is a function.
func (s Subject) Schema() ([]byte, bool) {
	switch {
	case s.SchemaText != nil:
		return []byte(*s.SchemaText), true
	case s.SchemaBase64 != nil:
		return s.SchemaBase64, true
	}
	return nil, false
}

// Input is what a call is given. The maps are keyed by the key of a reference.
type Input struct {
	Arguments       *Text               `json:"arguments"`
	Injected        map[string]Injected `json:"injected"`
	InjectedMissing []string            `json:"injectedMissing"`
	InjectedFailing map[string]string   `json:"injectedFailing"` // the resolver's error
	Context         string              `json:"context"`         // "", "cancelled" or "deadline"
	Repeat          int                 `json:"repeat"`          // 1 unless said
}

// Injected is a value of the framework: JSON text, or the name of a native
// object that the implementation keeps.
type Injected struct {
	Text   string `json:"text,omitempty"`
	Opaque string `json:"opaque,omitempty"`
}

// Load reads a case file.
//
//  1. The text is one JSON value in which every member is known: a misspelt one
//     is an error, not an expectation that is never compared.
//  2. Op, Level and Repeat get their defaults.
//  3. Ids are unique and begin with their group's; functions, models, unions,
//     capabilities and types exist; a key of a reference has one source; each
//     expectation belongs to its operation.
//  4. All faults are reported together.
func Load(data []byte) (suite *Suite, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	d.DisallowUnknownFields()
	suite = new(Suite)
	if err := d.Decode(suite); err != nil {
		return nil, fmt.Errorf("conformance: the case file at byte %d: %w", d.InputOffset(), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("conformance: the case file goes on after byte %d", d.InputOffset())
	}
	for _, g := range suite.Groups {
		for i := range g.Cases {
			c := &g.Cases[i]
			if c.Op == "" {
				c.Op = Call
			}
			if c.Level == "" {
				c.Level = "required"
			}
			if c.Repeat == 0 {
				c.Repeat = 1
			}
		}
	}
	if err := suite.check(); err != nil {
		return nil, err
	}
	if suite.digests, err = digestSuite(data); err != nil {
		return nil, err
	}
	return suite, nil
}

// Cases returns all cases, in the order of the file.
func (s *Suite) Cases() []*Case {
	var all []*Case
	for _, g := range s.Groups {
		for i := range g.Cases {
			all = append(all, &g.Cases[i])
		}
	}
	return all
}

// Select returns a suite with those cases that keep reports true for, and with the
// groups that still have any.
func (s *Suite) Select(keep func(*Case) bool) *Suite {
	selected := *s
	selected.Groups = nil
	for _, g := range s.Groups {
		group := Group{ID: g.ID, About: g.About}
		for i := range g.Cases {
			if keep(&g.Cases[i]) {
				group.Cases = append(group.Cases, g.Cases[i])
			}
		}
		if len(group.Cases) > 0 {
			selected.Groups = append(selected.Groups, group)
		}
	}
	return &selected
}
