package vercelai_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// A result above the limit of an event is an error that says so, or goes as a URL.
func TestLimit(t *testing.T) {
	file := content.Binary{MediaType: "image/png", Data: bytes.Repeat([]byte{1}, 3_000), Identifier: "chart"}
	for _, status := range []content.Status{content.Success, content.Failed} {
		t.Run(string(status), func(t *testing.T) {
			call := vercelai.Call{ID: "c", Name: "f", Input: parse(`{}`), Response: &content.Response{Status: status,
				Value: content.Must(content.List(content.Text("see"), fileValue(file)))}}
			w := vercelai.Writing{Limit: 4_000}
			var b bytes.Buffer
			err := w.Stream(&b).Outcome(t.Context(), call)
			if !errors.Is(err, vercelai.ErrTooLarge) || !strings.Contains(err.Error(), `call "c"`) || !strings.Contains(err.Error(), "4000") || b.Len() > 0 {
				t.Errorf("%v, %d bytes written", err, b.Len())
			}
			w.Offload = func(_ context.Context, b content.Binary) (string, error) {
				return "https://example.com/" + b.ID(), nil
			}
			if err := w.Stream(&b).Outcome(t.Context(), call); err != nil {
				t.Fatal(err)
			}
			want := content.Must(content.List(content.Text("see"), fileValue(content.ImageURL{URL: "https://example.com/chart", MediaType: "image/png", Identifier: "chart"})))
			if diff := cmp.Diff(want, fromStream(t, b.Bytes())["c"].Response.Value); diff != "" {
				t.Error(diff)
			}
			broken := errors.New("the disk is full")
			w.Offload = func(context.Context, content.Binary) (string, error) { return "", broken }
			if err := w.Stream(io.Discard).Outcome(t.Context(), call); !errors.Is(err, broken) || !strings.Contains(err.Error(), "/1") {
				t.Error(err)
			}
			w.Offload = func(context.Context, content.Binary) (string, error) { return strings.Repeat("x", 5_000), nil }
			if err := w.Stream(io.Discard).Outcome(t.Context(), call); !errors.Is(err, vercelai.ErrTooLarge) {
				t.Error(err)
			}
			if status == content.Success {
				small := vercelai.Writing{Limit: 4_200, Offload: func(context.Context, content.Binary) (string, error) { panic("called") }}
				if err := small.Stream(io.Discard).Outcome(t.Context(), call); err != nil {
					t.Errorf("what fits goes as it is: %v", err)
				}
			}
		})
	}
	if err := (vercelai.Writing{Limit: 100}).Stream(io.Discard).Input(vercelai.Call{ID: "c", Name: "f", Input: content.Text(strings.Repeat("x", 100))}); !errors.Is(err, vercelai.ErrTooLarge) {
		t.Error(err)
	}
}

