package main

import (
	"fmt"
	"slices"
	"strings"
)

// probe is what the calls of the strictness table bind to. Whether a default was laid
// in can be told only where its member may be missing.
type probe struct {
	City  string   `json:"city" jsonschema:"minLength=1,maxLength=40"`
	Count int      `json:"count,omitempty" jsonschema:"minimum=0,maximum=100"`
	Big   int64    `json:"big,omitempty"`
	Small uint8    `json:"small,omitempty"`
	Unit  string   `json:"unit" jsonschema:"enum=celsius,enum=fahrenheit,default=celsius"`
	Raw   []byte   `json:"raw,omitempty"`
	Tags  []string `json:"tags,omitempty" jsonschema:"maxItems=2"`
	Inner *inner   `json:"inner,omitempty"`
}

type inner struct {
	A string `json:"a"`
	B int    `json:"b,omitempty"`
}

// trial is one call of the strictness table.
type trial struct {
	what, args string
	// right tells whether the value that a call was bound to is what the text says;
	// nil: the call must be refused.
	right func(*probe) bool
}

var trials = []trial{
	{"a plain call", `{"city":"Oslo","count":3,"unit":"celsius"}`, func(p *probe) bool { return p.City == "Oslo" && p.Count == 3 }},
	{"an omitted default", `{"city":"Oslo"}`, func(p *probe) bool { return p.Unit == "celsius" }},
	{"2^53+1 in an int64", `{"city":"Oslo","big":9007199254740993}`, func(p *probe) bool { return p.Big == 9007199254740993 }},
	{"the greatest int64", `{"city":"Oslo","big":9223372036854775807}`, func(p *probe) bool { return p.Big == 9223372036854775807 }},
	{"1.0 in an int", `{"city":"Oslo","count":1.0}`, func(p *probe) bool { return p.Count == 1 }},
	{"1e2 in an int", `{"city":"Oslo","count":1e2}`, func(p *probe) bool { return p.Count == 100 }},
	{"base64", `{"city":"Oslo","raw":"+/8="}`, func(p *probe) bool { return string(p.Raw) == "\xfb\xff" }},
	{"a member twice", `{"city":"Oslo","city":"Rome"}`, nil},
	{"a member twice, inside", `{"city":"Oslo","inner":{"a":"x","a":"y"}}`, nil},
	{"a member twice, one escaped", `{"city":"Oslo","\u0063ity":"Rome"}`, nil},
	{"CITY beside city", `{"city":"Oslo","CITY":"Rome"}`, nil},
	{"CITY for city", `{"CITY":"Rome"}`, nil},
	{`"2" in an int`, `{"city":"Oslo","count":"2"}`, nil},
	{"1.5 in an int", `{"city":"Oslo","count":1.5}`, nil},
	{"2^63 in an int64", `{"city":"Oslo","big":9223372036854775808}`, nil},
	{"300 in a uint8", `{"city":"Oslo","small":300}`, nil},
	{"null in a string", `{"city":null}`, nil},
	{"null in an optional int", `{"city":"Oslo","count":null}`, nil},
	{"a required member missing", `{"count":3}`, nil},
	{"one missing, inside", `{"city":"Oslo","inner":{"b":1}}`, nil},
	{"an unknown member", `{"city":"Oslo","zip":"0150"}`, nil},
	{"an unknown one, inside", `{"city":"Oslo","inner":{"a":"x","c":1}}`, nil},
	{"trailing data", `{"city":"Oslo"} {"city":"Rome"}`, nil},
	{"a lone surrogate", `{"city":"\ud800"}`, nil},
	{"invalid UTF-8", "{\"city\":\"\xff\"}", nil},
	{"URL-safe base64", `{"city":"Oslo","raw":"-_8="}`, nil},
	{"base64 without padding", `{"city":"Oslo","raw":"+/8"}`, nil},
	{"base64 with a loose tail", `{"city":"Oslo","raw":"+/9="}`, nil},
	{"base64 over two lines", `{"city":"Oslo","raw":"+/\n8="}`, nil},
	{"an int above its maximum", `{"city":"Oslo","count":101}`, nil},
	{"a string that is too short", `{"city":""}`, nil},
	{"a value outside its enum", `{"city":"Oslo","unit":"kelvin"}`, nil},
	{"an array that is too long", `{"city":"Oslo","tags":["a","b","c"]}`, nil},
	{"null for the whole", `null`, nil},
	{"an array for the whole", `[]`, nil},
	{"an object in a string", `"{\"city\":\"Oslo\"}"`, nil},
}

// Words of the strictness table; those in capitals are what must not be.
const (
	bound    = "bound"
	refused  = "refused"
	accepted = "ACCEPTED"
	barred   = "REFUSED"
	altered  = "ALTERED"
)

// answer runs a trial with a peer that binds to *probe. A panic is told from a refusal.
func (t trial) answer(p *peer) (word string) {
	defer func() {
		if recover() != nil {
			word = "PANIC"
		}
	}()
	args := p.messages([][]byte{[]byte(t.args)})[0]
	v, err := p.opened(args)
	got, _ := v.(*probe)
	switch {
	case err != nil && t.right == nil:
		return refused
	case err != nil:
		return barred
	case t.right == nil:
		return accepted
	case got == nil || !t.right(got):
		return altered
	}
	return bound
}

// strictness runs every trial with every peer that is named: a row each, the last one counting the
// answers that are not as they must be.
func strictness(names []string) ([][]string, error) {
	peers, err := declared[probe]("probe")
	if err != nil {
		return nil, fmt.Errorf("strictness: %w", err)
	}
	peers = slices.DeleteFunc(peers, func(p *peer) bool { return !slices.Contains(names, p.name) })
	head, faults := []string{"call"}, make([]int, len(peers))
	for _, p := range peers {
		head = append(head, p.name)
	}
	table := [][]string{head}
	for _, t := range trials {
		row := []string{t.what}
		for i, p := range peers {
			word := t.answer(p)
			if strings.ToUpper(word) == word {
				faults[i]++
			}
			row = append(row, word)
		}
		table = append(table, row)
	}
	last := []string{fmt.Sprintf("not as it must be, of %d", len(trials))}
	for _, n := range faults {
		last = append(last, fmt.Sprint(n))
	}
	return append(table, last), nil
}
