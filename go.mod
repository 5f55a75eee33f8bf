module github.com/functionschema/fscheck

go 1.26