// hostile are histories of 10 MB that are worth more than they weigh, or seem to be.
func hostile() map[string]string {
	const size = 10 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	message := func(parts string) string {
		return `[{"id":"m","role":"assistant","parts":[` + strings.TrimSuffix(parts, ",") + `]}]`
	}
	tool := func(id, rest string) string { return `{"type":"tool-f","toolCallId":"` + id + `",` + rest + `},` }
	quoted := func(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }
	zeros := "[0" + strings.Repeat(",0", 400_000) + "]"
	var texts, stale strings.Builder
	for i := range 10 {
		texts.WriteString(tool(fmt.Sprint(i), `"state":"output-error","errorText":"no"`))
		fmt.Fprintf(&texts, `{"type":%q,"id":"%d","data":{"v":1,"response":"{\"status\":\"failed\",\"value\":%s,\"failure\":{\"code\":\"\",\"text\":\"no\"}}"}},`, vercelai.OutcomePart, i, zeros)
	}
	long := strings.Repeat("n", 1_000)
	for range 200 {
		stale.WriteString(tool("c", `"state":"output-available","input":{},"output":{"`+long+`":[`+strings.TrimSuffix(strings.Repeat(`{"kind":"image-url","url":"x:"},`, 1_000), ",")+`]}`))
	}
	one := `{"type":"` + vercelai.OutcomePart + `","id":"c","data":{"v":1,"response":"` + quoted(`{"status":"success","value":"`+strings.Repeat("x", size/2)+`"}`) + `"}},`
	beside := func(value string, times int) string {
		return `{"type":"` + vercelai.OutcomePart + `","id":"c","data":{"v":1,"response":"` +
			quoted(`{"status":"success","value":[`+strings.Repeat(value+",", times)+"0]}") + `"}}`
	}
	var object strings.Builder
	for i := range 300_000 {
		fmt.Fprintf(&object, `,"%d":0`, i)
	}
	names := "{" + object.String()[1:] + "}"
	return map[string]string{
		"opened":          repeat("["),
		"objects":         repeat(`{"a":`),
		"scalars":         "[" + repeat("0,") + "0]",
		"one text":        message(tool("c", `"state":"output-available","input":{},"output":"`+repeat("x")+`"`)),
		"calls":           message(repeat(tool("c", `"state":"output-available","input":{},"output":1`))),
		"denials":         message(repeat(tool("c", `"state":"output-denied"`))),
		"approvals":       message(repeat(tool("c", `"state":"output-denied","approval":{"reason":"n"}`))),
		"errors":          message(repeat(tool("c", `"state":"output-error","errorText":""`))),
		"claims":          message(repeat(tool("c", `"state":"output-available","output":{},"callProviderMetadata":{"pydantic_ai":{"outcome":"failed"}}`))),
		"parts":           message(repeat(`{},`)),
		"beside":          message(repeat(`{"type":"` + vercelai.OutcomePart + `","id":"c","data":{}},`)),
		"texts beside":    message(texts.String()),
		"one for many":    message(one + strings.Repeat(tool("c", `"state":"output-available","input":{},"output":"y"`), 50_000)),
		"reports":         message(stale.String()),
		"files":           message(tool("c", `"state":"output-available","input":{},"output":[`+repeat(`{"kind":"binary","media_type":"a","data":""},`)+`0]`)),
		"files, many":     message(repeat(tool("c", `"state":"output-available","input":{},"output":{"kind":"binary","media_type":"a","data":""}`))),
		"bytes in digits": message(tool("c", `"state":"output-available","input":{},"output":{"kind":"binary","media_type":"a","data":{"type":"Buffer","data":[`+repeat("1,")+`1]}}`)),
		"numbers":         message(tool("c", `"state":"output-available","input":{},"output":[`+repeat(strings.Repeat("9", 999)+",")+`0]`)),
		"hints":           message(tool("c", `"state":"output-available","input":{},"output":[]`) + `{"type":"` + vercelai.OutcomePart + `","id":"c","data":{"v":1,"hint":{"v":1,"form":"json","files":[` + repeat(`"/0",`) + `""]}}}`),
		"hints, within":   message(tool("c", `"state":"output-available","input":{},"output":[]`) + `{"type":"` + vercelai.OutcomePart + `","id":"c","data":{"v":1,"hint":{"v":1,"form":"json","files":[` + repeat(`"/0000000000",`) + `""]}}}`),
		"refused beside":  message(tool("c", `"state":"output-available","input":{},"output":""`) + beside(strings.Repeat(`{"__proto__":`, 100)+"1"+strings.Repeat("}", 100), 5_500)),
		"rounded beside":  message(tool("c", `"state":"output-available","input":{},"output":[""]`) + beside(`[1e999]`, 490_000)),
		"violations": message(tool("c", `"state":"output-error","errorText":"no"`) + `{"type":"` + vercelai.OutcomePart + `","id":"c","data":{"v":1,"response":"` +
			quoted(`{"status":"failed","failure":{"code":"","text":"no","violations":[`+strings.Repeat(`{"pointer":"","message":""},`, 290_000)+`{"pointer":"","message":""}]}}`) + `"}}`),
		"small texts beside":         message(strings.Repeat(tool("c", `"state":"output-error","errorText":"The call failed."`)+`{"type":"`+vercelai.OutcomePart+`","id":"c","data":{"v":1,"response":"{\"status\":\"failed\"}"}},`, 62_000)),
		"hints, many":                message(strings.Repeat(tool("c", `"state":"output-available","input":{},"output":{}`)+`{"type":"`+vercelai.OutcomePart+`","id":"c","data":{"v":1,"hint":{"v":1,"form":"json","files":["/a","/b","/c"]}}},`, 50_000)),
		"numbers beside":             message(tool("c", `"state":"output-available","input":{},"output":[`+strings.Repeat("1.5e300,", 320_000)+"0]") + beside("1.5e300", 320_000)),
		"long numbers beside":        message(tool("c", `"state":"output-available","input":{},"output":[`+strings.Repeat(strings.Repeat("9", 300)+"e-290,", 16_000)+"0]") + beside(strings.Repeat("9", 300)+"e-290", 16_000)),
		"names beside":               message(tool("c", `"state":"output-available","input":{},"output":`+names) + beside(names, 1)),
		"behind a name":              message(tool("c", `"state":"output-available","input":{},"output":{"`+strings.Repeat("~", 30<<10)+`":[`+strings.Repeat(`{"kind":"binary","media_type":"a","data":""},`, 990)+`0]}`)),
		"look-alikes behind a name":  message(tool("c", `"state":"output-available","input":{},"output":{"`+strings.Repeat("~", 30<<10)+`":[`+strings.Repeat(`{"kind":"uploaded-file","file_id":"a"},`, 220_000)+`0]}`)),
		"look-alikes in one another": message(tool("c", `"state":"output-available","input":{},"output":[`+strings.Repeat(strings.Repeat(`{"kind":"image-url","url":1,"vendor_metadata":`, 60)+"{}"+strings.Repeat("}", 60)+",", 2_600)+"0]")),
		"input, large":               message(tool("c", `"state":"input-available","input":{`+repeat(`"\u0061":0,`)+`"b":1}`)),
		"deep output":                message(tool("c", `"state":"output-available","input":{},"output":`+strings.Repeat("[", 200)+strings.Repeat("]", 200))),
		"not UTF-8":                  message(repeat("\"\xff\",") + `0`),
		"names of calls":             message(repeat(tool(strings.Repeat("i", 5_000), `"state":"output-denied"`))),
		"unknown messages":           "[" + repeat(`{"role":"x","parts":[]},`) + "{}]",
	}
}

