// Package gosdk holds tests of wire/mcp against the Go SDK of the Model Context
// Protocol. It is a module of its own, so that the SDK is no dependency of fscheck.
package gosdk
