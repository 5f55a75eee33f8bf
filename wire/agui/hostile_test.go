package agui_test

import (
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/wire/agui"
)

func TestLimits(t *testing.T) {
	message := func(body string) string { return `[{"id":"m","role":"tool","toolCallId":"c","content":` + body + `}]` }
	hinted := func(body, form, more string) string {
		return message(body + `,"metadata":{"fscheck":{"hint":{"v":1,"form":"` + form + `"}` + more + `}}`)
	}
	const part = `{"type":"image","source":{"type":"url","value":"https://e.com"}}`
	file := `{\"kind\":\"binary\",\"media_type\":\"a/b\",\"data\":\"\"}`
	tests := []struct {
		name, reason string
		limits       agui.Limits
		text         string
		ok           bool
	}{
		{"bytes", "", agui.Limits{Bytes: 2}, `[]`, true},
		{"too many bytes", "", agui.Limits{Bytes: 2}, `[] `, false},
		{"values", "the list, the message, four strings", agui.Limits{Values: 6}, message(`"x"`), true},
		{"too many values", "", agui.Limits{Values: 5}, message(`"x"`), false},
		{"values in a text", "the list, its number and what follows the comma", agui.Limits{Values: 9}, message(`"[1,2]"`), true},
		{"too many values in a text", "", agui.Limits{Values: 8}, message(`"[1,2]"`), false},
		{"two texts", "share what there is", agui.Limits{Values: 10}, strings.TrimSuffix(message(`"[]"`), "]") + "," + message(`"[]"`)[1:], false},
		{"separators in a string", "separate nothing", agui.Limits{Values: 8}, message(`"[\",,,[[[{{{\"]"`), true},
		{"a text that is hinted to be one", "nothing is read in it: what counts is the hint, as it stands and as it is read", agui.Limits{Values: 14}, hinted(`"[1,2,3,4]"`, "text", ""), true},
		{"JSON that is hinted to be it", "", agui.Limits{Values: 18}, hinted(`"[1,2,3,4]"`, "json", ""), false},
		{"numbers spelled otherwise", "the text counts once", agui.Limits{Values: 19}, hinted(`"[1,2]"`, "json", `,"numbers":{"0":"1e0"}`), true},
		{"numbers spelled otherwise, too many", "", agui.Limits{Values: 18}, hinted(`"[1,2]"`, "json", `,"numbers":{"0":"1e0"}`), false},
		{"parts of which none is JSON", "nothing is read in them", agui.Limits{Values: 14}, message(`[{"type":"text","text":"a,[,{,,,,,"},` + part + `]`), true},
		{"parts that are a list", "nothing is read in them", agui.Limits{Values: 22}, hinted(`[{"type":"text","text":"[,,,,,,"},`+part+`]`, "list", ""), true},
		{"parts with two texts", "nothing is read in them", agui.Limits{Values: 17}, message(`[{"type":"text","text":"[,,,,,,"},` + part + `,{"type":"text","text":"[,,,,,,"}]`), true},
		{"a part of JSON before a file", "is looked at twice", agui.Limits{Values: 18}, message(`[{"type":"text","text":"[]"},` + part + `]`), true},
		{"too much JSON before a file", "", agui.Limits{Values: 17}, message(`[{"type":"text","text":"[]"},` + part + `]`), false},
		{"one part of JSON", "is read once", agui.Limits{Values: 11}, message(`[{"type":"text","text":"[]"}]`), true},
		{"depth", "of a value in a text", agui.Limits{Depth: 3}, message(`"[[[]]]"`), true},
		{"too deep", "", agui.Limits{Depth: 3}, message(`"[[[[]]]]"`), false},
		{"depth as it is", "", agui.Limits{Depth: 3}, message(`[[[]]]`), true},
		{"too deep as it is", "", agui.Limits{Depth: 3}, message(`[[[[]]]]`), false},
		{"depth of a file", "with its metadata", agui.Limits{Depth: 3}, message(`[{"type":"image","source":{"type":"url","value":"https://e.com"},"metadata":{"vendor_metadata":{"a":[]}}}]`), true},
		{"too deep a file", "", agui.Limits{Depth: 3}, message(`[{"type":"image","source":{"type":"url","value":"https://e.com"},"metadata":{"vendor_metadata":{"a":[[]]}}}]`), false},
		{"too deep a file in a text", "its metadata as we write them", agui.Limits{Depth: 3}, message(`[{"type":"image","source":{"type":"url","value":"https://e.com"},"metadata":{"fscheck":"{\"a\":[[]]}"}}]`), false},
		{"too deep a file in a list", "", agui.Limits{Depth: 3}, message(`[{"type":"text","text":"x"},{"type":"image","source":{"type":"url","value":"https://e.com"},"metadata":{"vendor_metadata":{"a":[]}}}]`), false},
		{"too deep a file, joined", "each piece is within", agui.Limits{Depth: 3}, message(`[{"type":"text","text":"[[{\"kind\":\"image-url\",\"identifier\":\"i\"}]]"},{"type":"image","id":"i","source":{"type":"url","value":"https://e.com"},"metadata":{"vendor_metadata":{}}}]`), false},
		{"too deep in an object", "", agui.Limits{Depth: 3}, message(`{"a":{"b":{"c":{}}}}`), false},
		{"files", "", agui.Limits{Files: 2}, message(`"[` + file + `,` + file + `]"`), true},
		{"too many files", "", agui.Limits{Files: 1}, message(`"[` + file + `,` + file + `]"`), false},
		{"no values at all", "", agui.Limits{Values: -1}, `[]`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, err := agui.Decoder{Limits: tt.limits}.History([]byte(tt.text))
			if (err == nil) != tt.ok {
				t.Errorf("%s: %v, %v", tt.reason, h, err)
			}
		})
	}
}

