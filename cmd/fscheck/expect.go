package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/conformance"
)

// expectations reads the files of expected failures, written NAME=FILE, by name.
func expectations(s streams, files []string, list []implementation) (map[string][]conformance.ExpectedFailure, error) {
	all := map[string][]conformance.ExpectedFailure{}
	for _, f := range files {
		name, file, _ := strings.Cut(f, "=")
		if file == "" || !slices.ContainsFunc(list, func(i implementation) bool { return i.name == name }) {
			return nil, usage("--expect %s is not NAME=FILE with the name of an implementation that is run", f)
		}
		if all[name] != nil {
			return nil, usage("--expect %s: %q has a file of expected failures already", f, name)
		}
		text, err := s.readFile(file)
		if err != nil {
			return nil, err
		}
		entries, err := conformance.ReadExpected(text)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be used: %w", file, err)
		}
		all[name] = append([]conformance.ExpectedFailure{}, entries...)
	}
	return all, nil
}

// verdict is what reports come to: a finding, or nothing.
func verdict(reports conformance.Reports) error {
	strict := os.Getenv("FSCHECK_REQUIRE_PEERS") == "1"
	for _, r := range reports {
		if !r.OK() || strict && r.NotRun != "" {
			return errFinding
		}
	}
	return nil
}
