package conformance

import (
	"slices"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// numberFaults are mistakes with numbers, and with what is taken for one.
func numberFaults() []fault {
	return []fault{
		{name: "coerces \"2\"", excuses: excuse(func(v *tree.Value) []*tree.Value {
			if inner := parse(v.Text); v.Kind == tree.String && inner != nil && inner.Kind == tree.Number {
				return []*tree.Value{inner}
			}
			return nil
		})},
		{name: "coerces true", excuses: excuse(func(v *tree.Value) []*tree.Value {
			if v.Kind != tree.Bool {
				return nil
			}
			return []*tree.Value{bit(v)}
		})},
		{name: "truncates 1.5", excuses: excuse(func(v *tree.Value) []*tree.Value {
			if whole, _, found := strings.Cut(v.Text, "."); v.Kind == tree.Number && found && !strings.ContainsAny(v.Text, "eE") {
				return []*tree.Value{tree.NewNumber(whole)}
			}
			return nil
		})},
		{name: "refuses 1e3", answers: refuseSpellings},
		{name: "rounds 2^53+1",
			judges: func(_ *faultySubject, schema *tree.Value) *tree.Value { return rounded(schema) },
			reads:  func(_ *faultySubject, args *tree.Value) *tree.Value { return rounded(args) },
			answers: func(t *faultyCall) {
				if v := parse(t.answer.Response.Text); t.answer.Error == nil && v != nil {
					t.answer.Response.Text = rounded(v).String()
				}
			}},
		{name: "saturates", excuses: excuse(saturated)},
		{name: "rounds a float32 twice", reads: func(s *faultySubject, args *tree.Value) *tree.Value {
			for _, f := range s.Bind {
				if v := args.Lookup(f.Name); f.Type.Name == "float32" && v != nil && v.Kind == tree.Number {
					double, _ := strconv.ParseFloat(v.Text, 64)
					single := float32(double)
					args = args.With(f.Name, tree.NewNumber(strconv.FormatFloat(float64(single), 'g', -1, 64)))
				}
			}
			return args
		}},
		{name: "takes 1 for true",
			judges: func(_ *faultySubject, schema *tree.Value) *tree.Value {
				return eachObject(schema, func(list []tree.Member) []tree.Member {
					for i, m := range list {
						if m.Name == "const" && m.Value.Kind == tree.Number && m.Value.Text == "1" {
							list = slices.Concat(list[:i], list[i+1:], []tree.Member{tree.M("enum", tree.NewArray(m.Value, tree.NewBool(true)))})
							break
						}
					}
					return list
				})
			},
			reads: func(s *faultySubject, args *tree.Value) *tree.Value {
				if !strings.Contains(s.schema.String(), "uniqueItems") {
					return args
				}
				return rewrite(args, func(v *tree.Value) *tree.Value {
					if v.Kind != tree.Array {
						return v
					}
					return each(v, func(item *tree.Value) *tree.Value {
						if item.Kind == tree.Bool {
							return bit(item)
						}
						return item
					})
				})
			}},
	}
}

// excuse is for faults that look at the value at fault alone.
func excuse(take func(v *tree.Value) []*tree.Value) func(*tree.Value, content.Violation) []*tree.Value {
	return func(args *tree.Value, at content.Violation) []*tree.Value {
		v := args.At(at.Pointer)
		if v == nil || at.Pointer == "" {
			return nil
		}
		var list []*tree.Value
		for _, other := range take(v) {
			list = append(list, substitute(args, at.Pointer, other))
		}
		return list
	}
}

func bit(v *tree.Value) *tree.Value {
	if v.Bool {
		return tree.NewNumber("1")
	}
	return tree.NewNumber("0")
}

// rounded sends every number through a double.
func rounded(v *tree.Value) *tree.Value {
	return rewrite(v, func(v *tree.Value) *tree.Value {
		f, err := strconv.ParseFloat(v.Text, 64)
		if v.Kind != tree.Number || err != nil {
			return v
		}
		return tree.NewNumber(strconv.FormatFloat(f, 'g', -1, 64))
	})
}

// saturated are the ends of the native integers, the widest first.
func saturated(v *tree.Value) []*tree.Value {
	if v.Kind != tree.Number {
		return nil
	}
	ends := []string{"18446744073709551615", "9223372036854775807", "4294967295", "2147483647", "65535", "32767", "255", "127"}
	if decimal.Parse(v.Text).Sign() < 0 {
		ends = []string{"-9223372036854775808", "-2147483648", "-32768", "-128", "0"}
	}
	var list []*tree.Value
	for _, end := range ends {
		list = append(list, tree.NewNumber(end))
	}
	return list
}

// refuseSpellings refuses an integer that is not written as one: what an engine
// does that reads integers from their text. Where an integer is wanted is found by
// asking for a fraction there.
func refuseSpellings(t *faultyCall) {
	if t.answer.Error != nil || t.args == nil {
		return
	}
	var refused []content.Violation
	eachNumber(t.args, "", func(pointer string, v *tree.Value) {
		if !strings.ContainsAny(v.Text, ".eE") || !decimal.Parse(v.Text).IsInteger() {
			return
		}
		other := t.ask(substitute(t.args, pointer, tree.NewNumber("0.5")))
		if other.Error != nil && hasViolation(other.Error, content.Violation{Pointer: pointer}) {
			refused = append(refused, content.Violation{Pointer: pointer, Keyword: "type", Message: "must be an integer"})
		}
	})
	if len(refused) > 0 {
		t.answer.Error = &ErrorAnswer{Code: "INVALID_ARGUMENT", Violations: refused}
		t.answer.Invocations, t.answer.Bound = 0, nil
	}
}

func eachNumber(v *tree.Value, pointer string, visit func(pointer string, v *tree.Value)) {
	if v.Kind == tree.Number {
		visit(pointer, v)
	}
	for i, item := range v.Items {
		eachNumber(item, tree.Join(pointer, strconv.Itoa(i)), visit)
	}
	for _, m := range v.Members {
		eachNumber(m.Value, tree.Join(pointer, m.Name), visit)
	}
}
