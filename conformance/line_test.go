package conformance

import (
	"context"
	"strings"
	"testing"
)

// Where an answer is not as the protocol has it, and what is said of it.
func TestReadAnswerNamesThePlace(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, test := range []struct{ cmd, line, want string }{
		{cmdHello, `{"id":1,"protocol":1,"implementation":{"name":"n"},"capabilities":[]}`, `implementation has no member "language": `},
		{cmdHello, `{"id":1,"protocol":1,"implementation":{"name":"n","language":"l"},"capabilities":["a",1]}`, `capabilities[1] is number, not string: `},
		{cmdHello, `{"id":1,"protocol":1.0,"implementation":{"name":"n","language":"l"},"capabilities":[]}`, `protocol is 1.0, not a count: `},
		{cmdConstruct, `{"id":1,"result":{"outcome":"ok"}}`, `result has no member "handle": `},
		{cmdConstruct, `{"id":1,"result":{"outcome":"maybe","handle":"1"}}`, `result has the outcome "maybe", neither ok nor error: `},
		{cmdConstruct, `{"id":1,"result":{"outcome":"error","error":{"code":"X","violations":[{"pointer":""},{"keyword":"type"}]}}}`, `result.error.violations[1] has no member "pointer": `},
		{cmdCall, `{"id":1,"result":{"outcome":"ok","invocations":1,"bound":{"a":{"list":[{"int":"1"},{"integer":"2"}]}}}}`, `result.bound.a.list[1] is of the kind "integer", which no typed value has: `},
		{cmdCall, `{"id":1,"result":{"outcome":"ok","invocations":1,"bound":{"a":{"absent":false}}}}`, `result.bound.a has the member absent, which is not true: `},
		{cmdCall, `{"id":1,"result":{"outcome":"ok","invocations":1,"bound":{"a":5}}}`, `result.bound.a is number, not object: `},
		{cmdCall, `{"id":1,"result":{"outcome":"ok","invocations":1,"bound":{"a":{"model":"M","fields":{"b":{"int":1}}}}}}`, `result.bound.a.fields.b.int is number, not string: `},
		{cmdDigest, `{"id":1,"result":{"outcome":"ok"}}`, `result has no member "digest": `},
		{cmdDigest, `{"id":1,"result":{"outcome":"ok","digest":"","handle":"1"}}`, `result has the member "handle", which is none of the protocol: `},
		{cmdRelease, `{"id":2,"result":{"outcome":"ok"}}`, `it answers 2, which was never asked: `},
		{cmdRelease, `{"id":0,"result":{"outcome":"ok"}}`, `it answers 0 a second time, and 1 is asked: `},
		{cmdRelease, `{"id":"1","result":{"outcome":"ok"}}`, `the id is string, not number: repeat that of the request as it is: `},
		{cmdRelease, `{"result":{"outcome":"ok"}}`, `the answer has no id: repeat that of the request: `},
		{cmdRelease, long, `the line is not JSON: `},
	} {
		_, err := readAnswer([]byte(test.line), &request{ID: 1, Cmd: test.cmd})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want that it begins with %q", test.line, err, test.want)
		}
		if err != nil && len(err.Error()) > 500 {
			t.Errorf("the text has %d bytes", len(err.Error()))
		}
	}
}

// No line makes the reader panic, and in what it takes is all that is relied on.
func FuzzReadAnswer(f *testing.F) {
	commands := []string{cmdHello, cmdConstruct, cmdCall, cmdDigest, cmdRelease}
	engine := NewEngine()
	for i, q := range []request{
		{Cmd: cmdHello, Protocol: []int{1}},
		{Cmd: cmdConstruct, Subject: &Subject{Function: "order"}},
		{Cmd: cmdCall, Handle: "1", InjectedText: map[string]string{"tenant": `"t"`}},
		{Cmd: cmdDigest},
		{Cmd: cmdRelease, Handle: "1"},
	} {
		text := `{"quantity":1e3}`
		q.ID, q.ArgumentsText = 1, &text
		a := serve(context.Background(), engine, &q)
		a.ID = 1
		line, err := appendLine(a)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, line)
	}
	f.Add(1, []byte(`{"id":1,"internal":{"message":"m"}}`))
	f.Add(2, []byte(`{"id":1,"skipped":{"capability":"c"}}`))
	f.Fuzz(func(t *testing.T, which int, line []byte) {
		q := &request{ID: 1, Cmd: commands[uint(which)%uint(len(commands))]}
		a, err := readAnswer(line, q)
		if err != nil {
			return
		}
		switch {
		case a.Error != nil || a.Internal != nil || a.Skipped != nil:
		case q.Cmd == cmdHello:
			if a.Implementation == nil {
				t.Errorf("%s: nobody says hello", line)
			}
		case a.Result == nil || q.Cmd == cmdCall && a.Result.Invocations == nil || (a.Result.Error == nil) != (a.Result.Outcome == "ok"):
			t.Errorf("%s: there is no result", line)
		}
	})
}
