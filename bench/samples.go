package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The values that the texts of the workloads spell.

func sampleWeather() *weather {
	return &weather{City: "San Francisco", Days: 5, Radius: 12.5}
}

// weatherText omits unit, whose default is celsius.
const weatherText = `{"city":"San Francisco","days":5,"radius_km":12.5}`

func sampleOrder() *order {
	phone, discount, note := "+49 30 901820", 0.15, "Leave it with the neighbour on the left, please."
	return &order{
		ID: "ord_7f3a9c21e4", Currency: "EUR", Priority: 3,
		Customer: customer{
			Name: "Ada Müller", Email: "ada.mueller@example.org", Phone: &phone, Tier: "gold",
			Address: address{Street: "Lindenallee 14", City: "Potsdam", Zip: "14467", Country: "DE"},
		},
		Shipping: &address{Street: "Rue de la Paix 5", City: "Paris", Zip: "75002", Country: "FR"},
		Items: []item{
			{SKU: "BK-1042", Title: "A Field Guide to Lichens", Category: "book", Quantity: 1, Price: 24.9},
			{SKU: "MU-0077", Title: "Goldberg Variations", Category: "music", Quantity: 2, Price: 17.5, Discount: &discount},
			{SKU: "TY-5531", Title: "Wooden Train, 12 pieces", Category: "toy", Quantity: 1, Price: 39.99, Gift: true},
			{SKU: "OT-9001", Title: "Wrapping paper", Category: "other", Quantity: 10, Price: 0.8},
		},
		Labels: map[string]string{"channel": "web", "campaign": "autumn-26", "locale": "de-DE"},
		Note:   &note,
	}
}

// faulty returns the order's text with three faults deep inside. Each is one of
// value, not of type, so that a decoder that checks nothing reads all of it.
func faulty(text []byte) []byte {
	for _, edit := range [][2]string{
		{`"category":"toy"`, `"category":"gadget"`},
		{`"quantity":10`, `"quantity":1000`},
		{`"country":"DE"`, `"country":"DEU"`},
	} {
		changed := strings.Replace(string(text), edit[0], edit[1], 1)
		if changed == string(text) {
			panic("bench: the order has no " + edit[0])
		}
		text = []byte(changed)
	}
	return text
}

func sampleRecords(n int) *records {
	kinds := []string{"door", "lamp", "heat"}
	r := &records{Records: make([]record, n)}
	for i := range r.Records {
		r.Records[i] = record{
			ID: int64(100000 + i), Name: fmt.Sprintf("sensor-attic-%06d", i), Kind: kinds[i%len(kinds)],
			Value: float64(i%2000-1000) + 0.25, OK: i%2 == 0,
		}
	}
	return r
}

func sampleBlob(size int) *blob {
	b := &blob{Name: "scan-0042.tiff", MediaType: "image/tiff", Version: 3, Final: true, Data: make([]byte, size)}
	state := uint32(1)
	for i := range b.Data {
		state = state*1664525 + 1013904223 // Numerical Recipes' generator: the same bytes everywhere
		b.Data[i] = byte(state >> 24)
	}
	return b
}

// text spells a value of this file.
func text(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("bench: a sample cannot be written: %v", err))
	}
	return b
}
