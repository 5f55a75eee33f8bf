// Package page holds the test of the conformance report in a browser; see
// ../README.md.
package page
