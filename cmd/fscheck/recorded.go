package main

import (
	"fmt"
	"path/filepath"

	"github.com/functionschema/fscheck/conformance"
	"github.com/functionschema/fscheck/content"
)

// readRecorded reads files of recorded calls, as replay does. A line that is no row
// is an error: a comparison that passes over calls says more than it knows.
func readRecorded(s streams, names []string) ([]conformance.RecordedFile, error) {
	var files []conformance.RecordedFile
	used := map[string]bool{}
	for _, name := range names {
		base := filepath.Base(name)
		if used[base] {
			return nil, usage("--calls %s: a file called %s is given already, and the name is part of the ids", name, base)
		}
		used[base] = true
		file, err := readRecordedFile(s, name)
		if err != nil {
			return nil, err
		}
		file.Name = base
		files = append(files, file)
	}
	return files, nil
}

func readRecordedFile(s streams, name string) (conformance.RecordedFile, error) {
	var file conformance.RecordedFile
	in := s.in
	if name != "-" {
		f, err := openFile(name)
		if err != nil {
			return file, err
		}
		defer f.Close()
		in = f
	}
	used := map[string]bool{}
	number := 0
	var faults []content.Violation
	err := eachLine(in, func(line []byte) bool {
		number++
		var r row
		if r, faults = readRow(line); len(faults) > 0 {
			return false
		}
		id := fmt.Sprint("row ", number)
		if r.id != nil {
			id = r.id.Text
		}
		if used[id] {
			id = fmt.Sprintf("%s@%d", id, number)
		}
		used[id] = true
		file.Rows = append(file.Rows, conformance.RecordedRow{ID: id, Schema: r.schema.String(), Calls: r.calls})
		return true
	})
	if err != nil {
		return file, fmt.Errorf("cannot read %s: %w", name, cause(err))
	}
	if len(faults) > 0 {
		return file, fmt.Errorf("row %d of %s cannot be compared: %s", number, name, faults[0].Message)
	}
	return file, nil
}
