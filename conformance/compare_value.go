package conformance

import (
	"math"
	"strconv"
	"time"
)

// met reports whether a value that was bound is the one that is expected.
func (v Value) met(got Value) bool {
	if v.Kind == "absent" {
		return got.isNothing()
	}
	if v.Kind != got.Kind || len(v.Items) != len(got.Items) || len(v.Members) != len(got.Members) {
		return false
	}
	switch v.Kind {
	case "number":
		return sameJSON(v.Text, got.Text)
	case "float":
		return sameFloat(v.Text, got.Text)
	case "datetime":
		return sameInstant(v.Text, got.Text)
	case "bool":
		return v.Bool == got.Bool
	}
	for i, item := range v.Items {
		if !item.met(got.Items[i]) {
			return false
		}
	}
	for name, member := range v.Members {
		if other, ok := got.Members[name]; !ok || !member.met(other) {
			return false
		}
	}
	return v.Text == got.Text
}

// sameFloat compares by value, with 0 and -0 apart and every NaN alike.
func sameFloat(want, got string) bool {
	w, err1 := strconv.ParseFloat(want, 64)
	g, err2 := strconv.ParseFloat(got, 64)
	return err1 == nil && err2 == nil && (math.Float64bits(w) == math.Float64bits(g) || math.IsNaN(w) && math.IsNaN(g))
}

// sameInstant compares the instant and the offset.
func sameInstant(want, got string) bool {
	w, err1 := time.Parse(time.RFC3339Nano, want)
	g, err2 := time.Parse(time.RFC3339Nano, got)
	_, o1 := w.Zone()
	_, o2 := g.Zone()
	return err1 == nil && err2 == nil && w.Equal(g) && o1 == o2
}

// isNothing reports whether a value is absent, null or what its type has where
// nothing was bound.
func (v Value) isNothing() bool {
	switch v.Kind {
	case "absent", "null":
		return true
	case "int", "duration":
		return v.Text == "0"
	case "float":
		return sameFloat("0x0p+0", v.Text)
	case "string", "bytes", "raw":
		return v.Text == ""
	case "number":
		return v.Text == "" || sameJSON(v.Text, "0")
	case "bool":
		return !v.Bool
	case "map":
		return len(v.Members) == 0
	case "datetime":
		t, err := time.Parse(time.RFC3339Nano, v.Text)
		return err == nil && t.IsZero()
	case "list":
		for _, item := range v.Items { // of a list of fixed length
			if !item.isNothing() {
				return false
			}
		}
		return true
	case "model":
		for _, member := range v.Members {
			if !member.isNothing() {
				return false
			}
		}
		return true
	}
	return false
}
