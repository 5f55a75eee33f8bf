package page

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// inGroup puts a command and all that it starts into a group of their own, which
// ends when its context is done.
func inGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// endGroup waits a little for what is left of a group that was closed, and kills
// and names what is there after that.
func endGroup(c *exec.Cmd) []string {
	var left []string
	for range 100 {
		if left = inGroupOf(c.Process.Pid); len(left) == 0 {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	return left
}

// inGroupOf lists the processes of a group that live.
func inGroupOf(group int) []string {
	var list []string
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		var state string
		var parent, of int
		end := strings.LastIndexByte(string(stat), ')')
		if _, err := fmt.Sscan(string(stat[end+1:]), &state, &parent, &of); err == nil && of == group && state != "Z" && state != "X" {
			list = append(list, string(stat[:end+1]))
		}
	}
	return list
}
