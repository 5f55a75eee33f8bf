package binding

import (
	"strconv"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// valueKind is what may follow a word's "=".
type valueKind uint8

const (
	textValue     valueKind = iota // as it is
	countValue                     // a non-negative integer
	numberValue                    // a JSON number
	positiveValue                  // a JSON number above 0
	flagValue                      // nothing, true or false
	typedValue                     // of the field's own type
)

// rule says what a word of the jsonschema tag means and where it fits.
type rule struct {
	value   valueKind
	types   string // the JSON types it fits, "" for all
	repeats bool
	list    string // of words that may repeat: the keyword that holds the values
	own     bool   // on an array it does not go to the items
}

func (r rule) keyword(name string) string {
	if r.list != "" {
		return r.list
	}
	return name
}

const (
	forStrings = "string"
	forNumbers = "integer number"
	forArrays  = "array"
	forObjects = "object"
)

// vocabulary is the words of rule 3.
var vocabulary = map[string]rule{
	"title":            {value: textValue, own: true},
	"description":      {value: textValue, own: true},
	"default":          {value: typedValue, own: true},
	"example":          {value: typedValue, own: true, repeats: true, list: "examples"},
	"enum":             {value: typedValue, repeats: true, list: "enum"},
	"minLength":        {value: countValue, types: forStrings},
	"maxLength":        {value: countValue, types: forStrings},
	"pattern":          {value: textValue, types: forStrings},
	"format":           {value: textValue, types: forStrings},
	"multipleOf":       {value: positiveValue, types: forNumbers},
	"minimum":          {value: numberValue, types: forNumbers},
	"maximum":          {value: numberValue, types: forNumbers},
	"exclusiveMinimum": {value: numberValue, types: forNumbers},
	"exclusiveMaximum": {value: numberValue, types: forNumbers},
	"minItems":         {value: countValue, types: forArrays, own: true},
	"maxItems":         {value: countValue, types: forArrays, own: true},
	"uniqueItems":      {value: flagValue, types: forArrays, own: true},
	"minProperties":    {value: countValue, types: forObjects},
	"maxProperties":    {value: countValue, types: forObjects},
	"readOnly":         {value: flagValue},
	"writeOnly":        {value: flagValue},
	"deprecated":       {value: flagValue},
}

// split tells the words that stay on an array from those for its items.
func (ws words) split() (own, items words) {
	for _, w := range ws {
		if vocabulary[w.name].own {
			own = append(own, w)
		} else {
			items = append(items, w)
		}
	}
	return own, items
}

// apply adds the words to a schema whose JSON type is given: "" admits any.
func (ws words) apply(k *keywords, jsonType string, at place, f *faults) {
	for _, w := range ws {
		r := vocabulary[w.name]
		name := r.keyword(w.name)
		if jsonType != "" && !fits(r.types, jsonType) {
			f.add(at, name, "%s does not fit: it is for %s, this is %s", w.name, plain(r.types), article(jsonType))
			continue
		}
		v, remedy := w.value(r, jsonType)
		if remedy != "" {
			f.add(at, name, "%s=%s: %s", w.name, w.values[len(w.values)-1], remedy)
			continue
		}
		if v == nil {
			continue // a flag that is false
		}
		old := k.get(name)
		if old != nil && r.value == numberValue {
			v = tighter(name, old, v)
		} else if old != nil {
			f.add(at, name, "the type fixes %s already: remove the word", name)
			continue
		}
		k.set(name, v)
	}
	k.checkBounds(at, f)
}

func fits(types, jsonType string) bool {
	return types == "" || types == jsonType || types == forNumbers && (jsonType == "integer" || jsonType == "number")
}

func plain(types string) string {
	if types == forNumbers {
		return "numbers"
	}
	return types + "s"
}

func article(jsonType string) string {
	switch jsonType {
	case "":
		return "of any type"
	case "integer", "array", "object":
		return "an " + jsonType
	}
	return "a " + jsonType
}

// value returns what the word says, or a remedy.
func (w word) value(r rule, jsonType string) (*tree.Value, string) {
	if w.json != nil {
		return w.json, ""
	}
	text := w.values[0]
	switch r.value {
	case countValue:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || strconv.FormatInt(n, 10) != text {
			return nil, "write a whole number, 0 or more"
		}
		return tree.NewNumber(text), ""
	case numberValue, positiveValue:
		v := readNumber(text)
		if v == nil {
			return nil, "write a number as in JSON"
		}
		if r.value == positiveValue && decimal.Parse(text).Sign() <= 0 {
			return nil, "write a number above 0"
		}
		return v, ""
	case flagValue:
		switch {
		case w.bare || text == "true":
			return tree.NewBool(true), ""
		case text == "false":
			return nil, ""
		}
		return nil, "write the word alone, or =true or =false"
	case typedValue:
		return w.typed(r, jsonType)
	}
	return tree.NewString(text), ""
}

// typed returns the values of enum, example and default as the type has them.
func (w word) typed(r rule, jsonType string) (*tree.Value, string) {
	items := make([]*tree.Value, len(w.values))
	for i, text := range w.values {
		switch jsonType {
		case "string":
			items[i] = tree.NewString(text)
		case "integer":
			items[i] = readNumber(text)
			if items[i] == nil || !decimal.Parse(text).IsInteger() {
				return nil, "write an integer as in JSON"
			}
		case "number":
			if items[i] = readNumber(text); items[i] == nil {
				return nil, "write a number as in JSON"
			}
		case "boolean":
			if text != "true" && text != "false" {
				return nil, "write true or false"
			}
			items[i] = tree.NewBool(text == "true")
		default:
			if w.name == "default" {
				return nil, "the type has no such literal: use the tag `default:\"<JSON literal>\"`"
			}
			return nil, "only strings, numbers and booleans can be written here: give the type a JSONSchema method"
		}
	}
	if r.list == "" {
		return items[0], ""
	}
	return tree.NewArray(items...), ""
}

func readNumber(text string) *tree.Value {
	v, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil || v.Kind != tree.Number {
		return nil
	}
	return tree.NewNumber(v.Text)
}
