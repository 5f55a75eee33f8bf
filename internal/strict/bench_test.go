package strict

import (
	"encoding/json"
	"strings"
	"testing"
)

// BenchmarkParse reads the shapes of the contract's section 6, and a large object,
// beside encoding/json into any.
func BenchmarkParse(b *testing.B) {
	nested := `{"id":123456,"name":"Ada Lovelace","tags":["alpha","beta","gamma"],"address":{"street":"12 Example Road","city":"Ulm","zip":"89073","geo":{"lat":48.4011,"lon":9.9876}},"active":true,"note":null,"text":"line one\nline two"}`
	for _, bench := range []struct{ name, text string }{
		{"tiny", `{"type":"x"}`},
		{"small", `{"city":"Amsterdam","days":3,"units":"metric","hourly":true}`},
		{"nested", `{"a":` + nested + `,"b":` + nested + `,"c":[` + nested + `,` + nested + `]}`},
		{"thousand", `{"rows":[` + strings.Repeat(nested+",", 999) + nested + `]}`},
		{"base64", `{"data":"` + strings.Repeat("QUJDREVGR0hJSktM", 1<<16) + `"}`},
		{"members", object(100_000)},
	} {
		text := []byte(bench.text)
		b.Run(bench.name+"/strict", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Parse(text, Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(bench.name+"/encoding-json", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				var v any
				if err := json.Unmarshal(text, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
