//go:build !race

package functionschema

// raced says that the race detector slows everything down.
const raced = false
