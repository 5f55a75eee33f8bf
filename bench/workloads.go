package main

import (
	"encoding/json"
	"fmt"

	"github.com/functionschema/fscheck/functionschema"
)

// declared opens the peers for a Go type; all of them judge by the schema that is
// derived of it.
func declared[In any](name string) ([]*peer, error) {
	f, err := typed[In](name)
	if err != nil {
		return nil, err
	}
	return open[In](decoded[In](f), f.Schema())
}

// foreign opens the peers for a schema that binds to a map.
func foreign(name, schema string) ([]*peer, error) {
	f, err := functionschema.FromSchema(name, []byte(schema))
	if err != nil {
		return nil, err
	}
	return open[map[string]any](decoded[map[string]any](f), []byte(schema))
}

// allCalls are the workloads that read texts: W1 to W5, W8 and W9.
func allCalls() ([]*calls, error) {
	forWeather, err := declared[weather]("weather")
	if err != nil {
		return nil, fmt.Errorf("W1: %w", err)
	}
	forOrder, err := declared[order]("order")
	if err != nil {
		return nil, fmt.Errorf("W2: %w", err)
	}
	forRecords, err := declared[records]("records")
	if err != nil {
		return nil, fmt.Errorf("W3: %w", err)
	}
	forBlob, err := declared[blob]("blob")
	if err != nil {
		return nil, fmt.Errorf("W4: %w", err)
	}
	forMap, err := foreign("order", foreignOrder)
	if err != nil {
		return nil, fmt.Errorf("W9: %w", err)
	}

	filled := sampleWeather()
	filled.Unit = "celsius"
	small := [][]byte{[]byte(weatherText)}
	large := text(sampleOrder())
	var asMap map[string]any
	if err := json.Unmarshal(large, &asMap); err != nil {
		return nil, err
	}
	return []*calls{
		{name: "W1", what: "weather call, 3 members sent, one default omitted",
			texts: small, peers: forWeather, want: filled, bare: sampleWeather()},
		{name: "W1varied", what: "1,024 spellings of it: order, white space, escapes, numbers",
			texts: spellings(1024), peers: forWeather, want: filled, bare: sampleWeather()},
		{name: "W2", what: "order: nested objects, 4 items, enums, bounds, pointers, a map",
			texts: [][]byte{large}, peers: forOrder, want: sampleOrder()},
		{name: "W3", what: "1,000 small objects",
			texts: [][]byte{text(sampleRecords(1000))}, peers: forRecords, want: sampleRecords(1000)},
		{name: "W4", what: "1 MiB of bytes as base64 beside 4 scalars",
			texts: [][]byte{text(sampleBlob(1 << 20))}, peers: forBlob, want: sampleBlob(1 << 20),
			unequal: map[string]string{"kaptinlin": "it binds []byte to the characters of the base64 text"}},
		{name: "W5", what: "W2 with three faults deep inside, the error's text built",
			texts: [][]byte{faulty(large)}, peers: forOrder, refused: true},
		{name: "W8x1", what: "W1 by 1 goroutine", workers: 1,
			texts: small, peers: forWeather, want: filled, bare: sampleWeather()},
		{name: "W8x2", what: "W1 by 2 goroutines at a time", workers: 2,
			texts: small, peers: forWeather, want: filled, bare: sampleWeather()},
		{name: "W9", what: "the order by a foreign schema into map[string]any",
			texts: [][]byte{large}, peers: forMap, want: &asMap},
	}, nil
}

// workloads are all of them, in the order of the issue.
func workloads() ([]*workload, error) {
	texts, err := allCalls()
	if err != nil {
		return nil, err
	}
	called, err := calling()
	if err != nil {
		return nil, fmt.Errorf("W7: %w", err)
	}
	var all []*workload
	for _, c := range texts {
		if c.name == "W8x1" {
			all = append(all, building()...)
			all = append(all, called...)
		}
		all = append(all, c.workload())
	}
	return all, nil
}
