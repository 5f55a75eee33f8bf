package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Call is one call that a model made.
type Call struct {
	// ID pairs the call with its result. It is the provider's (call_id of OpenAI's
	// responses), or made here.
	ID   string
	Name string
	// Arguments is the argument text, for FunctionSchema.Call. It is {} if there was
	// none, and need not be JSON.
	Arguments []byte
}

// Calls returns the calls in a response, in its order; none is no error.
//
//  1. The response is the whole body: of OpenAI and Anthropic what their SDKs give as
//     RawJSON, of Gemini also the JSON array that a stream is without alt=sse.
//  2. Of several choices or candidates the first counts (index 0, or the first of
//     those without an index): the others are other answers to the same question.
//  3. What the provider calls itself (server tools, code execution), and OpenAI's
//     custom tools, whose input is no JSON, are passed over.
//  4. A response that the provider cut, at its token limit for example, and that has
//     calls, is an *[Error] of [Truncated]. The calls are returned beside it: those
//     before the last are whole.
//  5. A body that is an error of the provider is [Declined]; any other error is
//     [Unreadable] or [TooLarge], and there are no calls then.
//
// The response is not changed and not kept. Calls is safe for concurrent use.
func (p Provider) Calls(response []byte) ([]Call, error) {
	f, err := p.form()
	if err != nil {
		return nil, err
	}
	a := answer{provider: p}
	root, err := open(response)
	if err == nil {
		err = f.whole(&a, root)
	}
	if err != nil {
		err.Provider = p
		return nil, err
	}
	calls, err := a.close()
	if err != nil {
		err.Provider = p
		return calls, err
	}
	return calls, nil
}

// madePrefix begins the ids that are made here.
const madePrefix = "fscheck-"

// makeID is the id of a call that has none.
func makeID(place int, c Call) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n%d\n%s\n%d\n", place, len(c.Name), c.Name, len(c.Arguments))
	h.Write(c.Arguments)
	return madePrefix + hex.EncodeToString(h.Sum(nil)[:8])
}

// givenID returns the id that the provider gave, or "".
func (c Call) givenID() string {
	if strings.HasPrefix(c.ID, madePrefix) {
		return ""
	}
	return c.ID
}
