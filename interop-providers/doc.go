// Package providers holds tests of fscheck's exports, and of its reading of calls and
// writing of results, with the official Go SDKs of the providers; see README.md.
package providers
