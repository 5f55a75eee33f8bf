// First is the program of the README: one function, and what it answers to three calls.
package main

import (
	"context"
	"fmt"

	"github.com/functionschema/fscheck/functionschema"
)

type Booking struct {
	Name   string `json:"name" jsonschema:"minLength=1"`
	Guests uint8  `json:"guests" jsonschema:"minimum=1,maximum=8"`
	Hour   int    `json:"hour" jsonschema:"minimum=17,maximum=22,default=19"`
}

func Book(_ context.Context, b Booking) (string, error) {
	return fmt.Sprintf("A table for %d at %d:00, %s.", b.Guests, b.Hour, b.Name), nil
}

func main() {
	book := functionschema.Must(functionschema.Of(Book))
	for _, args := range []string{`{"name":"Ada","guests":4}`, `{"name":"Ada","guests":"4","when":20}`} {
		fmt.Println(functionschema.Respond(book.Call(context.Background(), []byte(args))).Text())
	}
}
