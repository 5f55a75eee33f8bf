package lexical_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/lexical"
)

func TestDateTime(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		ok         bool
		remedy     string
	}{
		{"utc", "2024-02-29T23:59:59Z", true, ""},
		{"fraction", "2024-01-01T00:00:00.123456789Z", true, ""},
		{"offset", "2024-01-01T00:00:00.5-23:59", true, ""},
		{"unknown local offset", "2024-01-01T00:00:00-00:00", true, ""},
		{"year zero", "0000-01-01T00:00:00Z", true, ""},
		{"no leap year", "2023-02-29T00:00:00Z", false, ""},
		{"century is no leap year", "1900-02-29T00:00:00Z", false, ""},
		{"april has 30 days", "2024-04-31T00:00:00Z", false, ""},
		{"month 13", "2024-13-01T00:00:00Z", false, ""},
		{"day 0", "2024-01-00T00:00:00Z", false, ""},
		{"hour 24", "2024-01-01T24:00:00Z", false, ""},
		{"minute 60", "2024-01-01T00:60:00Z", false, ""},
		{"leap second", "2016-12-31T23:59:60Z", false, "leap second"},
		{"lower t", "2024-01-01t00:00:00Z", false, "upper-case"},
		{"lower z", "2024-01-01T00:00:00z", false, "upper-case"},
		{"space", "2024-01-01 00:00:00Z", false, "a T between"},
		{"no zone", "2024-01-01T00:00:00", false, "Z or an offset"},
		{"date only", "2024-01-01", false, "a time after"},
		{"offset hour 24", "2024-01-01T00:00:00+24:00", false, ""},
		{"offset minute 60", "2024-01-01T00:00:00+00:60", false, ""},
		{"offset without colon", "2024-01-01T00:00:00+0100", false, ""},
		{"10 digits", "2024-01-01T00:00:00.1234567891Z", false, "at most 9 digits"},
		{"no digit", "2024-01-01T00:00:00.Z", false, ""},
		{"comma", "2024-01-01T00:00:00,5Z", false, ""},
		{"tail", "2024-01-01T00:00:00Z ", false, ""},
		{"sign", "+024-01-01T00:00:00Z", false, ""},
		{"other digits", "２024-01-01T00:00:00Z", false, ""},
		{"empty", "", false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := lexical.DateTime(tt.text)
			if ok != tt.ok {
				t.Fatalf("DateTime(%q) = %v", tt.text, ok)
			}
			if want, err := time.Parse(time.RFC3339Nano, tt.text); ok && (err != nil || !got.Equal(want)) {
				t.Errorf("got %v, the standard library says %v, %v", got, want, err)
			}
			if r := lexical.DateTimeRemedy(tt.text); !ok && !strings.Contains(r, tt.remedy) {
				t.Errorf("remedy %q lacks %q", r, tt.remedy)
			}
		})
	}
}

func TestBase64(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		ok         bool
		remedy     string
	}{
		{"empty", "", true, ""},
		{"padded", "aGk=", true, ""},
		{"both special characters", "+/+/", true, ""},
		{"no padding", "aGk", false, "pad with ="},
		{"url-safe", "-_-_", false, "write + for -"},
		{"url-safe without padding", "-_8", false, "write + for -"},
		{"line break", "aGk=\n", false, "line breaks"},
		{"line break within", "aG\r\nk=", false, "line breaks"},
		{"tail bits", "aGl=", false, "last bits"},
		{"space", "aGk= ", false, ""},
		{"data url", "data:text/plain;base64,aGk=", false, "data: prefix"},
		{"too much padding", "aGk==", false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, ok := lexical.Base64(tt.text)
			if ok != tt.ok {
				t.Fatalf("Base64(%q) = %v", tt.text, ok)
			}
			if ok && base64.StdEncoding.EncodeToString(b) != tt.text {
				t.Errorf("encoding gives another text")
			}
			if r := lexical.Base64Remedy(tt.text); !ok && !strings.Contains(r, tt.remedy) {
				t.Errorf("remedy %q lacks %q", r, tt.remedy)
			}
		})
	}
}

func FuzzBase64(f *testing.F) {
	for _, s := range []string{"", "aGk=", "aGk", "aGl=", "aG\nk=", "-_-_"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b, ok := lexical.Base64(s)
		if ok && base64.StdEncoding.EncodeToString(b) != s {
			t.Errorf("%q is accepted but is not what encoding gives", s)
		}
		if !ok {
			if d, err := base64.StdEncoding.DecodeString(s); err == nil && base64.StdEncoding.EncodeToString(d) == s {
				t.Errorf("%q is refused", s)
			}
			lexical.Base64Remedy(s)
		}
	})
}

func FuzzDateTime(f *testing.F) {
	for _, s := range []string{"2024-02-29T23:59:59.5Z", "2024-01-01 00:00:00", "2016-12-31T23:59:60Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := lexical.DateTime(s)
		if !ok {
			lexical.DateTimeRemedy(s)
			return
		}
		if want, err := time.Parse(time.RFC3339Nano, s); err != nil || !want.Equal(got) {
			t.Errorf("%q gives %v, the standard library %v, %v", s, got, want, err)
		}
	})
}
