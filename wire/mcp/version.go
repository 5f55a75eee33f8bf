package mcp

import "fmt"

// Version is a version of the protocol, as initialize names it.
type Version string

// The versions that are written. What is read may be of any of them.
const (
	Version20250618 Version = "2025-06-18"
	Version20251125 Version = "2025-11-25"
	Version20260728 Version = "2026-07-28"
)

func (v Version) check() error {
	switch v {
	case "", Version20250618, Version20251125, Version20260728:
		return nil
	}
	return fmt.Errorf("mcp: version %q is none of %s, %s, %s", string(v), Version20250618, Version20251125, Version20260728)
}

// modern reports whether structuredContent may be any JSON, and a result says that
// it is complete.
func (v Version) modern() bool { return v == Version20260728 }