// Ten megabytes are refused or read within a second and 200 MB.
func TestHostileHistory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			pace.Frugal(t, time.Second, 200<<20, func() {
				h, err := vercelai.Reading{}.History([]byte(text))
				t.Logf("%d dropped, %.90v", len(h.Dropped), err)
			})
		})
	}
}

// A stream keeps no more than it says.
func TestHostileStream(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const mega = 1 << 20
	line := func(s string) string { return "data: " + s + "\n\n" }
	r := vercelai.Reading{Limits: content.Limits{Bytes: mega}}
	x := strings.Repeat("x", mega-200)
	sixOf := func(one func(i string) string) (all string) {
		for i := range 6 {
			all += one(fmt.Sprint(i))
		}
		return all
	}
	for name, test := range map[string]struct{ text, want string }{
		"no end of a line":  {"data: " + strings.Repeat("x", 2*mega), "limit"},
		"no end of a event": {strings.Repeat("data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", mega/20), "limit"},
		"comments":          {strings.Repeat(": x\n", mega) + line("[DONE]"), ""},
		"pieces":            {line(`{"type":"tool-input-start","toolCallId":"c","toolName":"f"}`) + strings.Repeat(line(`{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"`+x+`"}`), 6), "limit"},
		"inputs":            {strings.Repeat(line(`{"type":"tool-input-available","toolCallId":"c","toolName":"f","input":"`+x+`"}`), 6), "limit"},
		"beside":            {strings.Repeat(line(`{"type":"`+vercelai.OutcomePart+`","id":"c","data":{"x":"`+x+`"}}`), 6), "limit"},
		"ids": {sixOf(func(i string) string {
			return line(`{"type":"tool-output-available","toolCallId":"` + x + i + `","output":1}`)
		}), "limit"},
		"approvals":    {strings.Repeat(line(`{"type":"tool-approval-request","toolCallId":"c","approvalId":"`+x+`"}`), 6), "limit"},
		"outputs":      {strings.Repeat(line(`{"type":"tool-output-available","toolCallId":"c","output":"`+x+`"}`), 20), ""},
		"other chunks": {strings.Repeat(line(`{"type":"text-delta","id":"c","delta":"`+x+`"}`), 20), ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got error
			pace.Within(t, time.Second, func() {
				for _, err := range r.Stream(strings.NewReader(test.text)) {
					got = err
				}
			})
			if (test.want == "") != (got == nil) || got != nil && !strings.Contains(got.Error(), test.want) {
				t.Errorf("%.200v", got)
			}
		})
	}
	var many strings.Builder // the outputs that are not kept are not kept for the ids in them
	for i := range 60 {
		fmt.Fprintf(&many, "data: {\"type\":\"tool-output-available\",\"toolCallId\":\"%d\",\"output\":\"%s\"}\n\n", i, x)
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for _, err := range r.Stream(strings.NewReader(many.String())) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 60 {
			runtime.GC()
			runtime.ReadMemStats(&after)
		}
	}
	if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 20*mega {
		t.Errorf("%d MiB are held for 60 short ids", held>>20)
	}
	many.Reset()
	for i := range 10_001 {
		many.WriteString(line(fmt.Sprintf(`{"type":"tool-output-available","toolCallId":"%d","output":1}`, i)))
	}
	var got error
	for _, err := range r.Stream(strings.NewReader(many.String())) {
		got = err
	}
	if got == nil || !strings.Contains(got.Error(), "10000 calls") {
		t.Error(got)
	}
}

