package main

import (
	"bytes"
	"fmt"
	"os"
)

// The tables stand between these two lines of a document.
const (
	beginMark = "<!-- begin: written by make bench -->\n"
	endMark   = "<!-- end: written by make bench -->\n"
)

// preface is a new document around the two marks.
const preface = `# Performance

How long a call takes in fscheck and in the Go libraries that do a part of the same work, how much it allocates, and
what each of them lets pass. All of them run in one process, in rounds that take turns; see [bench](../bench/doc.go).

The numbers below are written by ` + "`make bench`" + `. For single benchmarks, as benchstat wants them, run
` + "`go test -bench W2 -count 10`" + ` in the folder ` + "`bench`" + `.

` + beginMark + endMark

// replaced returns a document with the text between its marks replaced.
func replaced(doc, between []byte) ([]byte, error) {
	begin := bytes.Index(doc, []byte(beginMark))
	end := bytes.Index(doc, []byte(endMark))
	if begin < 0 || end < begin {
		return nil, fmt.Errorf("the document lacks the lines %q and %q: put them where the tables belong", beginMark, endMark)
	}
	var b bytes.Buffer
	b.Write(doc[:begin+len(beginMark)])
	b.WriteByte('\n')
	b.Write(between)
	b.Write(doc[end:])
	return b.Bytes(), nil
}

// update replaces what stands between the marks of a file, which is made if absent.
func update(name string, between []byte) error {
	doc, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		doc, err = []byte(preface), nil
	}
	if err != nil {
		return err
	}
	if doc, err = replaced(doc, between); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, doc, 0o644)
}
