package functionschema

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/strict"
)

// Digest returns the SHA-256 of arguments in their canonical form, in lower-case
// hexadecimal, so that two texts have one digest if and only if they mean the
// same: members sorted by the UTF-8 bytes of their names, strings with the
// escapes of RFC 8785, every number as its exact value in one spelling (1, 1.0
// and 1e0 alike). It equals the SHA-256 of RFC 8785's form except for numbers
// that a double cannot hold and names beyond the basic plane, where that form
// takes different arguments for the same.
//
// A text that is not strict JSON within the default limits is INVALID_ARGUMENT.
func Digest(args []byte) (string, error) {
	v, fault := strict.Parse(args, strict.Limits{})
	if fault != nil {
		return "", parseError("", fault)
	}
	sum := sha256.Sum256(canonical.Append(nil, v))
	return hex.EncodeToString(sum[:]), nil
}
