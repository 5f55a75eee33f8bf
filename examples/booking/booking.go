// Package booking has a function that knows nothing of fscheck, for README's first
// screen.
package booking

import "fmt"

// Booking is what a guest asks for.
type Booking struct {
	Name   string `json:"name" jsonschema:"minLength=1"`
	Guests uint8  `json:"guests" jsonschema:"minimum=1,maximum=8"` // how many come
	Hour   int    `json:"hour" jsonschema:"minimum=17,maximum=22,default=19"`
}

// Book reserves a table for tonight.
func Book(b Booking) string {
	return fmt.Sprintf("A table for %d at %d:00, %s.", b.Guests, b.Hour, b.Name)
}
