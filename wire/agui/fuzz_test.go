package agui_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

// roomy are open's limits where a text grows in the fuzzer's hands.
var roomy = agui.Decoder{Policy: open.Policy, Limits: agui.Limits{Bytes: 1 << 30, Values: 1 << 30, Depth: 256}}

// again writes what was read, in both profiles, and reads it.
func again(t *testing.T, r content.Response) {
	t.Helper()
	for _, profile := range []agui.Profile{agui.Before1, agui.Protocol1} {
		message, err := agui.Encoder{Profile: profile}.ResultMessage("m", "c", r)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		h, err := roomy.History(fmt.Appendf(nil, "[%s]", message))
		if err != nil {
			t.Fatalf("%v in %s", err, message)
		}
		if diff := cmp.Diff(r, h.Messages[0].Result.Response); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", message, diff)
		}
	}
}

// judged checks that nothing is left to drop.
func judged(t *testing.T, r content.Response) {
	t.Helper()
	if _, dropped := (content.Policy{}).Apply(r.Value); len(dropped) > 0 {
		t.Fatalf("left: %v", dropped)
	}
}

func FuzzHistory(f *testing.F) {
	f.Add([]byte(`{"messages":[{"id":"1","role":"user","content":[{"type":"text","text":"a"}]},{"id":"2","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{"}}]}]}`))
	f.Add([]byte(`[{"id":"m","role":"tool","toolCallId":"c","content":[{"type":"image","id":"i","source":{"type":"data","value":"+/8=","mimeType":"image/png"},"metadata":{"fscheck":"{}"}},{"type":"audio","source":{"type":"url","value":"u"},"metadata":{"force_download":true}}]}]`))
	f.Add([]byte(`[{"id":"m","role":"tool","toolCallId":"c","content":"x","error":"x","encryptedValue":"{\"pydantic_ai\":{\"outcome\":\"denied\"}}"}]`))
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 20 {
		if message, err := (agui.Encoder{Profile: agui.Profile(i % 2)}).ResultMessage("m", "c", randomResponse(r)); err == nil {
			f.Add(fmt.Appendf(nil, "[%s]", message))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := agui.Decoder{}.History(text)
		if err != nil {
			return
		}
		for _, m := range h.Messages {
			if m.Result != nil {
				judged(t, m.Result.Response)
				again(t, m.Result.Response)
			}
		}
		if h, err = open.History(text); err != nil {
			t.Fatalf("refused, though everything may stay: %v", err)
		}
		for _, m := range h.Messages {
			if m.Result != nil {
				again(t, m.Result.Response)
			}
		}
	})
}

// FuzzResult varies what stands in a message of a result.
func FuzzResult(f *testing.F) {
	f.Add(`{"a":{"kind":"binary","media_type":"image/png","data":"-_8="}}`, `{"v":1,"form":"json","files":["/a"]}`, `{"status":"failed","failure":{"code":"C","text":"x"}}`, "x", "")
	f.Add(`[{"type":"text","text":"{\"a\":{\"kind\":\"binary\",\"identifier\":\"4a2304\"}}"},{"type":"image","source":{"type":"data","value":"+/8=","mimeType":"image/png"}}]`, `{"v":1,"form":"json","files":["/a"]}`, "null", "", "")
	f.Add(`"[1]"`, `{"v":1,"form":"text"}`, `{"status":"denied"}`, "", `{"pydantic_ai":{"outcome":"failed"}}`)
	f.Add(`""`, `{"v":1,"form":"none"}`, `{"status":"interrupted"}`, "", "")
	f.Fuzz(func(t *testing.T, body, hint, response, failure, claim string) {
		quoted := func(s string) string { b, _ := content.Text(s).MarshalJSON(); return string(b) }
		message := fmt.Sprintf(`{"id":"m","role":"tool","toolCallId":"c","content":%s,"metadata":{"fscheck":{"hint":%s,"response":%s}},"error":%s,"encryptedValue":%s}`,
			body, hint, response, quoted(failure), quoted(claim))
		h, err := agui.Decoder{}.History([]byte("[" + message + "]"))
		if err != nil {
			return
		}
		for _, m := range h.Messages {
			if m.Result == nil {
				continue
			}
			if len(h.Messages) == 1 && m.Result.Response.Status == content.Success {
				t.Fatalf("a success with an error: %s", message)
			}
			judged(t, m.Result.Response)
			again(t, m.Result.Response)
		}
	})
}
