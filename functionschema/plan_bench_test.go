package functionschema

import (
	"context"
	"encoding/json"
	"testing"
)

type benchWeather struct {
	City   string  `json:"city" jsonschema:"minLength=1,maxLength=80"`
	Days   int     `json:"days" jsonschema:"minimum=1,maximum=16"`
	Radius float64 `json:"radius_km" jsonschema:"minimum=0,maximum=500"`
	Unit   string  `json:"unit" jsonschema:"enum=celsius,enum=fahrenheit,default=celsius"`
}

// BenchmarkDecode is the small call of the bench module, where the peers are: here
// for who works on the plan.
func BenchmarkDecode(b *testing.B) {
	f := mustBuild(b)(Of(func(context.Context, benchWeather) (struct{}, error) { return struct{}{}, nil }, WithName("weather")))
	args := []byte(`{"city":"San Francisco","days":5,"radius_km":12.5}`)
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			in := new(benchWeather)
			if err := f.Decode(context.Background(), args, in); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			in := new(benchWeather)
			if err := json.Unmarshal(args, in); err != nil {
				b.Fatal(err)
			}
		}
	})
}