// Bytes that are spelled as numbers are as many as Limits says.
func TestSpelledBytesAreLimited(t *testing.T) {
	history := func(n int) []byte {
		return fmt.Appendf(nil, `[{"role":"assistant","parts":[{"type":"tool-f","toolCallId":"c","state":"output-available","input":{},"output":{"kind":"binary","media_type":"a","data":{"type":"Buffer","data":[0%s]}}}]}]`,
			strings.Repeat(",0", n-1))
	}
	h, err := vercelai.Reading{}.History(history(900_000))
	if err != nil {
		t.Fatal(err)
	}
	f, ok := h.Messages[0].Parts[0].Call.Response.Value.File()
	if !ok || len(f.(content.Binary).Data) != 900_000 {
		t.Errorf("%T", f)
	}
	if _, err := (vercelai.Reading{}).History(history(1_000_001)); err == nil || !strings.Contains(err.Error(), "1000000 values") {
		t.Error(err)
	}
}

// What stands beside a call counts with the rest, and what exceeds a limit is an error.
func TestBesideIsLimited(t *testing.T) {
	zeros := "[0" + strings.Repeat(",0", 99) + "]"
	response := fmt.Sprintf(`{"v":1,"response":%q}`, `{"status":"failed","value":`+zeros+`,"failure":{"code":"","text":"no"}}`)
	for name, parts := range map[string][]string{
		"outcome": {tool(`"state":"output-error","errorText":"no"`), beside(response)},
		"input":   {`{"type":"tool-f","toolCallId":"c","state":"input-available","input":` + zeros + `}`, fmt.Sprintf(`{"type":%q,"id":"c","data":{"v":1,"input":%q}}`, vercelai.InputPart, zeros)},
	} {
		for values, want := range map[int]string{1_000: "", 120: "limit"} {
			if name == "input" && want != "" {
				values = 160
			}
			h, err := vercelai.Reading{Limits: content.Limits{Values: values}}.History(assistant(parts...))
			if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), "at most") && !strings.Contains(err.Error(), want) || len(h.Dropped) > 0 {
				t.Errorf("%s, %d values: %v, dropped %+v", name, values, err, h.Dropped)
			}
		}
	}
}

// The files of a response that stands beside are as many as Limits says.
func TestFilesBesideAreLimited(t *testing.T) {
	const file = `{"kind":"binary","media_type":"a","data":""}`
	history := assistant(tool(`"state":"output-error","errorText":"no"`),
		beside(fmt.Sprintf(`{"v":1,"response":%q}`, `{"status":"failed","value":[`+file+`,`+file+`],"failure":{"code":"","text":"no"}}`)))
	for files, want := range map[int]string{2: "", 1: "more than 1 files"} {
		h, err := vercelai.Reading{Limits: content.Limits{Files: files}}.History(history)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) || len(h.Dropped) > 0 {
			t.Errorf("%d files: %v, dropped %+v, want %q", files, err, h.Dropped, want)
		}
	}
}

// What stood beside a preliminary outcome does not stay if the last has to be written twice, because bytes in it are too many.
func TestPreliminaryBeforeOffload(t *testing.T) {
	var b bytes.Buffer
	w := vercelai.Writing{Limit: 1_000, Offload: func(context.Context, content.Binary) (string, error) { return "https://example.com/a", nil }}
	s := w.Stream(&b)
	for i, v := range []content.Value{
		parse(`{"kind":"image-url","url":"x:","media_type":null}`), // no file, though it looks like one
		fileValue(content.Binary{MediaType: "image/png", Data: make([]byte, 1_000)}),
	} {
		c := vercelai.Call{ID: "c", Preliminary: i == 0, Response: &content.Response{Status: content.Success, Value: v}}
		if err := s.Outcome(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(b.String(), vercelai.OutcomePart); n != 2 {
		t.Errorf("%d parts beside, want one with a hint and one in its place:\n%s", n, &b)
	}
}
