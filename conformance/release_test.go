package conformance

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/fixtures"
)

var cut = flag.Bool("cut", false, "write the release that the case file is")

// No case and no declaration of a release was edited. -cut writes a release.
func TestReleases(t *testing.T) {
	suite := loadFixtures(t)
	if *cut {
		text, err := json.MarshalIndent(suite.Freeze(), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(filepath.Join("../fixtures/releases", suite.Version+".json"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			t.Fatalf("a release is cut once: %v", err)
		}
		defer f.Close()
		if _, err := f.Write(append(text, '\n')); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, version := range fixtures.Releases() {
		r, err := ReadRelease(fixtures.Release(version))
		if err != nil {
			t.Errorf("%s: %v", version, err)
			continue
		}
		if r.Suite != version {
			t.Errorf("releases/%s.json is of %s", version, r.Suite)
		}
		if _, err := suite.Released(r); err != nil {
			t.Errorf("%v: a changed meaning is a new id", err)
		}
	}
	if fixtures.Release("0.0.0") != nil || fixtures.Release("../releases/README") != nil {
		t.Error("there is a release that nobody cut")
	}
}

// What an edit does to a release.
func TestReleased(t *testing.T) {
	release := loadFixtures(t).Freeze()
	text, err := json.Marshal(release)
	if err != nil {
		t.Fatal(err)
	}
	if release, err = ReadRelease(text); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ reason, old, with, want string }{
		{"nothing", "", "", ""},
		{"white space", `"id": `, `"id"  :  `, ""},
		{"an id", `"digest/empty"`, `"digest/vacant"`, "case digest/empty is gone"},
		{"a version, which changes no case", `"suite": "` + release.Suite + `"`, `"suite": "9.0.0"`, ""},
		{"an expectation", `44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a`, strings.Repeat("0", 64), "case digest/empty was changed"},
		{"a source", `["contract"]`, `["contract", "contract"]`, ""},
		{"a description", `"about": "`, `"about": "More: `, ""},
	} {
		data := fixtures.Cases()
		if test.old != "" && !bytes.Contains(data, []byte(test.old)) {
			t.Fatalf("%s: the file has no %s", test.reason, test.old)
		}
		suite, err := Load(bytes.ReplaceAll(data, []byte(test.old), []byte(test.with)))
		if test.old == "" {
			suite, err = Load(data)
		}
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		part, err := suite.Released(release)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.reason, err)
		case test.want == "" && (part.Version != release.Suite || len(part.Cases()) != len(release.Cases)):
			t.Errorf("%s: %d cases of %s are left", test.reason, len(part.Cases()), part.Version)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v does not say that %s", test.reason, err, test.want)
		}
	}
	// A case that was added is not part of it; a declaration that was edited is.
	delete(release.Cases, "digest/empty")
	part, err := loadFixtures(t).Released(release)
	if err != nil || len(part.Cases()) != len(release.Cases) {
		t.Errorf("a case that was added: %v", err)
	}
	release.Declarations["model Address"] = strings.Repeat("0", 64)
	release.Declarations["function gone"] = strings.Repeat("0", 64)
	if _, err = loadFixtures(t).Released(release); err == nil || !strings.Contains(err.Error(), "function gone is gone; model Address was changed") {
		t.Errorf("a declaration that was edited: %v", err)
	}
	if _, err := ReadRelease([]byte(`{}`)); err == nil {
		t.Error("a release of nothing")
	}
}
