package conformance

// Expect is the answer to a case. A member that is absent is not compared,
// except that Bound and the violations are exact where they are given.
type Expect struct {
	Outcome string           `json:"outcome"` // "ok" or "error"
	Bound   map[string]Value `json:"bound"`
	Error   *ExpectedError   `json:"error"`

	Completed           string   `json:"completed"` // JSON text; compared with the order of members
	MetadataText        string   `json:"metadataText"`
	MetadataDescription string   `json:"metadataDescription"`
	PropertyOrder       []string `json:"propertyOrder"`
	AbsentFromMetadata  []string `json:"absentFromMetadata"`

	Response         *ExpectedResponse `json:"response"`
	AbsentFromTexts  []string          `json:"absentFromTexts"`
	AbsentFromModel  []string          `json:"absentFromModelText"`
	PresentInModel   []string          `json:"presentInModelText"`
	Resolutions      []string          `json:"resolutions"` // nil is not compared, empty is none
	Digest           string            `json:"digest"`
	Applied          []Applied         `json:"applied"`
	Invocations      *int              `json:"invocations"` // over all repetitions
	RequestUnchanged bool              `json:"requestUnchanged"`
}

// Match is how a set of violations is compared.
type Match string

// The ways to compare.
const (
	Exact    Match = "exact"    // the set, no more and no less; the default
	Contains Match = "contains" // each of the set; only the members it has are compared
	AnyOf    Match = "anyOf"    // exactly one of the alternatives
)

// ExpectedError is a code and, unless both lists are nil, violations.
type ExpectedError struct {
	Code         string        `json:"code"`
	Match        Match         `json:"match"`
	Violations   []Violation   `json:"violations"`
	Alternatives [][]Violation `json:"alternatives"`
	More         int           `json:"more"`
}

// Violation is one expected violation. Reason is compared for the keyword
// "parse" and for BINDING_ERROR. Under [Contains] what is absent is not
// compared; otherwise an absent keyword or property is none.
type Violation struct {
	Pointer  *string `json:"pointer"`
	Keyword  string  `json:"keyword"`
	Property *string `json:"property"`
	Reason   string  `json:"reason"`
}

// ExpectedResponse is what the model is given.
type ExpectedResponse struct {
	Status string  `json:"status"`
	Text   *string `json:"text"` // compared as it is
	JSON   *string `json:"json"` // compared as JSON
}

// Applied is one repair and where it was made.
type Applied struct {
	Pointer string `json:"pointer"`
	Repair  string `json:"repair"`
}
