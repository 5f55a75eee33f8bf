package provider

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLostEvents: of a stream that lacks one event nothing is read but what the model
// wrote, or an error. Pieces of the arguments tell of their loss where the provider
// says the whole in the end, and where what is left is no JSON; with the others it is
// the beginning and the end of a call that have to be there.
func TestLostEvents(t *testing.T) {
	calls := []Call{{"a", "f", []byte(`{"x":1.0,"y":"😀"}`)}, {"b", "g", []byte(`{"z":[1,2,3]}`)}}
	for seed := range uint64(40) {
		for _, p := range Providers() {
			list := events(rand.New(rand.NewPCG(seed, 9)), p, calls...)
			if p == OpenAIResponses {
				list[len(list)-1] = `{"type":"response.completed","response":` + speak(p, calls...) + `}`
			}
			for i, event := range list {
				isPiece := p != OpenAIResponses && strings.Contains(event, `elta":{`) && !strings.Contains(event, `"name"`)
				isWhole := p == Gemini || p == Ollama // an event has all of a call, and nobody misses one that never came
				if isPiece || isWhole {
					continue
				}
				s := p.Stream()
				for _, e := range slices.Delete(slices.Clone(list), i, i+1) {
					if s.Event([]byte(e)) != nil {
						break
					}
				}
				got, err := s.Calls()
				if err == nil && cmp.Diff(calls, got) != "" {
					t.Fatalf("%s without event %d, %s: %s", p, i, event, cmp.Diff(calls, got))
				}
				s = p.Stream()
				for _, e := range slices.Insert(slices.Clone(list), i, event) {
					if s.Event([]byte(e)) != nil {
						break
					}
				}
				if got, err = s.Calls(); err == nil && cmp.Diff(calls, got) != "" {
					t.Fatalf("%s with event %d twice, %s: %s", p, i, event, cmp.Diff(calls, got))
				}
			}
		}
	}
}
