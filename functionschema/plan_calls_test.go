package functionschema

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/functionschema/fscheck/inject"
)

// counted counts how often its texts are read, and knows where the last one went.
type counted struct {
	s  string
	at *counted
}

var countedReads int

func (c *counted) UnmarshalText(b []byte) error {
	countedReads++
	if c.s, c.at = string(b), c; c.s == "refused" {
		return errors.New("refused")
	}
	return nil
}

func (c counted) MarshalText() ([]byte, error) { return []byte(c.s), nil }

// A type that reads itself is asked once, and only when all of the arguments are
// valid, whatever stands behind it; the tree asks again where one refuses.
func TestPlanAsksTypesLast(t *testing.T) {
	type in struct {
		C counted `json:"c"`
		N int     `json:"n" jsonschema:"minimum=1"`
	}
	f := mustBuild(t)(Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, WithName("f")))
	for _, test := range []struct {
		name, args string
		reads      int
	}{
		{"valid", `{"c":"x","n":1}`, 1}, {"a fault behind it", `{"c":"x","n":0}`, 0}, {"a fault before it", `{"n":0,"c":"x"}`, 0}, {"unreadable at the end", `{"c":"x","n":1`, 0},
		{"refused", `{"c":"refused","n":1}`, 2},
	} {
		countedReads = 0
		_, _ = f.Bind(t.Context(), []byte(test.args))
		if countedReads != test.reads {
			t.Errorf("%s: read %d times, want %d", test.name, countedReads, test.reads)
		}
	}
}

// A type that reads itself may know where it is: no place is given to two values, sent
// or not, or emptied behind one.
func TestPlanGivesPlacesOnce(t *testing.T) {
	type in struct {
		M map[string]counted `json:"m,omitempty"`
		L []counted          `json:"l,omitempty"`
		A [2]*counted        `json:"a,omitempty"`
	}
	f := mustBuild(t)(Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, WithName("f"),
		WithSchema([]byte(`{"properties":{"m":{"properties":{"x":{"default":"1"},"y":{"default":"2"}}}}}`))))
	for _, args := range []string{`{"m":{}}`, `{"m":{"a":"3"}}`, `{"m":{"a":"3","y":"4"}}`, `{"l":["1","2"],"a":["1","2"]}`, `{"m":{"a":"1","b":"refused"}}`} {
		checkWays(t, f, []byte(args))
	}
}

// Resolvers run once a call, after the text has been read, whichever way the call
// takes.
func TestPlanResolvesOnce(t *testing.T) {
	asked := 0
	session := inject.ResolverFunc(func(context.Context, string) (any, error) { asked++; return "Ada", nil })
	type in struct {
		N    int8   `json:"n" jsonschema:"minimum=1"`
		User string `json:"user" inject:"session,user"`
	}
	f := mustBuild(t)(Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, WithName("f"),
		WithResolvers(inject.Resolvers{"session": session})))
	for _, test := range []struct {
		name, args string
		asked      int
	}{
		{"valid", `{"n":1}`, 1}, {"invalid", `{"n":0}`, 1}, {"invalid, worded by the tree", `{"m":1}`, 1}, {"unreadable", `{"n":1}}`, 0}, {"no object", `[]`, 0},
	} {
		for _, way := range []string{"Bind", "Decode"} {
			asked = 0
			if way == "Bind" {
				_, _ = f.Bind(t.Context(), []byte(test.args))
			} else {
				_ = f.Decode(t.Context(), []byte(test.args), new(in))
			}
			if asked != test.asked {
				t.Errorf("%s, %s: asked %d times, want %d", test.name, way, asked, test.asked)
			}
		}
	}
}

// Decode replaces all of what was there, or nothing.
func TestPlanDecodesAllOrNothing(t *testing.T) {
	f := planTargets(t)[0].FunctionSchema
	before := planScalars{S: "old", E: "old", F64: 1, D: 9}
	for _, args := range []string{`{"b":true,"s":"ab"}`, `{"b":true,"i8":-5,"i64":9,"u8":255,"f32":1.5,"f64":-0.25,"s":"\u00e9","e":"a"`, `[]`, ``} {
		in := before
		if err := f.Decode(t.Context(), []byte(args), &in); err == nil || in != before {
			t.Errorf("%s: %v, %+v", args, err, in)
		}
	}
	in := before
	if err := f.Decode(t.Context(), []byte(`{"b":true,"i8":-5,"i64":9,"u8":255,"f32":1.5,"f64":-0.25,"s":"","e":"a"}`), &in); err == nil {
		t.Error("an empty string is too short")
	}
	if err := f.Decode(t.Context(), []byte(`{"b":false,"i8":0,"i64":0,"u8":0,"f32":1,"f64":0,"s":"a"}`), &in); err != nil || in != (planScalars{F32: 1, S: "a", E: "b", N: "1.50", D: 5}) {
		t.Errorf("%v: %+v", err, in)
	}
}

// A plan is used by many at a time, and no call sees what another one sent.
func TestPlanIsSharedByCalls(t *testing.T) {
	targets := planTargets(t)
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			for i := range 200 {
				target := targets[(worker+i)%len(targets)]
				want := fmt.Sprint(askCall(target))
				if got := fmt.Sprint(askCall(target)); got != want {
					t.Errorf("%s: %s, then %s", target.Name(), want, got)
				}
			}
		})
	}
	wait.Wait()
	type in struct{ List []string }
	f := mustBuild(t)(Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, WithName("f")))
	kept := make([]in, 50)
	for i := range kept {
		if err := f.Decode(t.Context(), fmt.Appendf(nil, `{"List":["a%d","b%d"]}`, i, i), &kept[i]); err != nil {
			t.Fatal(err)
		}
	}
	for i := range kept {
		if want := (in{[]string{fmt.Sprint("a", i), fmt.Sprint("b", i)}}); !reflect.DeepEqual(kept[i], want) {
			t.Errorf("what call %d bound became %v", i, kept[i])
		}
	}
}

func askCall(target planTarget) (string, error) {
	c, err := target.Bind(context.Background(), []byte(target.call))
	if err != nil {
		return full(err), err
	}
	return string(c.Arguments()), nil
}
