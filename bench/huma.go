package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// validatedByHuma reads into any, validates that, and reads again into the Go type, as
// huma's handler of a request body does. Laying defaults in is part of its HTTP layer
// and not done here.
func validatedByHuma[In any](schema []byte) (*peer, error) {
	var doc map[string]any
	if err := json.Unmarshal(schema, &doc); err != nil {
		return nil, fmt.Errorf("huma: %w", err)
	}
	defs, _ := doc["$defs"].(map[string]any)
	compiled, err := humaSchema(doc, defs)
	if err != nil {
		return nil, fmt.Errorf("huma: %w", err)
	}
	compiled.PrecomputeMessages()
	registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	type scratch struct {
		path   *huma.PathBuffer
		result huma.ValidateResult
	}
	pool := sync.Pool{New: func() any { return &scratch{path: huma.NewPathBuffer(make([]byte, 0, 128), 0)} }}
	return &peer{name: "huma", module: "github.com/danielgtaylor/huma/v2", validates: true, opened: func(args []byte) (any, error) {
		var v any
		if err := json.Unmarshal(args, &v); err != nil {
			return nil, err
		}
		s := pool.Get().(*scratch)
		defer func() { s.path.Reset(); s.result.Reset(); pool.Put(s) }()
		huma.Validate(registry, compiled, s.path, huma.ModeWriteToServer, v, &s.result)
		if len(s.result.Errors) > 0 {
			return nil, errors.New(errors.Join(s.result.Errors...).Error())
		}
		in := new(In)
		if m, ok := any(in).(*map[string]any); ok {
			*m, _ = v.(map[string]any) // what was validated is one
			return in, nil
		}
		return in, json.Unmarshal(args, in)
	}}, nil
}

// humaSchema translates a schema, so that all peers judge by one. A keyword that it
// does not know is an error: nobody is spared a check.
func humaSchema(doc, defs map[string]any) (*huma.Schema, error) {
	if ref, ok := doc["$ref"].(string); ok {
		target, ok := defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("there is no %s", ref)
		}
		return humaSchema(target, defs)
	}
	s := &huma.Schema{}
	for word, v := range doc {
		var err error
		switch word {
		case "$schema", "$defs", "title", "description", "default":
		case "type":
			s.Type, s.Nullable, err = humaType(v)
		case "contentEncoding":
			s.ContentEncoding, _ = v.(string)
		case "pattern":
			s.Pattern, _ = v.(string)
		case "enum":
			for _, e := range v.([]any) {
				if e != nil {
					s.Enum = append(s.Enum, e)
				}
			}
		case "required":
			for _, name := range v.([]any) {
				s.Required = append(s.Required, name.(string))
			}
		case "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems":
			err = humaBound(s, word, v)
		case "items":
			s.Items, err = humaSchema(v.(map[string]any), defs)
		case "additionalProperties":
			if m, ok := v.(map[string]any); ok {
				s.AdditionalProperties, err = humaSchema(m, defs)
			} else {
				s.AdditionalProperties = v
			}
		case "properties":
			s.Properties = map[string]*huma.Schema{}
			for name, p := range v.(map[string]any) {
				if s.Properties[name], err = humaSchema(p.(map[string]any), defs); err != nil {
					break
				}
			}
		default:
			err = fmt.Errorf("the keyword %s is not translated", word)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

func humaType(v any) (name string, nullable bool, err error) {
	switch v := v.(type) {
	case string:
		return v, false, nil
	case []any:
		if len(v) == 2 && v[1] == "null" {
			return v[0].(string), true, nil
		}
	}
	return "", false, fmt.Errorf("the type %v is not translated", v)
}

func humaBound(s *huma.Schema, word string, v any) error {
	f, ok := v.(float64)
	if !ok {
		return fmt.Errorf("%s is %v, not a number", word, v)
	}
	n := int(f)
	switch word {
	case "minimum":
		s.Minimum = &f
	case "maximum":
		s.Maximum = &f
	case "minLength":
		s.MinLength = &n
	case "maxLength":
		s.MaxLength = &n
	case "minItems":
		s.MinItems = &n
	case "maxItems":
		s.MaxItems = &n
	}
	return nil
}
