package comments

// Package is what the source of one package says of its functions.
type Package struct {
	Path      string              // its import path
	Functions map[string]Function // by name: "Search", "Client.Search"
	Fields    Map                 // of the struct types that they take and return
	Others    map[string]string   // what is exported and can never be called, a type or a constant, and what to name instead
	Places    map[string]string   // where "type Query" and "field Query.Text" stand, by these words
}

// Function is what the source says of a function, a method or a variable.
type Function struct {
	Place    string // file:line
	Doc      string
	Params   []string          // their names in order, contexts left out
	Comments Map               // by parameter
	Places   map[string]string // where "parameter query" stands
	Unusable string            // why it cannot be called; empty if it can
	Hidden   bool              // it is not exported, or no function
}
