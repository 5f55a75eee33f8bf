// Chart returns an image beside a text. It shows what the model reads, what a protocol
// carries, and how the image comes back from a client that is not trusted.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
)

type series struct {
	Title  string `json:"title"`
	Values []int  `json:"values" jsonschema:"minItems=1,maxItems=50,minimum=0,maximum=100"`
}

// Chart draws the values as bars.
func Chart(_ context.Context, in series) (content.With[string], error) {
	const width, height = 8, 20
	canvas := image.NewGray(image.Rect(0, 0, width*len(in.Values), height))
	draw.Draw(canvas, canvas.Bounds(), image.White, image.Point{}, draw.Src)
	for i, v := range in.Values {
		bar := image.Rect(i*width, height-v*height/100, (i+1)*width-1, height)
		draw.Draw(canvas, bar, image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	// Not compressed: what is printed here must not depend on the version of Go.
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, canvas); err != nil {
		return content.With[string]{}, err
	}
	return content.With[string]{
		Value: in.Title + ", one bar a value:",
		Files: []content.File{content.Binary{MediaType: "image/png", Data: b.Bytes()}},
	}, nil
}

func run() error {
	chart, err := functionschema.Of(Chart)
	if err != nil {
		return err
	}
	reply := functionschema.Respond(chart.Call(context.Background(), []byte(`{"title": "Visitors", "values": [20, 50, 100]}`)))

	fmt.Println("A model that takes text alone reads:")
	fmt.Println(reply.Text())

	fmt.Println("\nA protocol with parts carries:")
	parts, hint := reply.Value.Parts()
	for _, p := range parts {
		if p.File == nil {
			fmt.Printf("- text %q\n", p.Text)
			continue
		}
		binary := p.File.(content.Binary)
		picture, err := png.Decode(bytes.NewReader(binary.Data))
		if err != nil {
			return err
		}
		fmt.Printf("- %s %s, %d bytes, %v\n", p.File.Medium(), p.File.ContentType(), len(binary.Data), picture.Bounds().Size())
	}
	back, err := content.Reading{Hint: &hint}.Parts(parts)
	if err != nil {
		return err
	}
	fmt.Println("and is read back as what was sent:", back.Equal(reply.Value))

	// The whole reply, as it is stored; then as a client sends it back, with a file of
	// somebody else's put in.
	stored, err := json.Marshal(reply)
	if err != nil {
		return err
	}
	stored = bytes.Replace(stored, []byte(`"value":[`), []byte(`"value":[{"kind":"uploaded-file","file_id":"file-7","provider_name":"openai"},`), 1)
	var sent content.Response
	if err := json.Unmarshal(stored, &sent); err != nil {
		return err
	}
	kept, dropped := content.Policy{}.ApplyTo(sent)
	fmt.Println("\nA client sent the conversation back:")
	for _, d := range dropped {
		fmt.Printf("- dropped at %s: %s of %s\n", d.Pointer, d.Rule, d.Detail)
	}
	fmt.Println("what is left is what was sent:", kept.Value.Equal(reply.Value))
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
