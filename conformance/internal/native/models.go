package native

import (
	"encoding/json"

	"github.com/functionschema/fscheck/binding"
)

// The models of the case file, each under its name.
type (
	Address struct {
		Zip     string `json:"zip" jsonschema:"minLength=5"`
		Country string `json:"country" default:"\"DE\""`
	}
	Node struct {
		Value    int32  `json:"value"`
		Next     *Node  `json:"next,omitempty"`
		Children []Node `json:"children,omitempty"`
	}
	User struct {
		ID    int64    `json:"id"`
		Roles []string `json:"roles" jsonschema:"minItems=1"`
	}
	Deep struct {
		Address Address `json:"address"`
		Retries uint8   `json:"retries" jsonschema:"default=3"`
	}
	Empties struct {
		Items []string          `json:"items"`
		Tags  map[string]string `json:"tags"`
		Data  []byte            `json:"data"`
		Next  *int64            `json:"next"`
	}
	Blob struct {
		Name   string            `json:"name"`
		Data   []byte            `json:"data"`
		Chunks [][]byte          `json:"chunks"`
		ByID   map[string][]byte `json:"by_id"`
	}
	Receipt struct {
		ID    int64       `json:"id"`
		Total json.Number `json:"total"`
	}
	Leaky struct {
		ID    int64  `json:"id"`
		Token string `json:"token" inject:"ctx,token"`
	}
)

// Shape is the union of the case file.
type Shape interface{ isShape() }

// The variants of Shape.
type (
	Circle struct {
		Radius float64 `json:"radius" jsonschema:"exclusiveMinimum=0"`
	}
	Square struct {
		Side  float64 `json:"side"`
		Label string  `json:"label" jsonschema:"default=sq"`
	}
)

func (Circle) isShape() {}
func (Square) isShape() {}

func shapeUnion() binding.Union {
	return binding.UnionOf("kind",
		binding.Variant[Shape]{Name: "circle", Value: Circle{}},
		binding.Variant[Shape]{Name: "square", Value: Square{}})
}
