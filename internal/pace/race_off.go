//go:build !race

package pace

// Raced says whether the race detector is on.
const Raced = false
