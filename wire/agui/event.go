package agui

import (
	"unicode/utf8"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// CallEvents returns the events of a call whose arguments are complete: its start, the
// arguments, in pieces of up to 1 MiB, and its end. The message that makes the call is
// parentID; if that is empty the client begins one.
func (e Encoder) CallEvents(parentID string, c Call) ([][]byte, error) {
	start, err := e.StartEvent(parentID, c.ID, c.Name)
	if err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	events := [][]byte{start}
	for rest := c.Arguments; rest != ""; {
		delta := piece(rest)
		rest = rest[len(delta):]
		event, err := e.ArgsEvent(c.ID, delta)
		if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	end, err := e.EndEvent(c.ID)
	return append(events, end), err
}

// piece returns the beginning of s, up to 1 MiB, that ends where a character does.
func piece(s string) string {
	const most = 1 << 20
	if len(s) <= most {
		return s
	}
	end := most
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// StartEvent returns the event TOOL_CALL_START. Exactly one goes before the arguments
// of a call. The message that makes the call is parentID; if that is empty the client
// begins one.
func (e Encoder) StartEvent(parentID, callID, name string) ([]byte, error) {
	if err := check("name of a call", name); err != nil {
		return nil, err
	}
	members := []tree.Member{member("toolCallName", name)}
	if parentID != "" {
		if err := check("message id", parentID); err != nil {
			return nil, err
		}
		members = append(members, member("parentMessageId", parentID))
	}
	return e.callEvent("TOOL_CALL_START", callID, members...)
}

// ArgsEvent returns the event TOOL_CALL_ARGS with a fragment of the arguments, as the
// model wrote it. It ends where a character ends.
func (e Encoder) ArgsEvent(callID, fragment string) ([]byte, error) {
	if err := checkUTF8("fragment of arguments", fragment); err != nil {
		return nil, err
	}
	return e.callEvent("TOOL_CALL_ARGS", callID, member("delta", fragment))
}

// EndEvent returns the event TOOL_CALL_END. It goes after the arguments, before the run
// ends.
func (e Encoder) EndEvent(callID string) ([]byte, error) {
	return e.callEvent("TOOL_CALL_END", callID)
}

func (e Encoder) callEvent(kind, callID string, members ...tree.Member) ([]byte, error) {
	if err := check("call id", callID); err != nil {
		return nil, err
	}
	members = append([]tree.Member{member("type", kind), member("toolCallId", callID)}, members...)
	event := tree.NewObject(members...).AppendJSON(nil)
	if err := e.fits(event); err != nil {
		return nil, err
	}
	return event, nil
}

// ResultEvent returns the event TOOL_CALL_RESULT, of which the client makes the message
// messageID. One that is too long is [ErrTooLarge], unless Offload makes it shorter. It
// is an error too if the response cannot be written, or an id is empty or not UTF-8.
func (e Encoder) ResultEvent(messageID, callID string, r content.Response) ([]byte, error) {
	for {
		members, err := e.result(messageID, callID, r)
		if err != nil {
			return nil, err
		}
		members = append([]tree.Member{member("type", "TOOL_CALL_RESULT"), member("messageId", messageID)}, members...)
		event := tree.NewObject(append(members, member("role", "tool"))...).AppendJSON(nil)
		tooLarge := e.fits(event)
		if tooLarge == nil {
			return event, nil
		}
		if r.Value, err = e.offload(r.Value, characters(event)-e.most(), tooLarge); err != nil {
			return nil, err
		}
	}
}
