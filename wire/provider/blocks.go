package provider

import (
	"fmt"

	"github.com/tidwall/gjson"
)

// maxBlocks bounds the blocks of a stream that are no calls, and the items of an array.
const maxBlocks = 100_000

// Anthropic and Bedrock stream blocks: each has an index, begins, gets pieces and
// stops. Blocks may be interleaved.

// begin opens the block of an index. It returns nil of a block that is no call.
func (a *answer) begin(at gjson.Result, pointer string, isCall bool) (*pending, *Error) {
	i, err := index(at, pointer)
	if err != nil {
		return nil, err
	}
	if a.open[i] != nil || a.others[i] {
		return nil, unreadable(pointer, "the block %d begins a second time", i)
	}
	if isCall {
		return a.add(i, pointer)
	}
	if a.others == nil {
		a.others = map[int]bool{}
	}
	if len(a.others) == maxBlocks {
		return nil, &Error{Reason: TooLarge, Pointer: pointer, Message: fmt.Sprintf("the response has more than %d blocks", maxBlocks)}
	}
	a.others[i] = true
	return nil, nil
}

// more adds a piece of argument text to the call of an index.
func (a *answer) more(at gjson.Result, pointer string, piece gjson.Result) *Error {
	i, err := index(at, pointer)
	if err != nil || a.others[i] {
		return err
	}
	switch p := a.open[i]; {
	case p == nil:
		return unreadable(pointer, "there is no block %d that this piece could belong to", i)
	case p.closed:
		return unreadable(pointer, "the block %d has stopped, and more comes", i)
	case !none(piece) && piece.Type != gjson.String:
		return unreadable(pointer, "a piece of the arguments is a string, not %s", kind(piece))
	default:
		return a.take(p, piece, pointer, true)
	}
}

// stop closes the block of an index.
func (a *answer) stop(at gjson.Result, pointer string) *Error {
	i, err := index(at, pointer)
	if err != nil {
		return err
	}
	if p := a.open[i]; p != nil {
		p.closed = true
	}
	return nil
}

// allStopped ends the response.
func (a *answer) allStopped() *Error {
	if err := a.unsettled(); err != nil {
		return err
	}
	a.ended = true
	return nil
}
