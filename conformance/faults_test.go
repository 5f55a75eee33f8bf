package conformance

import "testing"

// caught are the faulty implementations that the suite must tell from a right
// one, each with cases that do: those fail it, and maybe others.
var caught = []struct {
	name  string
	cases []string
}{
	{"coerces \"2\"", []string{"numbers/n17-string-not-coerced", "binding/b01-text-into-int64"}},
	{"coerces true", []string{"numbers/n18-true-not-coerced", "binding/b02-true-into-int64"}},
	{"truncates 1.5", []string{"numbers/n16-fraction-not-truncated", "binding/b03-fraction-into-int64"}},
	{"refuses 1e3", []string{"numbers/integral-1e3", "binding/b14-1e2-into-int64"}},
	{"rounds 2^53+1", []string{"numbers/n06-2-53-plus-1-exact", "equality/e10-enum-2-53-plus-1", "calling/numbers-exact"}},
	{"saturates", []string{"numbers/1e20-never-saturates", "numbers/int8-beyond-ends"}},
	{"rounds a float32 twice", []string{"numbers/float32-rounded-once"}},
	{"takes 1 for true", []string{"equality/e02-const-1-is-not-true", "equality/e06-unique-1-and-true"}},
	{"fills an explicit null", []string{"defaults/explicit-null-kept", "defaults/o23-explicit-null-refused"}},
	{"fills an explicit zero, false or empty value", []string{"defaults/explicit-zero-kept", "defaults/explicit-false-kept", "defaults/explicit-empty-kept"}},
	{"fills nothing", []string{"defaults/o15-omitted", "interaction/omitted-with-a-default"}},
	{"fills before it validates", []string{"defaults/required-is-not-filled", "defaults/min-properties-as-sent"}},
	{"puts defaults and injected values into the request itself", []string{"interaction/request-keeps-its-bytes"}},
	{"misses nested defaults", []string{"defaults/o16-nested", "interaction/nested-default-completed"}},
	{"fills from a choice", []string{"defaults/o18-not-in-any-of", "defaults/not-in-one-of"}},
	{"invents parents", []string{"defaults/parent-not-invented"}},
	{"shares a default between calls", []string{"defaults/each-call-its-own-copy", "defaults/declared-own-copy"}},
	{"builds with an invalid default", []string{"schemas/o22-invalid-default", "derivation/bad-default-type"}},
	{"ignores an extra nested field", []string{"interaction/nested-unknown-member", "keywords/nested-typo-not-dropped"}},
	{"does not validate injected values", []string{"injection/injected-value-validated", "interaction/injected-value-breaks-its-schema"}},
	{"lets the model's value win", []string{"interaction/injected-name-sent-value-there", "injection/foreign-model-value-loses"}},
	{"falls back to the model's value", []string{"interaction/injected-name-sent-source-missing", "injection/source-without-a-value"}},
	{"falls back to a default", []string{"injection/default-does-not-stand-in"}},
	{"leaves a hidden name in required", []string{"injection/metadata-hides", "interaction/metadata-names-nothing-hidden"}},
	{"leaves a hidden name elsewhere in the metadata", []string{"injection/metadata-dependent-required", "injection/metadata-root-all-of", "injection/metadata-unused-defs"}},
	{"shows an injected value", []string{"injection/injected-value-validated", "injection/foreign-model-value-loses"}},
	{"shows a resolver's error", []string{"injection/resolver-fails"}},
	{"resolves a reference twice", []string{"injection/objects-and-shared-reference"}},
	{"resolves for a text that cannot be read", []string{"injection/no-resolver-on-bad-text"}},
	{"binds before it validates", []string{"calling/validated-before-binding"}},
	{"runs the function after a failure", []string{"calling/not-run-after-an-invalid-argument", "interaction/not-run-on-bad-text"}},
	{"reports the first error only", []string{"keywords/all-sorted", "interaction/all-faults-at-once", "binding/all-faults"}},
	{"reports without end", []string{"keywords/cut-at-32"}},
	{"does not escape pointers", []string{"keywords/o09-pointer-escaped", "binding/pointer-escaped"}},
	{"points to the schema", []string{"keywords/ref-transparent", "keywords/any-of-instance-pointer"}},
	{"points to the missing or unknown member", []string{"keywords/o11-two-missing", "keywords/o10-two-unknown"}},
	{"names the leaf instead of anyOf", []string{"keywords/o32-any-of-none", "keywords/any-of-instance-pointer"}},
	{"names the choice where it is transparent", []string{"choices/nullable-leaf", "choices/discriminated-leaf"}},
	{"sorts by UTF-16", []string{"digest/names-by-utf8"}},
	{"folds case", []string{"keywords/o13-case-not-folded", "keywords/name-beside-name", "interaction/case-of-an-injected-name"}},
	{"lets the last duplicate win", []string{"parsing/s01b-duplicate-key-last-would-be-valid", "parsing/duplicate-key-same-value"}},
	{"accepts trailing text", []string{"parsing/s03-trailing-text", "parsing/two-objects-back-to-back"}},
	{"accepts NaN", []string{"numbers/n23-nan-token", "numbers/n24-infinity-token"}},
	{"replaces bytes that are no UTF-8", []string{"parsing/s06-byte-ff", "parsing/s22-overlong"}},
	{"keeps lone surrogates", []string{"parsing/s07-lone-high-surrogate"}},
	{"has no limit of depth", []string{"limits/depth-129"}},
	{"counts its limits short", []string{"limits/depth-128", "limits/digits-1000", "limits/exponent-1000"}},
	{"asserts format", []string{"text/f01-email-is-annotation", "text/draft-07-format-is-annotation"}},
	{"anchors patterns", []string{"regex/r05-not-anchored"}},
	{"drops a pattern it cannot translate", []string{"regex/r04-look-ahead", "regex/pattern-in-unused-def"}},
	{"drops a constraint from the metadata", []string{"derivation/search"}},
	{"sorts an enum", []string{"derivation/enum-in-order-with-default"}},
	{"sorts properties", []string{"derivation/declaration-order"}},
	{"accepts URL-safe base64", []string{"base64/declared-url-safe", "base64/foreign-url-safe"}},
	{"accepts line breaks and loose tails in base64", []string{"base64/declared-line-break", "base64/declared-not-canonical-tail"}},
	{"decodes base64 twice", []string{"base64/declared-not-decoded-twice"}},
	{"binds null to zero", []string{"keywords/o14-null-into-int64", "binding/b11-null-into-string"}},
	{"shows an error that is not visible", []string{"calling/error-hidden", "calling/panic"}},
	{"confuses two functions in its cache", []string{"injection/cache-hidden", "injection/cache-hidden-metadata"}},
	{"makes repairs that nobody named", []string{"repairs/others-stay-off", "repairs/model-repairs-leave-scalars"}},
	{"repairs beyond the limits", []string{"repairs/list-beyond-the-bytes", "repairs/list-beyond-the-bytes-of-omitted", "repairs/padding-beyond-the-bytes", "repairs/empty-arguments-beyond-the-bytes", "repairs/encoded-values-over"}},
	{"builds with any identifier", []string{"schemas/id-twice", "schemas/id-that-is-no-reference", "schemas/id-with-half-an-escape"}},
	{"builds with a circle of $dynamicRef", []string{"schemas/dynamic-ref-to-itself", "schemas/dynamic-ref-to-itself-through-all-of"}},
	{"lists no repairs", []string{"repairs/encoded-list", "repairs/empty-arguments", "repairs/model-repairs"}},
	{"lists repairs as they were made", []string{"repairs/encoded-items-order"}},
	{"decodes where text is allowed", []string{"repairs/encoded-in-a-string-parameter", "repairs/encoded-text-or-list", "repairs/encoded-undeclared"}},
	{"decodes a text within a text", []string{"repairs/encoded-json-string"}},
	{"mends broken JSON", []string{"repairs/encoded-malformed"}},
	{"guesses scalars", []string{"repairs/string-scalars-other-spellings"}},
	{"repairs unasked", []string{"repairs/off-by-default", "parsing/empty-text-no-parameters"}},
}

func TestEveryFaultHasItsCases(t *testing.T) {
	cases := map[string]bool{}
	for _, c := range loadFixtures(t).Cases() {
		cases[c.ID] = true
	}
	for _, f := range caught {
		if len(f.cases) == 0 {
			t.Errorf("%s: no case catches it", f.name)
		}
		for _, id := range f.cases {
			if !cases[id] {
				t.Errorf("%s: there is no case %s", f.name, id)
			}
		}
	}
}
