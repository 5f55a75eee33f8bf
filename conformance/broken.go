package conformance

// broken is a testee that gave no answer to a request.
type broken struct {
	outcome Outcome // Fail: it says itself that it broke, and goes on
	how     string
}

func (b *broken) Error() string { return b.how }

// notRun is a testee that cannot be asked at all.
type notRun struct{ why string }

func (n *notRun) Error() string { return n.why }
