//go:build unix

package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fewCases are some of several groups; the second has the marker in its arguments.
func fewCases(t *testing.T) *Suite {
	t.Helper()
	ids := []string{"numbers/integral-1e3", "numbers/n17-string-not-coerced", "numbers/n16-fraction-not-truncated", "digest/empty", "calling/error-hidden"}
	return loadFixtures(t).Select(func(c *Case) bool { return slices.Contains(ids, c.ID) })
}

// Everything that an engine says and hears survives the protocol: the reports are
// the same.
func TestEngineOverTheProtocol(t *testing.T) {
	suite := loadFixtures(t).Select(func(c *Case) bool { return !isCostly(c) })
	for _, name := range []string{"", "rounds 2^53+1", "reports the first error only"} {
		direct, err := NewEngine(), error(nil)
		peer := "honest"
		if name != "" {
			peer = name
			if direct, err = NewFaultyEngine(name); err != nil {
				t.Fatal(err)
			}
		}
		want, err := Run(t.Context(), suite, direct, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Run(t.Context(), suite, asPeer(t, peer), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(CaseReport{})); diff != "" {
			t.Errorf("%s: -in process +over the protocol\n%s", peer, diff)
		}
	}
}

// A peer that breaks is shown as what it is, does not hold up the run, and is
// asked the next case.
func TestHostilePeers(t *testing.T) {
	suite := fewCases(t)
	for name, hostile := range hostilePeers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			patience := time.Minute // where nothing hangs, a slow machine is no failure
			if hostile.outcome == Timeout {
				patience = 3 * time.Second
			}
			r := runner{testee: patient{asPeer(t, name), patience, grace}}
			report, err := r.suite(t.Context(), suite)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range report.Groups {
				for _, c := range g.Cases {
					if c.ID != "numbers/n17-string-not-coerced" {
						if c.Outcome != Pass && name != "answers twice" {
							t.Errorf("%s is %s: %s", c.ID, c.Outcome, c.Reason)
						}
						continue
					}
					said := c.Reason
					for _, d := range c.Differences {
						said += d.Got
					}
					if name == "answers twice" {
						continue
					}
					if c.Outcome != hostile.outcome || !strings.Contains(said, hostile.says) {
						t.Errorf("the case is %s, want %s; it says %q", c.Outcome, hostile.outcome, said)
					}
					if strings.HasPrefix(name, "leaves a child") {
						gone(t, said)
					}
				}
			}
			if name == "answers twice" && report.ProtocolErrors != 1 {
				t.Errorf("a second answer: %s", report.Summary())
			}
		})
	}
}

