//go:build !linux

package page

import "os/exec"

// inGroup does nothing: what Chromium starts is left to it.
func inGroup(*exec.Cmd) {}

// endGroup finds nothing.
func endGroup(*exec.Cmd) []string { return nil }
