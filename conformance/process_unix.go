//go:build unix

package conformance

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command the head of a process group of its own.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the group of a command, also when its head has ended.
func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
