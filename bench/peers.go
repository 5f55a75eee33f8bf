package main

import (
	"fmt"
)

// door is one library's way from the text of a call to a fresh Go value: it returns a
// pointer to the value, or why the call is refused.
type door func(args []byte) (any, error)

// peer is one library.
type peer struct {
	name      string
	module    string // whose version is stated; empty: the standard library
	validates bool   // a call is judged by its schema
	fills     bool   // omitted defaults are laid in
	opened    door
	// wrapped, if not nil, lays the arguments into the message that this library takes
	// them in. That is done before the clock runs.
	wrapped func(args []byte) []byte
}

const (
	oursName      = "ours"
	referenceName = "encodingjson"
)

// peerNames lists the peers in the order of the tables.
var peerNames = []string{
	oursName, referenceName, "jsonv2", "goccy", "sonic", "santhosh", "kaptinlin", "huma", "gosdk", "mcpgo",
}

// open builds the peers for an input type and the schema that all those which take one
// share.
func open[In any](ours door, schema []byte) ([]*peer, error) {
	peers := []*peer{
		{name: oursName, module: "github.com/functionschema/fscheck", validates: true, fills: true, opened: ours},
	}
	for _, build := range []func([]byte) (*peer, error){
		standard[In], jsonV2[In], goccy[In], byteDance[In], santhosh[In], kaptinlin[In], validatedByHuma[In], officialSDK[In], markMCP[In],
	} {
		p, err := build(schema)
		if err != nil {
			return nil, fmt.Errorf("opening a peer: %w", err)
		}
		peers = append(peers, p)
	}
	return peers, nil
}
