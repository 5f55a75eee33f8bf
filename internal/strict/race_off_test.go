//go:build !race

package strict

// raced says that the race detector slows everything down.
const raced = false
