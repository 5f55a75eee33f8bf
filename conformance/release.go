package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Release is a version of the suite whose cases are frozen. README.md in the folder
// fixtures/releases says what the digests are of.
type Release struct {
	Suite  string `json:"suite"`
	Format string `json:"format"`
	digests
}

// digests are those of what a case file says.
type digests struct {
	Cases        map[string]string `json:"cases"`        // by id
	Declarations map[string]string `json:"declarations"` // by kind and name
}

// ReadRelease reads the file of a release.
func ReadRelease(data []byte) (*Release, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	r := new(Release)
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("conformance: the release at byte %d: %w", d.InputOffset(), err)
	}
	if r.Suite == "" || len(r.Cases) == 0 {
		return nil, errors.New("conformance: a release has a version and cases")
	}
	return r, nil
}

// Freeze returns the release that the suite is.
func (s *Suite) Freeze() *Release {
	return &Release{Suite: s.Version, Format: s.Format, digests: s.digests}
}

// Released returns the suite with the cases of a release alone. The error names
// every case and every declaration of the release that was changed or is gone.
func (s *Suite) Released(r *Release) (*Suite, error) {
	faults := append(changed("case", r.Cases, s.digests.Cases), changed("", r.Declarations, s.digests.Declarations)...)
	if len(faults) > 0 {
		return nil, fmt.Errorf("the release %s cannot be run: %s", r.Suite, strings.Join(faults, "; "))
	}
	part := s.Select(func(c *Case) bool { return r.Cases[c.ID] != "" })
	part.Version = r.Suite
	return part, nil
}

// changed says what is not as it was.
func changed(what string, was, is map[string]string) []string {
	var faults []string
	for _, name := range slices.Sorted(maps.Keys(was)) {
		where := strings.TrimSpace(what + " " + name)
		switch is[name] {
		case was[name]:
		case "":
			faults = append(faults, where+" is gone")
		default:
			faults = append(faults, where+" was changed")
		}
	}
	return faults
}

// suiteLimits are those of a case file.
var suiteLimits = strict.Limits{Bytes: longestLine, Depth: 1000, Values: longestLine, Digits: 1000, Exponent: 1000}

// digestSuite digests what a case file says.
func digestSuite(data []byte) (digests, error) {
	d := digests{Cases: map[string]string{}, Declarations: map[string]string{}}
	file, fault := strict.Parse(data, suiteLimits)
	if fault != nil {
		return d, fmt.Errorf("conformance: the case file: %w", fault)
	}
	for _, g := range file.Lookup("groups").Items {
		for _, c := range g.Lookup("cases").Items {
			d.Cases[c.Lookup("id").Text] = digestWithout(c, "why", "rules", "source")
		}
	}
	for _, kind := range []string{"function", "model", "union"} {
		for _, m := range members(file, kind+"s") {
			d.Declarations[kind+" "+m.Name] = digestWithout(m.Value, "about")
		}
	}
	return d, nil
}

// digestWithout is the digest of an object without some of its members.
func digestWithout(v *tree.Value, names ...string) string {
	sum := sha256.Sum256(canonical.Append(nil, v.Without(names...)))
	return hex.EncodeToString(sum[:])
}
