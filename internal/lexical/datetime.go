// Package lexical reads the two texts whose form binding depends on: the
// date-time of RFC 3339 and base64 of RFC 4648. The schema's assertion and the
// decoder call the same functions, so they cannot disagree.
package lexical

import (
	"strings"
	"time"
)

// DateTime reads a date-time of RFC 3339, section 5.6, with upper-case T and Z,
// no leap second, an offset below 24:00 and at most 9 digits of fraction: what a
// time.Time holds without loss. A Z gives UTC, an offset a fixed zone.
func DateTime(s string) (time.Time, bool) {
	if len(s) < len("2006-01-02T15:04:05Z") || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' {
		return time.Time{}, false
	}
	year, ok1 := digits(s[0:4])
	month, ok2 := digits(s[5:7])
	day, ok3 := digits(s[8:10])
	hour, ok4 := digits(s[11:13])
	minute, ok5 := digits(s[14:16])
	second, ok6 := digits(s[17:19])
	if !(ok1 && ok2 && ok3 && ok4 && ok5 && ok6) || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) ||
		hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	rest := s[19:]
	nanos := 0
	if rest[0] == '.' {
		end := 1
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		if end == 1 || end > 10 {
			return time.Time{}, false
		}
		nanos, _ = digits((rest[1:end] + "00000000")[:9])
		rest = rest[end:]
	}
	zone, ok := offset(rest)
	if !ok {
		return time.Time{}, false
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, nanos, zone), true
}

// offset reads Z or ±hh:mm.
func offset(s string) (*time.Location, bool) {
	if s == "Z" {
		return time.UTC, true
	}
	if len(s) != len("+00:00") || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return nil, false
	}
	hours, ok1 := digits(s[1:3])
	minutes, ok2 := digits(s[4:6])
	if !ok1 || !ok2 || hours > 23 || minutes > 59 {
		return nil, false
	}
	seconds := hours*3600 + minutes*60
	if s[0] == '-' {
		seconds = -seconds
	}
	return time.FixedZone("", seconds), true
}

func digits(s string) (int, bool) {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// DateTimeRemedy says, for a text that [DateTime] refuses, what would be
// accepted. It never quotes the text.
func DateTimeRemedy(s string) string {
	const want = "a date-time of RFC 3339 such as 2006-01-02T15:04:05Z"
	upper := strings.ToUpper(s)
	switch {
	case accepts(upper):
		return want + ", with an upper-case T and Z"
	case len(s) > 10 && (s[10] == ' ' || s[10] == '_') && accepts(s[:10]+"T"+s[11:]):
		return want + ", with a T between date and time"
	case accepts(s + "T00:00:00Z"):
		return want + ", with a time after the date"
	case accepts(s + "Z"):
		return want + ", with Z or an offset such as +02:00 at the end"
	case len(s) >= 19 && s[17:19] == "60" && accepts(s[:17]+"59"+s[19:]):
		return want + ", without a leap second"
	case len(s) > 29 && s[19] == '.' && accepts(s[:19]+strings.TrimLeft(s[20:], "0123456789")):
		return want + ", with at most 9 digits of fraction"
	}
	return want
}

func accepts(s string) bool {
	_, ok := DateTime(s)
	return ok
}
