// Planner offers three functions to a model, carries out the calls that the model
// makes, and answers each with a text. It is what an agent's loop has to do.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/metadata"
)

const maxTurns = 10

// Model is whatever answers: a provider's client in a real program.
type Model interface {
	// Next returns what the model does after it has read a text: it calls a
	// function, or names none and has a final answer.
	Next(ctx context.Context, tools []metadata.Tool, read string) (Turn, error)
}

// Turn is what a model did.
type Turn struct {
	Function  string
	Arguments string // as the model wrote them: they are not parsed before the engine sees them
	Answer    string
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	s := newShop()
	functions := []functionschema.Function{
		functionschema.Must(functionschema.Of(s.Search, functionschema.WithName("search"),
			functionschema.WithDescription("Finds articles whose name contains a word."))),
		functionschema.Must(functionschema.Of(s.Order, functionschema.WithName("order"),
			functionschema.WithDescription("Orders articles."))),
		functionschema.Must(functionschema.Of(s.Refund, functionschema.WithName("refund"),
			functionschema.WithDescription("Pays an order back."))),
	}
	if err := plan(ctx, os.Stdout, functions, script, "Tea for two, by mid-May please, and my money back for order 1."); err != nil {
		log.Fatal(err)
	}
}

// plan runs until the model has an answer.
func plan(ctx context.Context, w io.Writer, functions []functionschema.Function, model Model, task string) error {
	named := map[string]functionschema.Function{}
	var tools []metadata.Tool
	for _, f := range functions {
		named[f.Name()] = f
		tools = append(tools, f.Metadata())
		fmt.Fprintf(w, "tool    %s: %s\n", f.Name(), inShort(f.Metadata()))
	}
	fmt.Fprintf(w, "task    %s\n", task)
	read := task
	for range maxTurns {
		turn, err := model.Next(ctx, tools, read)
		if err != nil {
			return err
		}
		if turn.Function == "" {
			fmt.Fprintf(w, "answer  %s\n", turn.Answer)
			return nil
		}
		fmt.Fprintf(w, "call    %s %s\n", turn.Function, turn.Arguments)
		reply := carryOut(ctx, named[turn.Function], turn)
		read = reply.Text()
		fmt.Fprintf(w, "%-7s %s\n", reply.Status, strings.ReplaceAll(read, "\n", "\n        "))
	}
	return fmt.Errorf("the model had no answer after %d turns", maxTurns)
}

// inShort is for the reader of this example; the model gets all of InputSchema.
func inShort(tool metadata.Tool) string {
	var schema struct{ Required []string }
	if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
		return err.Error()
	}
	return tool.Description + " Needs " + strings.Join(schema.Required, ", ") + "."
}

// carryOut makes one call. Bind has checked everything before a person is asked;
// where nobody is asked, functionschema.Respond(f.Call(ctx, args)) does it all.
func carryOut(ctx context.Context, f functionschema.Function, turn Turn) content.Response {
	if f == nil {
		return content.Response{Status: content.Failed, Value: content.Text("There is no function " + turn.Function + ".")}
	}
	call, err := f.Bind(ctx, []byte(turn.Arguments))
	if err != nil {
		return functionschema.Respond(nil, err)
	}
	if !approved(f.Name()) {
		return content.Response{Status: content.Denied, Value: content.Text("A person has to approve this, and did not.")}
	}
	return functionschema.Respond(call.Do(ctx))
}

// approved stands for a person who would be shown call.Arguments().
func approved(function string) bool { return function != "refund" }
