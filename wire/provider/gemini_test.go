package provider

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/functionschema"
)

// Gemini writes lists as JSON in a string (langchain-google issue 1819). A whole
// response and a streamed one keep what it wrote, and EncodedContainers decodes it the
// same for both; a parameter that is a string is never touched.
func TestGeminiEncodedContainers(t *testing.T) {
	type item struct {
		Tags []string `json:"tags"`
	}
	type in struct {
		Items []item         `json:"items"`
		Map   map[string]int `json:"map,omitempty"`
		Note  string         `json:"note"`
	}
	var got []in
	f := functionschema.Must(functionschema.Of(func(_ context.Context, in in) (int, error) {
		got = append(got, in)
		return len(in.Items), nil
	}, functionschema.WithName("store"), functionschema.WithRepairs(functionschema.EncodedContainers)))

	const args = `{"items":"[{\"tags\": \"[\\\"a\\\", \\\"b\\\"]\"}, {\"tags\": []}]", "map":"{\"n\": 1.0}", "note":"[1, 2]"}`
	const part = `{"functionCall":{"name":"store","args":` + args + `}}`
	const whole = `{"candidates":[{"content":{"parts":[` + part + `],"role":"model"},"finishReason":"STOP","index":0}]}`
	const streamed = "data: " + `{"candidates":[{"content":{"parts":[{"text":"Storing."}],"role":"model"}}]}` + "\r\n\r\n" +
		"data: " + `{"candidates":[{"content":{"parts":[` + part + `],"role":"model"}}]}` + "\r\n\r\n" +
		"data: " + `{"candidates":[{"content":{"parts":[{"text":""}]},"finishReason":"STOP"}]}` + "\r\n\r\n"

	calls, err := Gemini.Calls([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	s := Gemini.Stream()
	if _, err := s.Write([]byte(streamed)); err != nil {
		t.Fatal(err)
	}
	more, err := s.Calls()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(calls, more); diff != "" {
		t.Errorf("whole and streamed differ:\n%s", diff)
	}
	want := in{Items: []item{{Tags: []string{"a", "b"}}, {Tags: []string{}}}, Map: map[string]int{"n": 1}, Note: "[1, 2]"}
	for _, call := range append(calls, more...) {
		if string(call.Arguments) != args {
			t.Errorf("arguments %s, want what Gemini wrote", call.Arguments)
		}
		bound, err := f.Bind(t.Context(), call.Arguments)
		if err != nil {
			t.Fatal(err)
		}
		var where []string
		for _, r := range bound.Repairs() {
			where = append(where, r.Pointer)
		}
		if diff := cmp.Diff("/items /items/0/tags /map", strings.Join(where, " ")); diff != "" {
			t.Errorf("repairs (-want +got):\n%s", diff)
		}
		result, err := bound.Do(t.Context())
		reply, err := Gemini.Result(call, functionschema.Respond(result, err))
		if err != nil || string(reply) != `{"functionResponse":{"name":"store","response":{"output":2}}}` {
			t.Errorf("result %s, %v", reply, err)
		}
	}
	if diff := cmp.Diff([]in{want, want}, got); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	if _, err := functionschema.Must(functionschema.Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, functionschema.WithName("strict"))).Bind(t.Context(), calls[0].Arguments); err == nil {
		t.Error("without the repair they are accepted")
	}
}
