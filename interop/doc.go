// Package interop holds tests of fscheck against other libraries; see README.md.
package interop
