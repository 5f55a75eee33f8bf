package conformance

import (
	"os/exec"
	"syscall"
)

// awaitEnd waits for the end of a command and leaves it to be reaped: until then no
// other process has its number. It reports false if it cannot wait so.
func awaitEnd(c *exec.Cmd) bool {
	const byNumber, ended, leave = 1, 4, 0x1000000 // P_PID, WEXITED, WNOWAIT
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, byNumber, uintptr(c.Process.Pid), 0, ended|leave, 0, 0)
		if err != syscall.EINTR {
			return err == 0
		}
	}
}