// gone checks that the child whose number is in a text was killed with its group.
func gone(t *testing.T, text string) {
	t.Helper()
	var pid int
	for _, c := range text[strings.LastIndex(text, "child ")+len("child "):] {
		pid = 10*pid + int(c-'0')
	}
	for range 100 {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || bytes.Contains(state, []byte(") Z ")) {
			if err := syscall.Kill(pid, 0); err == nil && state == nil {
				t.Skip("there is no /proc")
			}
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the child %d lives on", pid)
}

// One that answers no hello is ended with its time.
func TestPeerThatSaysNothing(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	peer := NewExternal("sleep", "3600")
	_, err := peer.Hello(ctx, HelloRequest{Protocol: []int{Protocol}})
	var b *broken
	if !errors.As(err, &b) || b.outcome != Timeout || peer.process != nil {
		t.Errorf("it is %v, and lives: %t", err, peer.process != nil)
	}
}

// A testee is closed however its run ends.
func TestEveryRunCloses(t *testing.T) {
	for name, hello := range map[string]func() (HelloAnswer, error){
		"another protocol": func() (HelloAnswer, error) { return HelloAnswer{Protocol: 7}, nil },
		"not run":          func() (HelloAnswer, error) { return HelloAnswer{}, &notRun{"gone"} },
		"broken":           func() (HelloAnswer, error) { return HelloAnswer{}, &broken{Crash, "dead"} },
		"cancelled":        func() (HelloAnswer, error) { return HelloAnswer{}, context.Canceled },
		"all is well":      func() (HelloAnswer, error) { return HelloAnswer{Protocol: Protocol}, nil },
	} {
		closes := &closing{Testee: NewEngine(), hello: hello}
		if _, err := Run(t.Context(), fewCases(t), closes, nil); err != nil && name != "cancelled" {
			t.Error(err)
		}
		if closes.closed == 0 {
			t.Errorf("%s: it was not closed", name)
		}
	}
}

type closing struct {
	Testee
	hello  func() (HelloAnswer, error)
	closed int
}

func (c *closing) Hello(context.Context, HelloRequest) (HelloAnswer, error) { return c.hello() }

func (c *closing) Close() error { c.closed++; return nil }

// What breaks before the first case, or at every case.
func TestPeersThatCannotBeAsked(t *testing.T) {
	for _, test := range []struct {
		reason string
		testee *External
		want   string
	}{
		{"there is no such command", NewExternal("fscheck-there-is-no-such-command"), "not run: fscheck-there-is-no-such-command cannot be started: executable file not found in $PATH"},
		{"it is no program", NewExternal("./external_test.go"), "not run: ./external_test.go cannot be started: fork/exec ./external_test.go: permission denied"},
		{"it speaks another protocol", asPeer(t, "speaks another protocol"), "not run: it speaks no version of the protocol that the runner speaks"},
		{"it ends at once", NewExternal("sh", "-c", "exit 0"), "0 passed, 0 failed, 0 skipped, 5 crash"},
		{"it ends with a failure at hello", NewExternal("sh", "-c", "echo no module >&2; exit 1"), "0 passed, 0 failed, 0 skipped, 5 crash"},
		{"it has half a line and ends", NewExternal("printf", `{"id":`), "0 passed, 0 failed, 0 skipped, 5 crash"},
		{"it floods without an end of a line", NewExternal("sh", "-c", "cat /dev/zero"), "0 passed, 0 failed, 0 skipped, 5 protocol-error"},
		{"it repeats what it is sent", NewExternal("cat"), "0 passed, 0 failed, 0 skipped, 5 protocol-error"},
		{"it says yes without end", NewExternal("yes"), "0 passed, 0 failed, 0 skipped, 5 protocol-error"},
		{"it chooses a version that was not offered", asPeer(t, "chooses version 7"), "0 passed, 0 failed, 0 skipped, 5 protocol-error"},
		{"it writes after bye", asPeer(t, "writes after bye"), "4 passed, 0 failed, 0 skipped, 1 protocol-error"},
		{"it stays after bye", asPeer(t, "stays after bye"), "5 passed, 0 failed, 0 skipped"},
	} {
		report, err := Run(t.Context(), fewCases(t), test.testee, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, report.Summary()); diff != "" {
			t.Errorf("%s: %s", test.reason, diff)
		}
	}
}

// One that breaks at every case is given up.
func TestPeerIsGivenUp(t *testing.T) {
	suite := loadFixtures(t).Select(func(c *Case) bool { return groupOf(c.ID) == "numbers" })
	report, err := Run(t.Context(), suite, asPeer(t, "dies at every call"), nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, c := range report.results(Crash) {
		if !strings.HasPrefix(c.Reason, notAsked) {
			asked++
		}
	}
	if asked != restarts+1 || report.Crashed+report.Passed+report.Skipped != len(suite.Cases()) {
		t.Errorf("%d cases were asked: %s", asked, report.Summary())
	}
}

// A run that is cancelled ends its peer.
func TestRunOfAPeerEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	peer := asPeer(t, "hangs")
	time.AfterFunc(500*time.Millisecond, cancel)
	start := time.Now()
	if _, err := Run(ctx, fewCases(t), peer, nil); err == nil {
		t.Error("the run has no error")
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if peer.process != nil {
		t.Error("the peer lives on")
	}
}

// Neither the id of a case nor what is expected of it is in what a peer is sent.
func TestTrafficHoldsNoAnswers(t *testing.T) {
	suite := loadFixtures(t).Select(func(c *Case) bool { return !isCostly(c) })
	file := t.TempDir() + "/traffic"
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	peer := NewExternal("sh", "-c", "tee '"+file+"' | "+peerVariable+"=honest '"+self+"'")
	report, err := Run(t.Context(), suite, peer, nil)
	if err != nil || !report.OK() || report.Passed == 0 {
		t.Fatal(report.Summary(), err)
	}
	traffic, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields("id cmd protocol format suite subject handle argumentsText argumentsBase64 injectedText injectedOpaque injectedFailing context")
	lines := bytes.Split(bytes.TrimSuffix(traffic, []byte("\n")), []byte("\n"))
	if len(lines) < 2*len(suite.Cases()) {
		t.Errorf("only %d lines were sent", len(lines))
	}
	for _, line := range lines {
		var q map[string]json.RawMessage
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		for name := range q {
			if !slices.Contains(known, name) {
				t.Errorf("it was sent the member %q: %s", name, excerpt(line))
			}
		}
	}
	for _, c := range suite.Cases() {
		for _, word := range []string{`"` + c.ID + `"`, c.Why} {
			if word != "" && bytes.Contains(traffic, []byte(word)) {
				t.Errorf("the peer was sent %s", word)
			}
		}
	}
	for _, word := range []string{`"expect"`, `"outcome"`, `"invocations"`, `"bound"`, `"why"`} {
		if bytes.Contains(traffic, []byte(word)) {
			t.Errorf("the peer was sent %s", word)
		}
	}
}
