//go:build !unix

package conformance

import "os/exec"

// ownGroup does nothing: there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends the command. Its children may outlive it.
func killGroup(c *exec.Cmd) { _ = c.Process.Kill() }
