package content_test

import (
	"context"
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
)

// A value is put together from others; members keep their order, and a file may stand
// anywhere.
func ExampleObject() {
	chart := content.Must(content.OfFile(content.Binary{MediaType: "image/png", Data: []byte{1, 2, 3}}))
	v, err := content.Object(
		content.Member{Name: "title", Value: content.Text("Visitors")},
		content.Member{Name: "chart", Value: chart},
		content.Member{Name: "note", Value: content.Null()},
	)
	fmt.Println(v.Text(), err)
	for pointer, file := range v.Files() {
		fmt.Println(pointer, file.ContentType())
	}
	// Output:
	// {"title":"Visitors","chart":{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"703780"},"note":null} <nil>
	// /chart image/png
}

// A list of texts and files alone is read line by line.
func ExampleList() {
	v, err := content.List(content.Text("Two pictures:"),
		content.Must(content.OfFile(content.ImageURL{URL: "https://example.com/a.png"})))
	fmt.Println(v.Text(), err)
	// Output:
	// Two pictures:
	// See file b86daf (image/png) at https://example.com/a.png <nil>
}

// Null is a value, and nothing is none.
func ExampleNull() {
	fmt.Println(content.Null().IsZero(), content.Value{}.IsZero())
	// Output: false true
}

// Must is for values that are known when the program is written.
func ExampleMust() {
	v := content.Must(content.JSON([]byte(`{"b":1.0,"a":[]}`)))
	text, err := v.MarshalJSON()
	fmt.Println(string(text), err)
	// Output: {"b":1.0,"a":[]} <nil>
}

// With is what a function returns whose files go beside its value.
func ExampleWith() {
	invoice := functionschema.Must(functionschema.New(func() content.With[string] {
		return content.With[string]{Value: "Your invoice:", Files: []content.File{content.DocumentURL{URL: "https://example.com/7.pdf"}}}
	}, functionschema.WithName("invoice")))
	reply := functionschema.Respond(invoice.Call(context.Background(), []byte(`{}`)))
	fmt.Println(reply.Text())
	// Output:
	// Your invoice:
	// See file b50cb8 (application/pdf) at https://example.com/7.pdf
}

// Two files are the same if they say the same, whether it is written out or follows.
func ExampleSameFile() {
	a := content.ImageURL{URL: "https://example.com/a.png"}
	b := content.ImageURL{URL: "https://example.com/a.png", MediaType: "image/png"}
	fmt.Println(content.SameFile(a, b), content.SameFile(a, nil))
	// Output: true false
}
