// Fscheck shows what a function's schema says and does: it judges calls by the
// same engine that runs them, replays recorded ones, and lists parameters.
//
// Results go to standard output, all else to standard error. It exits with 0 when
// all is well, 1 when it found something, and 2 when it was used wrongly or a file
// could not be read or written.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}
