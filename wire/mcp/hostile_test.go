package mcp_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/wire/mcp"
)

// TestHostile reads 10 MB of every bad kind: each is refused or read in a second, with
// 200 MB of memory in use at most.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	fill := func(before, unit, after string) string {
		n := (10<<20 - len(before) - len(after)) / len(unit)
		return before + strings.Repeat(unit, n) + after
	}
	quoted := func(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }
	hint := func(form string) string {
		return `],"_meta":{"io.github.functionschema/fscheck":{"hint":{"v":1,"form":"` + form + `"}}}}`
	}
	text := `{"content":[{"type":"text","text":"`
	wrong := `],"_meta":{"io.github.functionschema/fscheck":{"hint":{"v":1,"form":"json","files":[` + strings.Repeat(`"/x",`, 989) + `"/x"]}}}}`
	reference := `{\"kind\":\"binary\",\"identifier\":\"da39a3\"}`
	image := `{"type":"image","data":"","mimeType":"image/png"}`
	uploaded := `{"type":"resource_link","uri":"","name":"","_meta":{"io.github.functionschema/fscheck":{"kind":"uploaded-file","file_id":"","provider_name":"p"}}}`
	metadata := `{"type":"image","data":"","mimeType":"image/png","_meta":{"io.github.functionschema/fscheck":{"vendor_metadata":"{\"a\":[` + strings.Repeat("0,", 500) + `0]}"}}}`
	names := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`,"` + strconv.Itoa(i) + `":0`)
		}
		return "{" + b.String()[1:] + "}"
	}
	pointers := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"/same-length-%06d"`, i)
		}
		return b.String()[1:]
	}
	for _, tt := range []struct{ name, result string }{
		{"brackets", fill("", "[", "")},
		{"empty lists", fill(`{"structuredContent":[0`, ",[]", "]}")},
		{"names", `{"content":[` + image + `],"structuredContent":` + names(900_000) + `}`},
		{"as many names as may be", `{"content":[` + image + `],"structuredContent":` + names(399_000) + `}`},
		{"names in a text", text + quoted(names(399_000)) + `"}` + hint("json")},
		{"empty blocks", fill(`{"content":[0`, ",{}", "]}")},
		{"blocks of unknown types", fill(`{"content":[{"type":""}`, `,{"type":""}`, "]}")},
		{"empty texts", fill(`{"content":[`+image, `,{"type":"text","text":""}`, "]}")},
		{"empty texts of an error", fill(`{"isError":true,"content":[`+image, `,{"type":"text","text":"x"}`, "]}")},
		{"empty images", fill(`{"content":[`+image, ","+image, "]}")},
		{"a long list in a text", fill(text+"[0", ",0", `]"}]}`)},
		{"half the values in a text", text + "[0" + strings.Repeat(",0", 450_000) + `]"}],"structuredContent":[0` + strings.Repeat(",[]", 450_000) + "]}"},
		{"a long text", fill(text, "x", `"}]}`)},
		{"a text of brackets", fill(text, "[", `"}`+hint("json"))},
		{"a text of references", fill(text+"[0", ","+reference, `]"},`+image+`,`+image+hint("json"))},
		{"references and files", text + "[" + strings.Repeat(reference+",", 1_000) + `0]"}` + strings.Repeat(","+image, 1_000) + hint("json")},
		{"references and pointers", text + "[" + strings.Repeat(reference+",", 1_000) + `0]"},` + image + `],"_meta":{"io.github.functionschema/fscheck":{"hint":{"v":1,"form":"json","files":[` + pointers(400_000) + "]}}}}"},
		{"a long name to files", text + `{\"` + strings.Repeat("n", 8<<20) + `\":[` + strings.Repeat(reference+",", 900) + `0]}"}` + strings.Repeat(","+image, 900) + hint("json")},
		{"uploaded files", fill(`{"content":[`+uploaded, ","+uploaded, "]}")},
		{"metadata", fill(`{"content":[`+metadata, ","+metadata, "]}")},
		{"violations", fill(`{"isError":true,"_meta":{"io.github.functionschema/fscheck":{"response":{"status":"failed","failure":{"code":"","text":"","violations":[{"pointer":"","message":""}`, `,{"pointer":"","message":""}`, "]}}}}}")},
		{"hint to everything", fill(`{"content":[{"type":"text","text":"`+quoted(`[0]`)+`"}],"_meta":{"io.github.functionschema/fscheck":{"hint":{"v":1,"form":"json","files":["/0"`, `,"/0"`, "]}}}}")},
		{"as many blocks of unknown types as may be", `{"content":[` + strings.Repeat(`{"type":""},`, 390_000) + image + `]}`},
		{"as many texts as may be", `{"content":[` + strings.Repeat(`{"type":"text","text":"x"},`, 190_000) + image + `]}`},
		{"as many texts of an error as may be", `{"isError":true,"content":[` + strings.Repeat(`{"type":"text","text":"x"},`, 190_000) + image + `]}`},
		{"as many violations as may be", `{"isError":true,"_meta":{"io.github.functionschema/fscheck":{"response":{"status":"failed","failure":{"code":"","text":"","violations":[` + strings.Repeat(`{"pointer":"","message":""},`, 160_000) + `{"pointer":"","message":""}]}}}}}`},
		{"violations and a last one that is none", `{"isError":true,"_meta":{"io.github.functionschema/fscheck":{"response":{"status":"failed","failure":{"code":"","text":"","violations":[` + strings.Repeat(`{"pointer":"","message":""},`, 160_000) + `0]}}}}}`},
		{"files behind a long name", text + `{\"` + strings.Repeat("n", 60<<10) + `\":[` + strings.Repeat(reference+",", 990) + `0]}"}` + strings.Repeat(","+image, 990) + hint("json")},
		{"files behind a name of escapes", text + `{\"` + strings.Repeat("~", 30<<10) + `\":[` + strings.Repeat(reference+",", 990) + `0]}"}` + strings.Repeat(","+image, 990) + wrong},
		{"files behind a long name in structuredContent", `{"content":[` + strings.Repeat(image+",", 990) + image + `],"structuredContent":{"` + strings.Repeat("~", 30<<10) + `":[` + strings.Repeat(strings.ReplaceAll(reference, `\`, "")+",", 991) + `0]}}`},
		{"one large metadata for many files", `{"content":[` + strings.TrimSuffix(strings.Repeat(`{"type":"resource_link","uri":"x.png","_meta":{"io.github.functionschema/fscheck":{"kind":"image-url","force_download":"no","vendor_metadata":"{\"a\":[`+strings.Repeat("0,", 450)+`0]}"}}},`, 1_000), ",") + `]}`},
		{"a text in a text in a text", text + strings.Repeat(`\\\"`, 3<<20) + `"}` + hint("json")},
		{"look-alikes in one another", `{"structuredContent":[` + strings.Repeat(strings.Repeat(`{"kind":"image-url","url":1,"vendor_metadata":`, 60)+"{}"+strings.Repeat("}", 60)+",", 2_000) + `0]}`},
		{"base64", fill(`{"content":[{"type":"image","mimeType":"image/png","data":"`, "AAAA", `"}]}`)},
		{"digits", fill(`{"structuredContent":[`, "9", `]}`)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pace.Frugal(t, time.Second, 200<<20, func() {
				got, err := mcp.Decoder{}.Result([]byte(tt.result))
				t.Logf("%d dropped, %.100v", len(got.Dropped), err)
			})
		})
	}
}
