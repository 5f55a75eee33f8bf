package conformance

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/conformance/internal/native"
)

func TestNativeFunctionsAreThoseOfTheFile(t *testing.T) {
	want := slices.Sorted(maps.Keys(loadFixtures(t).Functions))
	got := slices.Sorted(maps.Keys(native.Functions()))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A capability that no case requires, or that the file does not have, is a typing
// mistake: its cases would be skipped in silence.
func TestCapabilitiesAreThoseOfTheFile(t *testing.T) {
	suite := loadFixtures(t)
	for _, name := range capabilities {
		if suite.Capabilities[name] == "" {
			t.Errorf("the file has no capability %q", name)
		}
	}
	for name := range suite.Capabilities {
		if !slices.Contains(capabilities, name) {
			t.Errorf("the engine does not declare %q", name)
		}
	}
}

// What no subject can be is an error of the testee, not an answer.
func TestEngineRefusesWhatItIsNotAsked(t *testing.T) {
	object := `{"type":"object"}`
	plan := func(text string) Plan {
		typ, err := ParseType(text)
		if err != nil {
			t.Fatal(err)
		}
		return Plan{{Name: "v", Type: typ}}
	}
	for _, test := range []struct {
		subject Subject
		want    string
	}{
		{Subject{Function: "nobody"}, `no function "nobody"`},
		{Subject{SchemaText: &object, Bind: plan("model:Nobody")}, `"model:Nobody"`},
		{Subject{SchemaText: &object, Bind: plan("list:optional:int8")}, `"optional:int8"`},
		{Subject{SchemaText: &object, Limits: map[string]int{"width": 1}}, `no limit "width"`},
	} {
		_, err := NewEngine().Construct(t.Context(), ConstructRequest{Subject: test.subject})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want an error that says %s", test.subject, err, test.want)
		}
	}
	engine := NewEngine()
	built, err := engine.Construct(t.Context(), ConstructRequest{Subject: Subject{Function: "ping"}})
	if err != nil || built.Error != nil {
		t.Fatal(err, built.Error)
	}
	request := CallRequest{Handle: built.Handle, Arguments: Payload{Text: "{}"}}
	if a, err := engine.Call(t.Context(), request); err != nil || a.Error != nil || a.Invocations != 1 {
		t.Errorf("a call of what was built: %+v, %v", a, err)
	}
	if err := engine.Release(t.Context(), built.Handle); err != nil {
		t.Error(err)
	}
	if _, err := engine.Call(t.Context(), request); err == nil {
		t.Error("a released subject can be called")
	}
}

func TestPayloadKeepsBytes(t *testing.T) {
	for _, text := range []string{"", "{}", "\xef\xbb\xbf{}", "{\"v\":\"\xff\"}", "\u2028"} {
		line, err := appendLine(CallRequest{Arguments: NewPayload([]byte(text))}.lineOf())
		if err != nil {
			t.Fatal(err)
		}
		var q request
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		if got := payload(q.ArgumentsText, q.ArgumentsBase64).Bytes(); string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
