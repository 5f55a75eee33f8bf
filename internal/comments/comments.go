// Package comments holds what Go source says of struct fields and parameters, for
// those who have read it: a compiled program has lost its comments.
package comments

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Map is the comments by [Field] and by the name of a parameter. Whoever has
// handed one on does not change it.
type Map map[string]string

// Field is the key of a field of a package-level type. Of an instantiated generic
// type the arguments do not count.
func Field(pkgPath, typeName, field string) string {
	typeName, _, _ = strings.Cut(typeName, "[")
	return pkgPath + "." + typeName + "." + field
}

// Digest identifies what a Map says.
func (m Map) Digest() string {
	h := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(h, "%q %q\n", key, m[key])
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
