// Bytes uploads and downloads a file: []byte in Go, base64 to the model, decoded
// once and encoded once.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/functionschema/fscheck/functionschema"
)

// folder keeps files; os.Root lets no name lead out of it.
type folder struct{ root *os.Root }

type upload struct {
	Name string `json:"name" jsonschema:"pattern=^[a-z0-9.]{1\\,40}$"`
	Data []byte `json:"data" jsonschema:"description=What the file is to hold."`
}

// Upload is given the bytes, not their base64.
func (f folder) Upload(_ context.Context, in upload) (string, error) {
	if err := f.root.WriteFile(in.Name, in.Data, 0o600); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d bytes are in %s", len(in.Data), in.Name), nil
}

type download struct {
	Name string `json:"name"`
}

// Download returns bytes; the engine makes base64 of them.
func (f folder) Download(_ context.Context, in download) ([]byte, error) {
	data, err := f.root.ReadFile(in.Name)
	if os.IsNotExist(err) {
		return nil, functionschema.Visible(fmt.Errorf("there is no file %s", in.Name))
	}
	return data, err
}

func run() error {
	dir, err := os.MkdirTemp("", "bytes")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()

	f := folder{root}
	functions := map[string]*functionschema.FunctionSchema{}
	for _, fn := range []*functionschema.FunctionSchema{
		functionschema.Must(functionschema.Of(f.Upload)),
		functionschema.Must(functionschema.Of(f.Download)),
	} {
		functions[fn.Name()] = fn
		tool, err := json.Marshal(fn.Metadata())
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", tool)
	}
	for _, call := range []struct{ name, arguments string }{
		{"Upload", `{"name": "logo.gif", "data": "R0lGODlhAQABAIAAAP/+/wAAACwAAAAAAQABAAACAkQBADs="}`},
		{"Download", `{"name": "logo.gif"}`},
		{"Upload", `{"name": "logo.gif", "data": "R0lGODlhAQABAIAAAP_-_wAAACwAAAAAAQABAAACAkQBADs"}`},
		{"Upload", `{"name": "note.txt", "data": ""}`},
		{"Download", `{"name": "note.txt"}`},
		{"Download", `{"name": "../passwd"}`},
		{"Download", `{"name": "gone.txt"}`},
	} {
		result, err := functions[call.name].Call(context.Background(), []byte(call.arguments))
		fmt.Printf("\n%s %s\n%s\n", call.name, call.arguments, functionschema.Respond(result, err).Text())
		if err == nil {
			fmt.Printf("Go returned a %T\n", result.Value)
		}
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
