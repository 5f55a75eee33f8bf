package vercelai

import "github.com/functionschema/fscheck/content"

// Call is a call of a function and what became of it.
type Call struct {
	// ID tells calls apart; it must not be empty.
	ID string
	// Name is the function's. In a stream the chunk of an outcome has none: it is empty
	// if the call was made in an earlier stream.
	Name string
	// Dynamic says that the client does not know the function by a type of its own.
	Dynamic bool
	// ProviderExecuted says that the provider of the model made the call.
	ProviderExecuted bool
	// Input holds the arguments, whole; none while they are streamed. Nothing in it is
	// a file. Arguments that are no JSON are a text.
	Input content.Value
	// InputText is what was streamed of the arguments, while Input is none.
	InputText string
	// Approval is what the user was asked, or nil.
	Approval *Approval
	// Response is the outcome, or nil if there is none yet.
	Response *content.Response
	// Preliminary says that a better Response follows.
	Preliminary bool
}

// Approval is a question to the user whether a call may be made, and the answer.
type Approval struct {
	ID       string
	Answered bool
	Granted  bool
	Reason   string // of the answer; may be empty
}

func (a *Approval) denied() bool { return a != nil && a.Answered && !a.Granted }

// Message is one UIMessage.
type Message struct {
	ID string
	// Role is user, assistant or system.
	Role string
	// Metadata are the application's, any JSON; may be none.
	Metadata content.Value
	Parts    []Part
}

// Part is one part of a message: a call, or any other, as the JSON it is.
type Part struct {
	Call  *Call // if not nil
	Other content.Value
}

// History is what a client sent back.
type History struct {
	Messages []Message
	// Dropped is what the policy took away and what stood beside a call for nothing,
	// in order. More, in the last report, counts those beyond 1,000.
	Dropped []Dropped
}

// Dropped is what was dropped of the outcome of the call CallID: its Pointer leads into
// the value. Without CallID it is of anything else, and its Pointer leads into the
// history: to the metadata of a message, a part, or the input or rawInput of a call, and on
// into the JSON if that is a text.
type Dropped struct {
	CallID string
	content.Dropped
}

// RuleBeside is the rule of what stands beside a call and does not fit it.
const RuleBeside content.Rule = "beside"

// The types of the parts that stand beside a call. The id is the call's.
const (
	// OutcomePart has {"v":1,"response":…}: the text of a [content.Response], all of it;
	// or, with "hint", all but its value, which is the output read by that
	// [content.Hint].
	OutcomePart = "data-fscheck-outcome"
	// InputPart has {"v":1,"input":…}: the text of the arguments' JSON.
	InputPart = "data-fscheck-input"
)
