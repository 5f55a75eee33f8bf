# Every target is what CI runs, in a smaller piece. See CONTRIBUTING.md.
SHELL := bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

BIN := $(abspath .tmp/bin)
STATICCHECK_VERSION := v0.8.2
GOLANGCI_VERSION := v2.15.0
FUZZTIME ?= 30s
GOTEST := go test

# package:target. Those that a rule of the contract rests on; the others run their
# seeds with the tests.
FUZZ := internal/strict:FuzzParse internal/schema:FuzzNormalForm binding:FuzzDerive \
	functionschema:FuzzComplete functionschema:FuzzFromSchema functionschema:FuzzPlan binding:FuzzDecode internal/pattern:FuzzCompile metadata:FuzzExport \
	wire/mcp:FuzzResult wire/mcp:FuzzResponse wire/agui:FuzzHistory wire/agui:FuzzResult \
	wire/provider:FuzzCalls wire/provider:FuzzStream \
	wire/vercelai:FuzzHistory wire/vercelai:FuzzStream

.PHONY: help
help: ## Describe the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# What the implementations in other languages are run with. A language that a machine
# lacks is not prepared; the runner then says that it was not run.
PEERS := conformance/peers
PYTHON := $(PEERS)/python/.venv/bin/python
TYPESCRIPT := $(PEERS)/typescript/dist/peer.js
JAVA := $(PEERS)/java/target/fscheck-peer.jar
ASK := --peer 'python=$(PYTHON) -m fscheck_peer' --peer 'typescript=node $(TYPESCRIPT)' \
	--peer 'java=java -XX:+UseSerialGC -jar $(JAVA)' --expect typescript=$(PEERS)/typescript/expected-failures.json

.PHONY: test
test: peers clients ## Run all tests, and the cases against all languages
	$(GOTEST) ./...
	@$(MAKE) --no-print-directory conformance

.PHONY: peers
peers: ## Prepare the implementations in Python, TypeScript and Java
	@if command -v python3 >/dev/null; then $(MAKE) --no-print-directory $(PEERS)/python/.venv/.made; else echo "no python3: Python is not run"; fi
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(PEERS)/typescript/dist/.made; else echo "no npm: TypeScript is not run"; fi
	@if command -v mvn >/dev/null; then $(MAKE) --no-print-directory $(PEERS)/java/target/.made; else echo "no mvn: Java is not run"; fi

$(PEERS)/python/.venv/.made: $(PEERS)/python/requirements.lock
	python3 -m venv $(PEERS)/python/.venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e $(PEERS)/python
	@touch $@

$(PEERS)/typescript/dist/.made: $(PEERS)/typescript/package-lock.json $(shell find $(PEERS)/typescript/src -name '*.ts' 2>/dev/null)
	cd $(PEERS)/typescript && npm ci --no-audit --no-fund --silent && npm run --silent build
	@touch $@

$(PEERS)/java/target/.made: $(PEERS)/java/pom.xml $(shell find $(PEERS)/java/src/main -name '*.java' 2>/dev/null)
	cd $(PEERS)/java && mvn -q -B package -DskipTests
	@touch $@

.PHONY: clients
clients: ## Install the clients that the wire packages are tried against
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory wire/interop/node_modules/.made; else echo "no npm: the clients in JavaScript are not run"; fi
	@if command -v python3 >/dev/null; then $(MAKE) --no-print-directory wire/interop/.venv/.made; else echo "no python3: pydantic-ai is not run"; fi

wire/interop/node_modules/.made: wire/interop/package-lock.json
	cd wire/interop && npm ci --no-audit --no-fund --silent
	@touch $@

wire/interop/.venv/.made: wire/interop/requirements.txt
	python3 -m venv wire/interop/.venv
	wire/interop/.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.PHONY: conformance
conformance: peers ## Run the cases against Go, Python, TypeScript and Java
	go run ./cmd/fscheck conformance --timeout 60s $(ASK)

.PHONY: protocol
protocol: ## Run the cases against the Go engine in this process and over the protocol
	go build -o $(BIN)/fscheck ./cmd/fscheck
	$(BIN)/fscheck conformance --timeout 60s --peer 'protocol=$(BIN)/fscheck peer'

.PHONY: recorded
recorded: peers ## Compare all languages on the recorded calls of ../shared/corpus, where that is
	@if [ -d ../shared/corpus ]; then go run ./cmd/fscheck conformance --timeout 60s $(ASK) $(foreach f,npm-mcp kubernetes-mcp-server github-mcp-server tau,--calls ../shared/corpus/$(f).jsonl); \
	else echo "skipped: there is no ../shared/corpus"; fi

.PHONY: peertest
peertest: peers ## Run the peers' own tests
	@if [ -x $(PYTHON) ]; then cd $(PEERS)/python && $(MAKE) --no-print-directory test; fi
	@if [ -f $(TYPESCRIPT) ]; then cd $(PEERS)/typescript && npm test --silent; fi
	@if [ -f $(JAVA) ]; then cd $(PEERS)/java && mvn -q -B test; fi

.PHONY: race
race: ## Run all tests under the race detector
	go test -race ./...

.PHONY: interop
interop: ## Run the tests of the interop modules, which have dependencies of their own
	@set -e; for dir in interop interop-providers wire/interop/gosdk; do echo "$$dir"; (cd $$dir && go test -vet=off ./...); done

.PHONY: page
page: ## Open the page of a conformance report in Chromium (not run where there is none)
	cd interop/page && go test -v ./...

.PHONY: bench
bench: ## Run the benchmarks beside other libraries and write docs/performance.md (BENCHFLAGS, see bench -h)
	cd bench && go build -o $(BIN)/bench . && $(BIN)/bench -md ../docs/performance.md $(BENCHFLAGS)

.PHONY: benchtest
benchtest: ## Run the tests of the benchmarks, a module of their own: do all peers bind equal values?
	cd bench && go vet ./... && go test ./...

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
