// Package providers holds tests of fscheck's exports against the official Go SDKs of
// the providers; see README.md.
package providers
