// Package realinput has tests alone: Go structs for functions that other people
// published, and the calls that are known for them. Calls bound to the structs
// must come out as their labels say, and the schemas derived from the structs must
// accept and refuse what the published ones do.
//
// The corpus lies beside the repository, in ../shared/corpus; without it the tests
// are skipped.
package realinput
