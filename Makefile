# Every target is what CI runs, in a smaller piece. See CONTRIBUTING.md.
SHELL := bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

BIN := $(abspath .tmp/bin)
STATICCHECK_VERSION := v0.8.2
GOLANGCI_VERSION := v2.15.0
FUZZTIME ?= 30s

# package:target. Those that a rule of the contract rests on; the others run their
# seeds with the tests.
FUZZ := internal/strict:FuzzParse internal/schema:FuzzNormalForm binding:FuzzDerive \
	functionschema:FuzzComplete functionschema:FuzzFromSchema functionschema:FuzzPlan binding:FuzzDecode internal/pattern:FuzzCompile metadata:FuzzExport

.PHONY: help
help: ## Describe the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: test
test: ## Run all tests
	go test ./...

.PHONY: race
race: ## Run all tests under the race detector
	go test -race ./...

.PHONY: interop
interop: ## Run the tests of the interop modules, which have dependencies of their own
	@set -e; for dir in interop interop-providers; do (cd $$dir && go test ./...); done

.PHONY: bench
bench: ## Run the benchmarks beside other libraries and write docs/performance.md (BENCHFLAGS, see bench -h)
	cd bench && go build -o $(BIN)/bench . && $(BIN)/bench -md ../docs/performance.md $(BENCHFLAGS)

.PHONY: lint
lint: fmt vet staticcheck ## Check format, vet and staticcheck

.PHONY: fmt
fmt: ## Check that every tracked Go file is in gofmt -s form
	@unformatted=$$(git ls-files -z '*.go' | xargs -0 -r gofmt -s -l); \
	if [ -n "$$unformatted" ]; then echo "run gofmt -s -w on:"; echo "$$unformatted"; exit 1; fi

.PHONY: vet
vet: ## Run go vet
	go vet ./...

.PHONY: staticcheck
staticcheck: $(BIN)/staticcheck ## Run staticcheck, built into .tmp/bin the first time
	$(BIN)/staticcheck ./...

.PHONY: golangci
golangci: $(BIN)/golangci-lint ## Run golangci-lint (optional: its build takes minutes)
	$(BIN)/golangci-lint run ./...

.PHONY: fuzz
fuzz: ## Fuzz every target for FUZZTIME each
	@set -euo pipefail; for pair in $(FUZZ); do \
		pkg=$${pair%%:*}; name=$${pair##*:}; \
		if ! grep -qs "^func $$name(" $$pkg/*_test.go; then echo "$$pkg has no $$name"; exit 1; fi; \
		echo "fuzz $$pkg $$name"; \
		go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x ./$$pkg; \
	done; \
	echo "fuzz interop FuzzReader"; cd interop && go test -run '^$$' -fuzz '^FuzzReader$$' -fuzztime $(FUZZTIME) .

.PHONY: ci
ci: ## Run what CI runs
	bash .ci/run

$(BIN)/staticcheck: Makefile
	GOBIN=$(BIN) go install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION)
	@touch $@

$(BIN)/golangci-lint: Makefile
	GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@touch $@
