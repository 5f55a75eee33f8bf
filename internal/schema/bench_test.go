package schema

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkHostile judges instances that were made to cost much.
func BenchmarkHostile(b *testing.B) {
	deep := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	const twice = `{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"required":["a"]}`
	for _, bench := range []struct{ name, schema, instance string }{
		{"flood", `{"properties":{"v":{"items":{"type":"string"}}}}`, `{"v":[` + strings.Repeat("1,", 299_999) + `1]}`},
		{"flood twice", `{"properties":{"v":{"items":{"allOf":[{"type":"string"},{"minimum":5}]}}}}`, `{"v":[` + strings.Repeat("1,", 299_999) + `1]}`},
		{"flood of names", `{"additionalProperties":false}`, `{` + numbered(300_000, `"n%06d":1`) + `}`},
		{"anyOf recursion", `{"$defs":{"n":{"anyOf":[` + twice + `,` + twice + `]}},"properties":{"a":{"$ref":"#/$defs/n"}}}`, deep(128)},
		{"allOf recursion", `{"$defs":{"n":{"allOf":[` + twice + `,` + twice + `]}},"properties":{"a":{"$ref":"#/$defs/n"}}}`, deep(128)},
		{"unevaluated recursion", `{"$defs":{"n":{"anyOf":[` + twice + `,` + twice + `],"unevaluatedProperties":false}},"properties":{"a":{"$ref":"#/$defs/n"}}}`, deep(128)},
		{"unique", `{"properties":{"v":{"uniqueItems":true}}}`, `{"v":[` + numbered(900_000, "%d") + `]}`},
		{"enum", `{"properties":{"v":{"items":{"enum":[` + numbered(10_000, `"v%d"`) + `]}}}}`, `{"v":[` + strings.Repeat(`"v9999",`, 9_999) + `1]}`},
		{"patterns", `{"patternProperties":{` + numbered(1_000, `"a%d$":{}`) + `}}`, `{` + numbered(10_000, `"name%d":1`) + `}`},
		{"numbers", `{"properties":{"v":{"items":{"multipleOf":0.0003}}}}`, `{"v":[` + strings.Repeat("1e1000,", 99_999) + `1]}`},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s, v := compiled(b, bench.schema, Options{}), read(b, bench.instance)
			b.ReportAllocs()
			for b.Loop() {
				s.Validate(v, Budget{})
			}
		})
	}
}

// numbered is a list of what format makes of 0, 1, 2 and so on.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
