package conformance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// peerVariable makes the test binary a peer: the honest one, one with a fault, or
// one that breaks.
const peerVariable = "FSCHECK_TEST_PEER"

func TestMain(m *testing.M) {
	if name := os.Getenv(peerVariable); name != "" {
		if err := actAs(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// actAs is the whole peer.
func actAs(name string) error {
	if hostile := hostilePeers[name]; hostile.act != nil {
		return answerEach(hostile.act)
	}
	if other := otherPeers[name]; other != nil {
		return answerEach(other)
	}
	engine := NewEngine()
	if name != "honest" {
		var err error
		if engine, err = NewFaultyEngine(name); err != nil {
			return err
		}
	}
	return Serve(context.Background(), engine, os.Stdin, os.Stdout)
}

// asPeer returns this test binary as a peer. It is ended with the test.
func asPeer(t *testing.T, name string) *External {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env, err := exec.LookPath("env")
	if err != nil {
		t.Skip("there is no env to give a peer its name")
	}
	e := NewExternal(env, peerVariable+"="+name, self)
	t.Cleanup(func() { e.Close() })
	return e
}

// marker is in the arguments of the call at which hostile peers break.
const marker = `"2"`

// act is what a peer does instead of writing its honest answer. It writes that, or
// something else.
type act func(q *request, honest []byte, out io.Writer)

// answerEach answers as Serve does, but for what act does.
func answerEach(do act) error {
	in, engine := bufio.NewReader(os.Stdin), NewEngine()
	for {
		line, err := readLine(in)
		if err != nil {
			return nil
		}
		var q request
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		a := serve(context.Background(), engine, &q)
		a.ID = q.ID
		if line, err = appendLine(a); err != nil {
			return err
		}
		do(&q, line, os.Stdout)
		if q.Cmd == cmdBye {
			return nil
		}
	}
}

// atMarker breaks at the call with the marker and is honest else.
func atMarker(do act) act {
	return func(q *request, honest []byte, out io.Writer) {
		if q.Cmd == cmdCall && q.ArgumentsText != nil && bytes.Contains([]byte(*q.ArgumentsText), []byte(marker)) {
			do(q, honest, out)
			return
		}
		out.Write(honest)
	}
}

// at breaks at a command and is honest else.
func at(cmd string, do act) act {
	return func(q *request, honest []byte, out io.Writer) {
		if q.Cmd == cmd {
			do(q, honest, out)
			return
		}
		out.Write(honest)
	}
}

// edited writes the honest answer with a text replaced.
func edited(old, with string) act {
	return func(_ *request, honest []byte, out io.Writer) {
		out.Write(bytes.Replace(honest, []byte(old), []byte(with), 1))
	}
}

// said writes a line, in which %d is the id.
func said(line string) act {
	return func(q *request, _ []byte, out io.Writer) {
		out.Write(bytes.Replace([]byte(line), []byte("%d"), fmt.Append(nil, q.ID), 1))
	}
}

// hostilePeers break at one case: they are started again, and the others pass.
var hostilePeers = map[string]struct {
	act     act
	outcome Outcome // of the case with the marker
	says    string
}{
	"hangs":                   {atMarker(func(*request, []byte, io.Writer) { time.Sleep(time.Hour) }), Timeout, "no answer to call"},
	"writes an endless line":  {atMarker(endless("x")), ProtocolError, "more than 67108864 bytes"},
	"writes endless lines":    {atMarker(endless("{}\n")), ProtocolError, "no id"},
	"writes no JSON":          {atMarker(said("hello\n")), ProtocolError, "not JSON"},
	"writes an empty line":    {atMarker(said("\n")), ProtocolError, "not JSON"},
	"writes an array":         {atMarker(said("[%d]\n")), ProtocolError, "array, not an object"},
	"writes no UTF-8":         {atMarker(edited("{", "{\"a\xff\":1,")), ProtocolError, "not JSON"},
	"writes a duplicate name": {atMarker(edited(`"result":`, `"result":{},"result":`)), ProtocolError, "duplicate"},
	"ends lines with CR LF":   {atMarker(edited("\n", "\r\n")), ProtocolError, "CR LF"},
	"answers twice": {atMarker(func(q *request, honest []byte, out io.Writer) {
		out.Write(append(honest, honest...))
	}), Pass, ""}, // seen at the next request: below
	"answers for another id":          {atMarker(said(`{"id":999999,"result":{"outcome":"ok"}}` + "\n")), ProtocolError, "never asked"},
	"answers without result":          {atMarker(said(`{"id":%d}` + "\n")), ProtocolError, `no member "result"`},
	"adds a member":                   {atMarker(edited(`"result":{`, `"result":{"extra":1,`)), ProtocolError, `"extra"`},
	"writes null for absent":          {atMarker(edited(`"result":{`, `"result":{"bound":null,`)), ProtocolError, "leave out what is absent"},
	"spells a member in another case": {atMarker(edited(`"outcome"`, `"Outcome"`)), ProtocolError, "outcome"},
	"has an error and is ok":          {atMarker(edited(`"outcome":"error"`, `"outcome":"ok"`)), ProtocolError, "if and only if"},
	"has a number as text":            {atMarker(edited(`"invocations":0`, `"invocations":"0"`)), ProtocolError, "result.invocations is string, not number"},
	"writes NUL bytes":                {atMarker(edited("{", "{\x00")), ProtocolError, "not JSON"},
	"escapes half a pair":             {atMarker(edited(`"text":"`, `"text":"\ud800`)), ProtocolError, "not JSON"},
	"nests without end":               {atMarker(said(strings.Repeat("[", 1<<20) + "\n")), ProtocolError, "depth"},
	"writes values past all":          {atMarker(said(`{"id":%d,"result":[0` + strings.Repeat(",0", 5_000_000) + "]}\n")), ProtocolError, "values"},
	"has an enormous id":              {atMarker(said(`{"id":1e999999999,"result":{"outcome":"ok"}}` + "\n")), ProtocolError, "never asked"},
	"has a long id":                   {atMarker(said(`{"id":` + strings.Repeat("9", 1<<20) + `,"result":{"outcome":"ok"}}` + "\n")), ProtocolError, "never asked"},
	"has an enormous count":           {atMarker(edited(`"invocations":0`, `"invocations":1e999999999`)), ProtocolError, "not a count"},
	"answers late": {atMarker(func(_ *request, honest []byte, out io.Writer) {
		time.Sleep(20 * time.Second)
		out.Write(honest)
	}), Timeout, "no answer to call"},
	"stops in the middle of a line": {atMarker(func(_ *request, honest []byte, out io.Writer) {
		out.Write(honest[:len(honest)/2])
		time.Sleep(time.Hour)
	}), Timeout, "no answer to call"},
	"drips": {atMarker(func(_ *request, honest []byte, out io.Writer) {
		for {
			out.Write([]byte(" "))
			time.Sleep(10 * time.Millisecond)
		}
	}), Timeout, "no answer to call"},
	"closes its input and lives": {atMarker(func(*request, []byte, io.Writer) {
		os.Stdin.Close()
		os.Stdout.Close()
		time.Sleep(time.Hour)
	}), Crash, "lives on"},
	"ignores signals": {atMarker(func(*request, []byte, io.Writer) {
		signal.Ignore(os.Interrupt, syscall.SIGTERM)
		time.Sleep(time.Hour)
	}), Timeout, "no answer to call"},
	"leaves a child with its input": {atMarker(func(*request, []byte, io.Writer) {
		child := exec.Command("sleep", "3600")
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprint(os.Stderr, "child ", child.Process.Pid)
		os.Exit(0)
	}), Crash, "child "},
	"floods its standard error and dies": {atMarker(func(*request, []byte, io.Writer) {
		for range 1 << 10 {
			os.Stderr.Write(bytes.Repeat([]byte("\x1b\x00\xff"), 1<<12))
		}
		os.Exit(4)
	}), Crash, "exit status 4"},
	"dies in the middle": {atMarker(func(_ *request, honest []byte, out io.Writer) {
		out.Write(honest[:len(honest)/2])
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(3)
	}), Crash, "exit status 3\nthe end of its standard error:\nlast words"},
	"closes its output and lives": {atMarker(func(*request, []byte, io.Writer) {
		os.Stdout.Close()
		time.Sleep(time.Hour)
	}), Crash, "lives on"},
	"leaves a child that keeps its output": {atMarker(func(*request, []byte, io.Writer) {
		child := exec.Command("sleep", "3600")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprint(os.Stderr, "child ", child.Process.Pid)
		os.Exit(0)
	}), Crash, "child "},
	"floods its standard error": {atMarker(func(_ *request, honest []byte, out io.Writer) {
		go func() {
			for {
				os.Stderr.Write(bytes.Repeat([]byte("x"), 1<<16))
			}
		}()
		out.Write(honest)
	}), Pass, ""},
	"says that it broke":       {atMarker(said(`{"id":%d,"internal":{"message":"out of order","trace":"at line 1"}}` + "\n")), Fail, "out of order\nat line 1"},
	"does not know call":       {atMarker(said(`{"id":%d,"error":{"code":"UNKNOWN_COMMAND"}}` + "\n")), Fail, "does not know the command call"},
	"answers with a code":      {atMarker(said(`{"id":%d,"error":{"code":"NO"}}` + "\n")), ProtocolError, `the code "NO"`},
	"skips what it declared":   {atMarker(said(`{"id":%d,"skipped":{"capability":"int64"}}` + "\n")), ProtocolError, "which it declared"},
	"skips what nobody wanted": {atMarker(said(`{"id":%d,"skipped":{"capability":"luck","reason":"none left"}}` + "\n")), Fail, "the case does not require"},
}

// otherPeers break at the beginning, at the end, or all the time.
var otherPeers = map[string]act{
	"speaks another protocol": at(cmdHello, said(`{"id":%d,"error":{"code":"UNSUPPORTED_PROTOCOL"}}`+"\n")),
	"chooses version 7":       at(cmdHello, edited(`"protocol":1`, `"protocol":7`)),
	"writes after bye": at(cmdBye, func(_ *request, honest []byte, out io.Writer) {
		out.Write(append(honest, "and another thing\n"...))
	}),
	"stays after bye": at(cmdBye, func(_ *request, honest []byte, out io.Writer) {
		out.Write(honest)
		time.Sleep(time.Hour)
	}),
	"dies at every call": at(cmdCall, func(*request, []byte, io.Writer) { os.Exit(3) }),
}

func endless(text string) act {
	return func(_ *request, _ []byte, out io.Writer) {
		b := bytes.Repeat([]byte(text), 1<<14)
		for {
			if _, err := out.Write(b); err != nil {
				return
			}
		}
	}
}
