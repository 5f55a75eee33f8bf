package provider

import (
	"bufio"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/functionschema"
)

// recorded are calls that models made, kept beside the repository: of pydantic-ai's
// recorded traffic with OpenAI, Anthropic, Gemini and Bedrock, and of tau-bench's with
// OpenAI. The corpus keeps of a response the call in it.
type recorded struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
	Calls  []struct {
		Arguments json.RawMessage `json:"arguments"`
		Raw       *string         `json:"arguments_raw"`
		Valid     *bool           `json:"valid"`
		Origin    string          `json:"origin"`
	} `json:"calls"`
}

func corpus(t *testing.T, file string) []recorded {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "corpus", file))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("no corpus beside the repository: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []recorded
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var r recorded
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// Recorded calls come out of a response of each provider, whole and streamed, as they
// went in, and the function schema says of them what four validators do.
func TestRecordedCalls(t *testing.T) {
	for _, file := range []string{"pydantic-ai-cassettes.jsonl", "tau.jsonl"} {
		t.Run(file, func(t *testing.T) {
			rows := corpus(t, file)
			r := rand.New(rand.NewPCG(5, 6))
			read, judged := 0, 0
			for _, row := range rows {
				f, err := functionschema.FromSchema(row.Name, row.Schema)
				if err != nil {
					f = nil // Google's own schemas, which are no JSON Schema
				}
				var text, all []Call
				var verdicts []*bool
				for i, c := range row.Calls {
					arguments := []byte(c.Arguments)
					if c.Raw != nil {
						arguments = []byte(*c.Raw)
					}
					call := Call{ID: string(rune('a' + i%26)), Name: row.Name, Arguments: arguments}
					text, verdicts = append(text, call), append(verdicts, c.Valid)
					if json.Valid(arguments) && string(arguments) != `""` && string(arguments) != "null" {
						all = append(all, call)
					}
				}
				for _, p := range Providers() {
					want := all
					if carriesText(p) {
						want = text
					}
					for want := range slices.Chunk(want, maxCalls) {
						read += len(want)
						got, err := p.Calls([]byte(speak(p, want...)))
						if err != nil {
							t.Fatalf("%s: %s: %v", row.ID, p, err)
						}
						if want := sent(want); !reflect.DeepEqual(want, got) { // cmp takes seconds for all the bytes
							t.Fatalf("%s: %s (-want +got):\n%s", row.ID, p, cmp.Diff(want, got))
						}
						s := p.Stream()
						for _, e := range events(r, p, want...) {
							if err := s.Event([]byte(e)); err != nil {
								t.Fatalf("%s: %s: %v", row.ID, p, err)
							}
						}
						if got, err = s.Calls(); err != nil || !reflect.DeepEqual(sent(want), got) {
							t.Fatalf("%s: %s streamed: %v, %s", row.ID, p, err, cmp.Diff(sent(want), got))
						}
						if p != OpenAIChat || f == nil {
							continue
						}
						for i, c := range got {
							if v := verdicts[i]; v != nil {
								judged++
								if valid := f.Validate(c.Arguments) == nil; valid != *v {
									t.Errorf("%s: call %d is valid: %t, want %t", row.ID, i, valid, *v)
								}
							}
						}
					}
				}
			}
			if read == 0 || judged == 0 {
				t.Fatal("the corpus has no calls")
			}
			t.Logf("%d calls read whole and streamed, %d judged", read, judged)
		})
	}
}

// sent is what is read of calls: "" is {}.
func sent(calls []Call) []Call {
	list := slices.Clone(calls)
	for i, c := range list {
		if len(c.Arguments) == 0 {
			list[i].Arguments = []byte("{}")
		}
	}
	return list
}
