package mcp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Decoder reads results. The zero Decoder trusts them least. It is immutable and safe
// for concurrent use.
type Decoder struct {
	// Policy says which files may stay.
	Policy content.Policy
	// Limits are those of the result's JSON and of all JSON in its texts together:
	// 1,000,000 values by default, two fifths of them members of objects. Depth is that
	// of a value in it.
	Limits content.Limits
}

// Result is what a tool returned, as far as it may stay.
type Result struct {
	Response content.Response
	// Dropped is what was taken away or reset. The Pointer of a [RuleBlock] leads into
	// the result, any other into the value.
	Dropped []content.Dropped
}

// RuleBlock is the rule by which a block of an unknown type was passed over. The
// detail is its type.
const RuleBlock content.Rule = "block"

// mostReports bounds the reports of blocks that were passed over.
const mostReports = 1000

// ErrInputRequired is the error, or what it wraps, of a result that is none yet: the
// server asks for input first, as it may from 2026-07-28 on.
var ErrInputRequired = errors.New("the server asks for input before it answers")

// Result reads the result of a tools/call from JSON, of any version.
//
//  1. The JSON is read strictly, within Limits. It is the "result" alone: a whole message
//     of JSON-RPC, of an error too, is an error. Absent content is no blocks. A known
//     member or block that is not as the protocol has it is an error with its place;
//     null is not absent, but for _meta; only the name of a link may be absent, as
//     SDKs in Go leave it. base64 may be of either alphabet, padded or not.
//  2. The status is that of our metadata if isError is true or the status is no
//     success; else Failed if isError is true; else Success.
//  3. With our hint the value is what it makes of the blocks.
//  4. Without it, or if the blocks lost what it is about on the way, the text of JSON for
//     example, the value is the structuredContent. Images, sounds, blobs and links go
//     where it refers to them, or after it as a list. Texts beside it are passed over:
//     they say the same for those who cannot read it.
//  5. With neither, it is that of content.Reading.Parts: one text is a text, or the JSON
//     array or object that it is; one file is that file; several are a list.
//  6. The failure of an error that is not ours is its texts, a line each. Its value is
//     what else is there.
//  7. An embedded resource with a text is that text; with a blob, a binary whose
//     identifier is its URI. The identifier of a link is its name; what medium it
//     is of follows from its media type or URL.
//  8. Then the Policy is applied.
func (d Decoder) Result(text []byte) (Result, error) {
	r, err := d.read(text)
	if err != nil {
		return Result{}, fmt.Errorf("mcp: result: %w", err)
	}
	return r, nil
}

func (d Decoder) read(text []byte) (Result, error) {
	reading := &decoding{budget: newBudget(d.Limits)}
	root, err := reading.parse(text, around)
	if err != nil {
		return Result{}, err
	}
	var r content.Response
	if err := reading.result(root, &r); err != nil {
		return Result{}, err
	}
	r, dropped := d.Policy.ApplyTo(r)
	return Result{Response: r, Dropped: append(reading.dropped, dropped...)}, nil
}

// decoding is one result while it is read.
type decoding struct {
	*budget
	dropped []content.Dropped
}

func (d *decoding) result(root *tree.Value, r *content.Response) error {
	if root.Kind != tree.Object {
		return fmt.Errorf("it is %s, want an object", root.Kind)
	}
	if root.Lookup("jsonrpc") != nil && root.Lookup("content") == nil && root.Lookup("structuredContent") == nil {
		return errors.New(`it is a whole message of JSON-RPC: hand in its "result"; one with "error" has none`)
	}
	if kind := root.Lookup("resultType"); kind != nil {
		switch {
		case kind.Kind == tree.String && kind.Text == "input_required":
			return ErrInputRequired
		case kind.Kind != tree.String || kind.Text != "complete":
			return fmt.Errorf(`"/resultType" is %.64s, want "complete"`, kind)
		}
	}
	failed := false
	if v := root.Lookup("isError"); v != nil {
		if v.Kind != tree.Bool {
			return fmt.Errorf(`"/isError" is %s, want a boolean`, v.Kind)
		}
		failed = v.Bool
	}
	parts, err := d.blocks(root.Lookup("content"))
	if err != nil {
		return err
	}
	structured := root.Lookup("structuredContent")
	if structured != nil {
		if err := d.deeper(structured); err != nil {
			return fmt.Errorf(`"/structuredContent" has %w`, err)
		}
	}
	ours := d.metadata(root)
	r.Status = content.Success
	switch {
	case ours.response != nil:
		*r = *ours.response
		if ours.lead && len(parts) > 0 {
			parts = parts[1:]
		}
		structured = nil
	case failed || ours.status != "":
		r.Status = cmp.Or(ours.status, content.Failed)
		parts = foreignFailure(r, parts)
	case ours.hint != nil && (structured == nil || fits(ours.hint, parts)):
		structured = nil
	}
	how := content.Reading{Hint: ours.hint, Limits: d.content()}
	if r.Status != content.Success && ours.response == nil {
		how.Hint = nil
	}
	if structured != nil {
		r.Value, err = how.TreeAndFiles(structured, parts)
		return err
	}
	if len(parts) > 0 && content.BeginsJSON(parts[0].Text) && (how.Hint == nil || how.Hint.Form != content.FormText) {
		if err := d.chargeNames([]byte(parts[0].Text)); err != nil {
			return err
		}
		how.Limits.Values = content.Limits{Values: d.left}.Exact().Values
	}
	r.Value, err = how.Parts(parts)
	return err
}

// fits reports whether a hint may be about the blocks that are there: a proxy drops them,
// or shortens their texts, and keeps the rest of a result.
func fits(h *content.Hint, parts []content.Part) bool {
	switch h.Form {
	case content.FormNone, content.FormNull:
		return true // of no blocks, and any that are there came later
	case content.FormList:
		return len(parts) > 0
	case content.FormText:
		return len(parts) > 0 && parts[0].File == nil
	}
	switch {
	case len(parts) == 0:
		return false
	case parts[0].File != nil:
		return len(parts) == 1 && slices.Equal(h.Files, []string{""})
	}
	return json.Valid([]byte(parts[0].Text))
}

// foreignFailure makes the texts the failure of r, and returns the other parts.
func foreignFailure(r *content.Response, parts []content.Part) []content.Part {
	var texts []string
	var files []content.Part
	for _, p := range parts {
		if p.File != nil {
			files = append(files, p)
		} else if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	if len(texts) > 0 {
		r.Failure = &content.Failure{Text: strings.Join(texts, "\n")}
	}
	return files
}