// TestHostile reads 10 MB of every bad kind: each is refused or read in a second and
// 200 MB.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	fill := func(before, unit, after string) string {
		n := (10<<20 - len(before) - len(after)) / len(unit)
		return before + strings.Repeat(unit, n) + after
	}
	const start = `{"id":"m","role":"tool","toolCallId":"c",`
	message := func(rest string) string { return "[" + start + rest + "}]" }
	in := func(before, unit, after string) string { return fill("["+start+before, unit, after+"}]") }
	upload := `{\"kind\":\"uploaded-file\",\"file_id\":\"f\",\"provider_name\":\"openai\"}`
	name := strings.Repeat("n", 1000)
	tests := map[string]string{
		"open lists":              fill("", "[", ""),
		"messages":                fill("[0", ",{}", "]"),
		"tiny messages":           fill(`[{"id":"m","role":"u"}`, `,{"id":"m","role":"u"}`, "]"),
		"results":                 fill("["+start+`"x":1}`, ","+start+`"x":1}`, "]"),
		"calls":                   fill(`[{"id":"m","role":"a","toolCalls":[{"id":"c","function":{"name":"f"}}`, `,{"id":"c","function":{"name":"f"}}`, "]}]"),
		"zeros in a text":         in(`"content":"[0`, ",0", `]"`),
		"lists in a text":         in(`"content":"[0`, ",[]", `]"`),
		"open lists in a text":    in(`"content":"`, "[", `"`),
		"texts of zeros":          fill("["+start+`"content":"[0`+strings.Repeat(",0", 250_000)+`]"}`, ","+start+`"content":"[0`+strings.Repeat(",0", 250_000)+`]"}`, "]"),
		"zeros beside texts":      "[" + start + `"content":"[0` + strings.Repeat(",0", 249_000) + `]","x":[0` + strings.Repeat(",0", 249_000) + "]}]",
		"objects in a text":       in(`"content":"[0`+strings.Repeat(`,{\"a\":{}}`, 160_000), " ", `]"`),
		"look-alikes in a text":   in(`"content":"[0`+strings.Repeat(`,{\"kind\":\"image-url\",\"url\":\"file:\"}`, 45_000), " ", `]"`),
		"parts at the limit":      in(`"content":[{"type":"text","text":"x"}`+strings.Repeat(`,{"type":"x"}`, 40_000), " ", "]"),
		"uploads in a text":       in(`"content":"[`+upload, ","+upload, `]"`),
		"uploads in texts":        fill("["+start+`"content":"`+upload+`"}`, ","+start+`"content":"`+upload+`"}`, "]"),
		"far uploads":             fill("["+start+`"x":1}`, ","+start+`"content":"{\"`+name+`\":[`+upload+strings.Repeat(","+upload, 400)+`]}"}`, "]"),
		"parts":                   in(`"content":[{"type":"text","text":"x"}`, `,{"type":"text","text":"x"}`, "]"),
		"unknown parts":           in(`"content":[{"type":"text","text":"x"}`, `,{"type":"x"}`, "]"),
		"parts with data":         in(`"content":[{"type":"text","text":"x"}`, `,{"type":"image","source":{"type":"data","value":""}}`, "]"),
		"one part":                in(`"content":[{"type":"image","source":{"type":"data","mimeType":"image/png","value":"`, "AAAA", `"}}]`),
		"a part with dashes":      in(`"content":[{"type":"image","source":{"type":"data","mimeType":"image/png","value":"`, "-_-_", `+"}}]`),
		"a part's JSON":           in(`"content":[{"type":"text","text":"[0`+strings.Repeat(`,{\"kind\":\"binary\",\"identifier\":\"4a2304\"}`, 80_000), " ", `]"},{"type":"image","source":{"type":"data","value":"+/8="}}],"metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":["/x","/y"]}}}`),
		"one binary":              in(`"content":"{\"kind\":\"binary\",\"media_type\":\"a/b\",\"data\":\"`, "AAAA", `\"}"`),
		"a claim":                 in(`"encryptedValue":"{\"pydantic_ai\":[0`, ",0", `]}"`),
		"claims":                  fill("["+start+`"x":1}`, ","+start+`"encryptedValue":"{\"a\":[`+strings.Repeat("0,", 50_000)+`0]}"}`, "]"),
		"a hint":                  in(`"content":"[]","metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":["/a"`, `,"/a"`, `]}}}`),
		"a long hint":             in(`"content":"{\"a\":1}","metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":["/a"`, `/a`, `"]}}}`),
		"violations":              in(`"content":"","metadata":{"fscheck":{"response":{"status":"failed","failure":{"code":"","text":"","violations":[{"pointer":"","message":""}`, `,{"pointer":"","message":""}`, `]}}}}`),
		"an error":                message(`"error":"` + strings.Repeat(`\u0041`, 10<<20/6) + `"`),
		"vendor's metadata":       in(`"content":[{"type":"image","source":{"type":"data","value":""},"metadata":{"fscheck":"{\"a\":[0`, ",0", `]}"}}]`),
		"look-alikes far away":    fill("["+start+`"x":1}`, ","+start+`"content":"{\"`+name+`\":[0`+strings.Repeat(`,{\"kind\":\"image-url\",\"url\":\"file:\"}`, 900)+`]}"}`, "]"),
		"broken JSON and a hint":  in(`"metadata":{"fscheck":{"hint":{"v":1,"form":"json"}}},"content":"[0`+strings.Repeat(",0", 490_000), " ", `"`),
		"one name":                in(`"`, `__proto__`, `":1`),
		"a long number":           in(`"x":`, "1", ""),
		"a name twice":            in(`"a":1`, `,"a":1`, ""),
		"violations at the limit": message(`"content":"","metadata":{"fscheck":{"response":{"status":"failed","failure":{"code":"","text":"","violations":[` + strings.Repeat(`{"pointer":"","message":""},`, 82_000) + `{"pointer":"","message":""}]}}}}`),
		"hints at the limit":      "[" + strings.TrimSuffix(strings.Repeat(start+`"content":"{}","metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":[`+strings.Repeat(`"/a",`, 900)+`"/a"]}}}},`, 260), ",") + "]",
		"uploads behind a name":   message(`"content":"{\"` + strings.Repeat("~", 30<<10) + `\":[` + strings.Repeat(upload+",", 990) + `0]}"`),
		"files behind a name":     message(`"content":[{"type":"text","text":"{\"` + strings.Repeat("~", 30<<10) + `\":[` + strings.Repeat(`{\"kind\":\"binary\",\"identifier\":\"da39a3\"},`, 990) + `0]}"}` + strings.Repeat(`,{"type":"image","source":{"type":"data","value":""}}`, 990) + `],"metadata":{"fscheck":{"hint":{"v":1,"form":"json","files":[` + strings.Repeat(`"/x",`, 989) + `"/x"]}}}`),
		"small texts of JSON":     fill("["+start+`"x":1}`, ","+start+`"content":"{}"}`, "]"),
		"small claims":            "[" + strings.TrimSuffix(strings.Repeat(start+`"content":"","encryptedValue":"{}"},`, 62_000), ",") + "]",
		"metadata of files":       message(`"content":[` + strings.TrimSuffix(strings.Repeat(`{"type":"image","source":{"type":"data","value":""},"metadata":{"fscheck":"{\"a\":[`+strings.Repeat("0,", 480)+`0]}"}},`, 1000), ",") + `]`),
		"look-alikes in another":  message(`"content":[` + strings.Repeat(strings.Repeat(`{"kind":"image-url","url":1,"vendor_metadata":`, 60)+"{}"+strings.Repeat("}", 60)+",", 2_600) + `0]`),
		"a text with many marks":  in(`"content":"`, "[,{", `"`),
		"numbers in a text":       in(`"metadata":{"fscheck":{"numbers":{"0":"0e0"}}},"content":"[0`+strings.Repeat(",0", 490_000), " ", `]"`),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			pace.Frugal(t, time.Second, 200<<20, func() {
				h, err := agui.Decoder{}.History([]byte(text))
				t.Logf("%d messages, %d dropped, %.100v", len(h.Messages), len(h.Dropped), err)
			})
		})
	}
}

// What a client is given back in an error says nothing of what others wrote.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("secret", 10_000)
	for _, text := range []string{
		`[{"id":"` + long + `"}]`, `[{"id":"a","role":"tool","x":"` + long + `"}]`, long,
		`[{"id":"a","role":"tool","toolCallId":"c","content":"[` + long + `,1e99999]"}]`, `{"` + long + `":1}`,
	} {
		if _, err := (agui.Decoder{}).History([]byte(text)); err != nil && len(err.Error()) > 500 {
			t.Errorf("an error of %d bytes", len(err.Error()))
		}
	}
}
