package mcp_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/internal/sample"
	"github.com/functionschema/fscheck/wire/mcp"
)

// FuzzResult reads any bytes. What is read can be written, for every version, and is
// then read as the same.
func FuzzResult(f *testing.F) {
	for _, s := range sample.Responses() {
		text, err := mcp.Encoder{}.Result(s.Response)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"content":[{"type":"resource","resource":{"uri":"u"}},{"type":"new"}],"structuredContent":[{"kind":"binary","identifier":"x"}],"isError":true}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d := mcp.Decoder{Policy: open, Limits: content.Limits{Depth: 20}}
		got, err := d.Result(text)
		if err != nil {
			return
		}
		_, _ = content.Policy{}.ApplyTo(got.Response)
		same(t, got.Response)
	})
}

// FuzzResponse sends any response there is.
func FuzzResponse(f *testing.F) {
	for _, s := range sample.Responses() {
		text, err := s.Response.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var r content.Response
		if r.UnmarshalJSON(text) == nil {
			same(t, r)
		}
	})
}

// same sends r and compares what is received with what the policy lets through.
func same(t *testing.T, r content.Response) {
	t.Helper()
	want, dropped := open.ApplyTo(r)
	for _, v := range versions {
		text, err := mcp.Encoder{Version: v}.Result(r)
		if err != nil {
			t.Fatalf("%v: %v", r, err)
		}
		got, err := mcp.Decoder{Policy: open}.Result(text)
		if err != nil {
			t.Fatalf("%v: %.500s", err, text)
		}
		if diff := cmp.Diff(want, got.Response); diff != "" || !slices.Equal(got.Dropped, dropped) {
			t.Fatalf("%.500s: dropped %v, -want +got\n%s", text, got.Dropped, diff)
		}
	}
}

// TestRandomRoundTrip sends mixtures of everything that is hard to tell apart.
func TestRandomRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	samples := sample.Responses()
	var pick func(depth int) content.Value
	pick = func(depth int) content.Value {
		if depth == 0 || r.IntN(3) == 0 {
			return samples[r.IntN(len(samples))].Response.Value
		}
		if r.IntN(2) == 0 {
			items := make([]content.Value, r.IntN(4))
			for i := range items {
				items[i] = pick(depth - 1)
			}
			return content.Must(content.List(items...))
		}
		names := []string{"kind", "identifier", "url", "result", "__proto__", "a/b~c", ""}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		members := make([]content.Member, r.IntN(4))
		for i := range members {
			members[i] = content.Member{Name: names[i], Value: pick(depth - 1)}
		}
		return content.Must(content.Object(members...))
	}
	for range 2_000 {
		same(t, content.Response{Status: samples[r.IntN(len(samples))].Response.Status, Value: pick(3)})
	}
}
