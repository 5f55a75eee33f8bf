package program

import "os"

// Broken returns what the go command says of a package that does not compile: in
// the package's own module if it fails there too, else in the workspace.
func Broken(dir, pattern string, env []string) error {
	args := []string{"build", "-o", os.DevNull, pattern}
	if _, err := goCommand(dir, nil, args...); err != nil {
		return err
	}
	if _, err := goCommand(dir, env, args...); err != nil {
		return err
	}
	return &GoError{"cannot read " + pattern + ", though it compiles"}
}
