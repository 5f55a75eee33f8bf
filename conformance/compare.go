package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Difference is one member of an expectation that an answer does not meet.
type Difference struct {
	Member string `json:"member"`
	Want   string `json:"want"`
	Got    string `json:"got"`
}

func (a *asking) differ(member string, want, got any) {
	a.found = append(a.found, Difference{member, fmt.Sprint(want), fmt.Sprint(got)})
}

// text compares what is compared as it is, unless nothing is expected.
func (a *asking) text(member, want, got string) {
	if want != "" && want != got {
		a.differ(member, want, got)
	}
}

// call compares the answer to a call.
func (a *asking) call(args string, answer CallAnswer) {
	e := a.c.Expect
	a.failure(answer.Error)
	if e.Error == nil && answer.Error == nil && e.Bound != nil {
		want, got := Value{Kind: "map", Members: e.Bound}, Value{Kind: "map", Members: answer.Bound}
		if !want.met(got) {
			a.differ("bound", want.text(), got.text())
		}
	}
	if e.Completed != "" && answer.Error == nil && !sameInOrder(e.Completed, answer.Completed) {
		a.differ("completed", e.Completed, answer.Completed)
	}
	if e.RequestUnchanged && string(answer.RequestAfter.Bytes()) != args {
		a.differ("requestUnchanged", args, string(answer.RequestAfter.Bytes()))
	}
	if e.Error != nil && e.Invocations != nil && *e.Invocations == 0 && answer.Invocations > 0 {
		a.differ("invocations", 0, answer.Invocations)
	}
	if e.Resolutions != nil && !slices.Equal(e.Resolutions, answer.Resolutions) {
		a.differ("resolutions", e.Resolutions, answer.Resolutions)
	}
	if e.Applied != nil && !slices.Equal(e.Applied, answer.Applied) {
		a.differ("applied", e.Applied, answer.Applied)
	}
	a.response(answer.Response)
	a.absent(answer)
}

func (a *asking) response(got ResponseAnswer) {
	want := a.c.Expect.Response
	if want == nil {
		return
	}
	a.text("response.status", want.Status, got.Status)
	if want.Text != nil && *want.Text != got.Text {
		a.differ("response.text", *want.Text, got.Text)
	}
	if want.JSON != nil && !sameJSON(*want.JSON, got.Text) {
		a.differ("response.json", *want.JSON, got.Text)
	}
}

// absent looks for texts that must not be anywhere, and for those that must.
func (a *asking) absent(answer CallAnswer) {
	e := a.c.Expect
	texts := map[string]string{"the model's text": answer.Response.Text, "completed": answer.Completed}
	if answer.Error != nil {
		texts["the error"] = answer.Error.Text
		for _, v := range answer.Error.Violations {
			texts["the violation at "+v.Pointer+" "+v.Keyword] = fmt.Sprintf("%q %q %q %q", v.Pointer, propertyOf(v.Property), v.Reason, v.Message)
		}
	}
	for _, text := range e.AbsentFromTexts {
		for _, where := range slices.Sorted(maps.Keys(texts)) {
			if strings.Contains(texts[where], text) {
				a.differ("absentFromTexts", "no "+text+" in "+where, texts[where])
			}
		}
	}
	for _, text := range e.AbsentFromModel {
		if strings.Contains(answer.Response.Text, text) {
			a.differ("absentFromModelText", "no "+text, answer.Response.Text)
		}
	}
	for _, text := range e.PresentInModel {
		if !strings.Contains(answer.Response.Text, text) {
			a.differ("presentInModelText", text, answer.Response.Text)
		}
	}
}

func propertyOf(name *string) string {
	if name == nil {
		return ""
	}
	return *name
}

// parse reads JSON of an answer or of an expectation; nil is none.
func parse(text string) *tree.Value {
	v, fault := strict.Parse([]byte(text), strict.Limits{})
	if fault != nil {
		return nil
	}
	return v
}

// sameJSON reports whether two texts are the same JSON value: numbers exact,
// members in any order.
func sameJSON(want, got string) bool {
	w, g := parse(want), parse(got)
	return w != nil && g != nil && string(canonical.Append(nil, w)) == string(canonical.Append(nil, g))
}

// sameInOrder is sameJSON with the order of members.
func sameInOrder(want, got string) bool {
	w, g := parse(want), parse(got)
	return w != nil && g != nil && sameTree(w, g)
}

func sameTree(w, g *tree.Value) bool {
	if w.Kind != g.Kind || len(w.Items) != len(g.Items) || len(w.Members) != len(g.Members) {
		return false
	}
	for i := range w.Items {
		if !sameTree(w.Items[i], g.Items[i]) {
			return false
		}
	}
	for i := range w.Members {
		if w.Members[i].Name != g.Members[i].Name || !sameTree(w.Members[i].Value, g.Members[i].Value) {
			return false
		}
	}
	return len(w.Items) > 0 || len(w.Members) > 0 || string(canonical.Append(nil, w)) == string(canonical.Append(nil, g))
}

// text is a value for people.
func (v Value) text() string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
