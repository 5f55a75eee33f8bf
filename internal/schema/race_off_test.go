//go:build !race

package schema

// raced says that the race detector slows everything down.
const raced = false
