package conformance

import (
	"encoding/base64"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// bindingFaults are mistakes on the way to native values.
func bindingFaults() []fault {
	return []fault{
		{name: "binds before it validates",
			answers: func(t *faultyCall) {
				if t.answer.Error == nil || t.Bind == nil || t.args == nil {
					return
				}
				// What binding alone says of the same arguments.
				anything := "{}"
				subject := t.Subject
				subject.SchemaText, subject.SchemaBase64 = &anything, nil
				if other, ok := askOther(t, subject); ok && other.Error != nil && other.Error.Code == bindingError {
					*t.answer = other
				}
			}},
		{name: "binds null to zero", excuses: excuse(func(v *tree.Value) []*tree.Value {
			if v.Kind != tree.Null {
				return nil
			}
			return []*tree.Value{tree.NewNumber("0"), tree.NewString(""), tree.NewBool(false), tree.NewArray(), tree.NewObject()}
		})},
		{name: "accepts URL-safe base64", excuses: excuse(func(v *tree.Value) []*tree.Value {
			return decoding(v, base64.RawURLEncoding.Strict(), strings.TrimRight(v.Text, "="))
		})},
		{name: "accepts line breaks and loose tails in base64", excuses: excuse(func(v *tree.Value) []*tree.Value {
			return decoding(v, base64.StdEncoding, v.Text)
		})},
		{name: "decodes base64 twice", answers: func(t *faultyCall) {
			for name, v := range t.answer.Bound {
				once, _ := base64.StdEncoding.DecodeString(v.Text)
				twice, err := base64.StdEncoding.DecodeString(string(once))
				if v.Kind == "bytes" && err == nil {
					t.answer.Bound[name] = Value{Kind: "bytes", Text: base64.StdEncoding.EncodeToString(twice)}
				}
			}
		}},
	}
}

// decoding is the strict text for what another encoding reads from a text.
func decoding(v *tree.Value, encoding *base64.Encoding, text string) []*tree.Value {
	read, err := encoding.DecodeString(text)
	if v.Kind != tree.String || err != nil {
		return nil
	}
	return []*tree.Value{tree.NewString(base64.StdEncoding.EncodeToString(read))}
}
