package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func replayCommand(s streams) *cobra.Command {
	var m mode
	var jobs int
	var progress, asTable bool
	var repairs []string
	c := &cobra.Command{
		Use:   "replay FILE.jsonl...",
		Short: "Judge recorded calls",
		Long: `Replay judges recorded calls by their schemas. Each line of a file is a row

  {"id":…,"schema":{…},"calls":[{"arguments":{…}},{"arguments_raw":"{…}"}]}

where arguments_raw, the exact text, wins. It prints one JSON line a row, in order, and
a line with the summary of all files at the end, or, as a table, what became of all
calls. "-" is standard input.`,
		Example: `  fscheck replay calls.jsonl
  fscheck replay --closed --lenient-defaults calls.jsonl more.jsonl | tail -n 1
  fscheck replay --repair model --table calls.jsonl`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("%s needs a file of rows: fscheck replay FILE.jsonl", c.CommandPath())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, files []string) error {
			if jobs < 1 {
				return usage("--jobs %d does nothing: give 1 or more", jobs)
			}
			var err error
			if m.repairs, err = readRepairs(repairs); err != nil {
				return err
			}
			r := &replay{mode: m, jobs: jobs, out: s.out, tally: newTally()}
			if asTable {
				r.out = io.Discard
			}
			if progress || isTerminal(os.Stderr) {
				r.progress = &progressLine{out: s.err, overwrite: isTerminal(os.Stderr)}
			}
			if err := r.files(s, files); err != nil {
				return err
			}
			if err := r.end(s, asTable); err != nil {
				return err
			}
			if r.summary.Rows == 0 {
				fmt.Fprintf(s.err, "fscheck: there is no row in %s: nothing was judged\n", clean(strings.Join(files, ", ")))
			}
			if r.summary.Invalid > 0 || r.summary.SchemasRefused > 0 {
				return errFinding
			}
			return nil
		},
	}
	f := c.Flags()
	f.BoolVar(&m.closed, "closed", false, "refuse unknown members at the top level where the schema says nothing of them")
	f.BoolVar(&m.lenientDefaults, "lenient-defaults", false, "report an invalid default and leave it out, instead of refusing the schema")
	f.IntVar(&jobs, "jobs", runtime.NumCPU(), "`number` of rows judged at once")
	repairFlag(c, &repairs)
	f.BoolVar(&asTable, "table", false, "print a table of what became of the calls, instead of JSON lines")
	f.BoolVar(&progress, "progress", false, "show progress though standard error is no terminal")
	return c
}

// summary counts what was replayed. Its JSON form is stable.
type summary struct {
	Rows           int `json:"rows"`
	SchemasOK      int `json:"schemas_ok"`
	SchemasRefused int `json:"schemas_refused"`
	Calls          int `json:"calls"`
	Valid          int `json:"valid"`
	Invalid        int `json:"invalid"`
}

func (s *summary) add(a answer) {
	s.Rows++
	s.Calls += a.recorded
	if !a.Schema.OK {
		s.SchemasRefused++
		s.Invalid += a.recorded
		return
	}
	s.SchemasOK++
	for _, c := range a.Calls {
		if c.Valid {
			s.Valid++
		} else {
			s.Invalid++
		}
	}
}

// replay is one run of the command.
type replay struct {
	mode     mode
	jobs     int
	out      io.Writer
	progress *progressLine // nil: none
	summary  summary
	tally    tally
}

// end writes the last line, or the table that stands for all lines.
func (r *replay) end(s streams, asTable bool) error {
	switch {
	case asTable:
		return s.terminal().tally(r.summary, r.tally)
	case len(r.mode.repairs) > 0:
		type both struct {
			summary
			tally
		}
		return writeJSON(s.out, map[string]both{"summary": {r.summary, r.tally}})
	}
	return writeJSON(s.out, map[string]summary{"summary": r.summary})
}

// files replays files one after the other. All are opened first: a name that is
// wrong is known before hours of work.
func (r *replay) files(s streams, names []string) error {
	for _, name := range names {
		if name != "-" {
			f, err := openFile(name)
			if err != nil {
				return err
			}
			f.Close()
		}
	}
	for _, name := range names {
		if err := r.file(s, name); err != nil {
			return err
		}
	}
	r.progress.end(r.summary)
	return nil
}

func (r *replay) file(s streams, name string) error {
	in := s.in
	if name == "-" {
		s.awaitInput()
	} else {
		f, err := openFile(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	err := r.rows(in)
	if err == nil || errors.Is(err, errOutput) {
		return err
	}
	return fmt.Errorf("cannot read %s: %w", name, cause(err))
}

var errOutput = errors.New("cannot write the result")

// rows judges the lines of a file, jobs of them at once, and writes the answers in
// the order of the lines. At most twice as many lines are held.
func (r *replay) rows(in io.Reader) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	type task struct {
		line   []byte
		answer chan answer
	}
	tasks := make(chan task)
	pending := make(chan chan answer, r.jobs)
	for range r.jobs {
		go func() {
			for t := range tasks {
				t.answer <- r.mode.answer(t.line)
			}
		}()
	}
	failed := make(chan error, 1)
	go func() {
		defer close(pending)
		defer close(tasks)
		failed <- eachLine(in, func(line []byte) bool {
			t := task{line, make(chan answer, 1)}
			select {
			case pending <- t.answer:
			case <-ctx.Done():
				return false
			}
			select {
			case tasks <- t:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	for next := range pending {
		a := <-next
		r.summary.add(a)
		r.tally.add(a)
		if err := writeJSON(r.out, a); err != nil {
			return fmt.Errorf("%w: %w", errOutput, err)
		}
		r.progress.show(r.summary)
	}
	return <-failed
}

// eachLine hands the lines of in to visit until it returns false. Lines of white
// space alone are passed over; of one that is too long the rest is, so that its
// row is refused.
func eachLine(in io.Reader, visit func([]byte) bool) error {
	b := bufio.NewReaderSize(in, 64<<10)
	var line []byte
	for {
		part, err := b.ReadSlice('\n')
		part = bytes.TrimSuffix(part, []byte("\n"))
		if room := longestRow + 1 - len(line); len(part) > room {
			part = part[:room]
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if !blank(line) && (err == nil || errors.Is(err, io.EOF)) && !visit(line) {
			return nil
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		line = nil
	}
}

func blank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

// progressEvery keeps progress from costing more than the work.
const progressEvery = 200 * time.Millisecond

// progressLine says how far a replay is, on a terminal in one line.
type progressLine struct {
	out       io.Writer
	overwrite bool
	last      time.Time
}

func (p *progressLine) show(s summary) {
	if p == nil || time.Since(p.last) < progressEvery {
		return
	}
	first := p.last.IsZero()
	p.last = time.Now()
	if !first {
		p.write(s, "\r")
	}
}

func (p *progressLine) end(s summary) {
	if p != nil {
		p.write(s, "\n")
	}
}

func (p *progressLine) write(s summary, end string) {
	start := ""
	if p.overwrite {
		start = "\r"
	} else {
		end = "\n"
	}
	fmt.Fprintf(p.out, "%sreplayed %d rows, %d calls%s", start, s.Rows, s.Calls, end)
}
