package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// longestLine bounds a line of the protocol, in bytes.
const longestLine = 64 << 20

// lineLimits are wider than those of what a line carries: of a million values that
// were bound each is an object of its own. Without a limit of values a line of
// "[],[],[]…" would take a hundred times its bytes.
var lineLimits = strict.Limits{Bytes: longestLine, Depth: 5000, Values: 4_000_000, Digits: longestLine, Exponent: 1 << 30}

// The commands.
const (
	cmdHello     = "hello"
	cmdConstruct = "construct"
	cmdCall      = "call"
	cmdDigest    = "digest"
	cmdRelease   = "release"
	cmdBye       = "bye"
)

// The codes of an answer that is no result.
const (
	unsupportedProtocol = "UNSUPPORTED_PROTOCOL"
	unknownCommand      = "UNKNOWN_COMMAND"
)

// request is a line of the runner. Which members a command has is in
// docs/protocol.md.
type request struct {
	ID  int    `json:"id"`
	Cmd string `json:"cmd"`

	Protocol []int  `json:"protocol,omitempty"`
	Format   string `json:"format,omitempty"`
	Suite    string `json:"suite,omitempty"`

	Subject *Subject `json:"subject,omitempty"`

	Handle          string            `json:"handle,omitempty"`
	ArgumentsText   *string           `json:"argumentsText,omitempty"`
	ArgumentsBase64 []byte            `json:"argumentsBase64,omitempty"`
	InjectedText    map[string]string `json:"injectedText,omitempty"`
	InjectedOpaque  map[string]string `json:"injectedOpaque,omitempty"`
	InjectedFailing map[string]string `json:"injectedFailing,omitempty"`
	Context         string            `json:"context,omitempty"`
}

// answer is a line of a testee.
type answer struct {
	ID int `json:"id"`

	Protocol       int             `json:"protocol,omitempty"`
	Implementation *Implementation `json:"implementation,omitempty"`
	Capabilities   []string        `json:"capabilities,omitzero"`
	Limits         map[string]int  `json:"limits,omitempty"`

	Result   *result   `json:"result,omitempty"`
	Skipped  *skipped  `json:"skipped,omitempty"`
	Internal *internal `json:"internal,omitempty"`
	Error    *refusal  `json:"error,omitempty"`
}

// result is what became of a command.
type result struct {
	Outcome string       `json:"outcome"`
	Error   *ErrorAnswer `json:"error,omitempty"`

	Handle              string `json:"handle,omitempty"`
	SchemaText          string `json:"schemaText,omitempty"`
	MetadataText        string `json:"metadataText,omitempty"`
	MetadataDescription string `json:"metadataDescription,omitempty"`

	Bound              map[string]Value `json:"bound,omitzero"`
	CompletedText      string           `json:"completedText,omitempty"`
	Invocations        *int             `json:"invocations,omitempty"`
	RequestAfterText   *string          `json:"requestAfterText,omitempty"`
	RequestAfterBase64 []byte           `json:"requestAfterBase64,omitempty"`
	ResponseStatus     *string          `json:"responseStatus,omitempty"`
	ResponseText       *string          `json:"responseText,omitempty"`
	Resolutions        []string         `json:"resolutions,omitempty"`
	Applied            []Applied        `json:"applied,omitempty"`

	Digest string `json:"digest,omitempty"`
}

// skipped is a command that the testee cannot do for want of a capability.
type skipped struct {
	Capability string `json:"capability"`
	Reason     string `json:"reason,omitempty"`
	Issue      string `json:"issue,omitempty"`
}

func (s *skipped) Error() string { return "skipped for want of " + s.Capability }

// internal says that the testee itself broke.
type internal struct {
	Message string `json:"message"`
	Trace   string `json:"trace,omitempty"`
}

// refusal is a command that the testee does not take.
type refusal struct {
	Code string `json:"code"`
}

// payload returns a text that is in one of two members.
func payload(text *string, base64 []byte) Payload {
	if text != nil {
		return Payload{Text: *text}
	}
	return Payload{Base64: base64}
}

// members returns a payload as one of two members.
func (p Payload) members() (*string, []byte) {
	if len(p.Base64) > 0 {
		return nil, p.Base64
	}
	return &p.Text, nil
}

// appendLine writes a message as a line.
func appendLine(message any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(message)
	return b.Bytes(), err
}

// readAnswer reads the answer to a request. An error says where the line is not as
// docs/protocol.md has it.
func readAnswer(line []byte, q *request) (*answer, error) {
	if bytes.HasSuffix(line, []byte("\r")) {
		return nil, fmt.Errorf("the line ends with CR LF, not LF")
	}
	v, fault := strict.Parse(line, lineLimits)
	if fault != nil {
		return nil, fmt.Errorf("the line is not JSON: %s: %s", fault.Error(), excerpt(line))
	}
	if v.Kind != tree.Object {
		return nil, fmt.Errorf("the line is %s, not an object: %s", v.Kind, excerpt(line))
	}
	if err := checkID(v.Lookup("id"), q.ID); err != nil {
		return nil, fmt.Errorf("%w: %s", err, excerpt(line))
	}
	if m := answerShape(v, q.Cmd).check(v); m != nil {
		return nil, fmt.Errorf("%w: %s", m, excerpt(line))
	}
	a, err := answerOf(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, excerpt(line))
	}
	return a, nil
}

// checkID holds the id of an answer against that of the request before it.
func checkID(id *tree.Value, want int) error {
	switch {
	case id == nil:
		return errors.New("the answer has no id: repeat that of the request")
	case id.Kind != tree.Number:
		return fmt.Errorf("the id is %s, not number: repeat that of the request as it is", id.Kind)
	}
	switch n, err := strconv.Atoi(id.Text); {
	case err != nil || n > want || n < 0:
		return fmt.Errorf("it answers %s, which was never asked", id.Text)
	case n < want:
		return fmt.Errorf("it answers %d a second time, and %d is asked", n, want)
	}
	return nil
}

// excerpt is the beginning of a line, for people.
func excerpt(line []byte) string {
	const most = 200
	if len(line) <= most {
		return string(bytes.ToValidUTF8(line, []byte("\uFFFD")))
	}
	return fmt.Sprintf("%s … and %d bytes", bytes.ToValidUTF8(line[:most], []byte("\uFFFD")), len(line)-most)
}
