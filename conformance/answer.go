package conformance

import (
	"encoding/base64"
	"encoding/json"
	"errors"

	"github.com/functionschema/fscheck/internal/tree"
)

// answerOf is an answer whose shape is checked. Answers can be long, so what was
// parsed is not parsed again, but for its small parts.
func answerOf(v *tree.Value) (*answer, error) {
	a := new(answer)
	r := v.Lookup("result")
	if r == nil {
		return a, json.Unmarshal(v.AppendJSON(nil), a)
	}
	a.Result = &result{
		Outcome: r.Lookup("outcome").Text, Handle: textOf(r, "handle"), Digest: textOf(r, "digest"),
		SchemaText: textOf(r, "schemaText"), MetadataText: textOf(r, "metadataText"), MetadataDescription: textOf(r, "metadataDescription"),
		CompletedText: textOf(r, "completedText"), RequestAfterText: optionalText(r, "requestAfterText"),
		ResponseStatus: optionalText(r, "responseStatus"), ResponseText: optionalText(r, "responseText"),
	}
	if bound := r.Lookup("bound"); bound != nil {
		a.Result.Bound = readValues(bound)
	}
	var faults []error
	for _, small := range []struct {
		name string
		into any
	}{
		{"error", &a.Result.Error}, {"invocations", &a.Result.Invocations}, {"resolutions", &a.Result.Resolutions}, {"applied", &a.Result.Applied},
	} {
		if part := r.Lookup(small.name); part != nil {
			faults = append(faults, json.Unmarshal(part.AppendJSON(nil), small.into))
		}
	}
	if after := r.Lookup("requestAfterBase64"); after != nil {
		text, err := base64.StdEncoding.DecodeString(after.Text)
		a.Result.RequestAfterBase64 = text
		faults = append(faults, err)
	}
	return a, errors.Join(append(faults, json.Unmarshal([]byte(v.Lookup("id").Text), &a.ID))...)
}

func textOf(v *tree.Value, name string) string {
	if t := v.Lookup(name); t != nil {
		return t.Text
	}
	return ""
}

func optionalText(v *tree.Value, name string) *string {
	if t := v.Lookup(name); t != nil {
		return &t.Text
	}
	return nil
}
