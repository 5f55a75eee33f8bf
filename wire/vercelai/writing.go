package vercelai

import (
	"context"
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Writing says how calls and their outcomes are written. The zero Writing writes
// what every client takes.
type Writing struct {
	// Client is the oldest client written for; empty is [AI5].
	Client Client
	// Limit is how many bytes of JSON one event of a stream has at most; zero is 16 MiB,
	// which [Reading] takes. An outcome beyond it is [ErrTooLarge], unless Offload helps.
	Limit int
	// Offload puts the bytes of a file where the client finds them and returns the URL.
	// It is called for each [content.Binary] of an outcome that exceeds Limit, the largest
	// first; the URL goes out in their place, with media type and identifier. The policy
	// of who reads the history has to allow its scheme.
	Offload func(context.Context, content.Binary) (url string, err error)
}

// ErrTooLarge is an event beyond [Writing].Limit.
var ErrTooLarge = errors.New("vercelai: the event is too large for the client")

const defaultLimit = 16 << 20

func (w Writing) check() error {
	switch w.Client {
	case "", AI5, AI6, PydanticAI:
		return nil
	}
	return fmt.Errorf("vercelai: client %q is none of %q, %q, %q", string(w.Client), string(AI5), string(AI6), string(PydanticAI))
}

func (w Writing) limit() int {
	if w.Limit == 0 {
		return defaultLimit
	}
	return max(w.Limit, 0)
}

// fits is an error if one of the events is too large.
func (w Writing) fits(id string, events ...[]byte) error {
	for _, e := range events {
		if len(e) > w.limit() {
			return fmt.Errorf("%w: call %q has one of %d bytes and the limit is %d: return less, raise Limit or set Offload",
				ErrTooLarge, id, len(e), w.limit())
		}
	}
	return nil
}

// checkCall is an error if a call cannot be written at all.
func checkCall(c Call, named bool) error {
	switch {
	case c.ID == "":
		return errors.New("vercelai: the call has no ID")
	case named && c.Name == "":
		return fmt.Errorf("vercelai: call %q has no Name", c.ID)
	case c.Input.HasFiles():
		return fmt.Errorf("vercelai: the Input of call %q has files in it: arguments are plain JSON", c.ID)
	case c.Response != nil:
		// Whether the response can be written is known to its own package.
		if _, err := c.Response.Outcome(); err != nil {
			return fmt.Errorf("vercelai: call %q: %w", c.ID, err)
		}
	}
	return nil
}

// object makes an object of members, of which those without a value are left out.
func object(members ...tree.Member) *tree.Value {
	kept := make([]tree.Member, 0, len(members))
	for _, m := range members {
		if m.Value != nil {
			kept = append(kept, m)
		}
	}
	return tree.NewObject(kept...)
}

// str, optional and flag are members: always there, if not empty, if true.
func str(name, s string) tree.Member { return tree.M(name, content.Text(s).Tree()) }

func optional(name, s string) tree.Member {
	if s == "" {
		return tree.Member{}
	}
	return str(name, s)
}

func flag(name string, on bool) tree.Member {
	if !on {
		return tree.Member{}
	}
	return tree.M(name, tree.NewBool(true))
}
