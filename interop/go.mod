module github.com/functionschema/fscheck/interop

go 1.26.0

require (
	github.com/functionschema/fscheck v0.0.0
	github.com/go-json-experiment/json v1.27.2
)

replace github.com/functionschema/fscheck => ../
