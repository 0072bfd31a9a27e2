# `make serve` and `make test` are all that most people need; `make help` lists the rest.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
export PORT ?= 8000

.PHONY: help serve test check lint types layers spec fuzz fuzz-long image base-image test-image openapi guides vectors vectors-check test-node test-endplay test-browser test-exhaustive test-fast test-report test-load test-forks soak soak-short capacity bench baselines trials dieharder report pictures blockers vendor-docs constraints clean

help:  ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

serve: $(READY)  ## Set up and run the service on PORT (8000)
	$(BIN)/gunicorn --config service/gunicorn.conf.py service.wsgi:app

test: $(READY)  ## Set up and run every test that needs Python alone
	$(BIN)/pytest --cov

check: lint types layers spec  ## Everything static: format, lint, types, layers, the spec in sync

lint: $(READY)  ## Format and lint (ruff)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)  ## Types (mypy, strict)
	$(BIN)/mypy

layers: $(READY)  ## The dependency rule (import-linter)
	$(BIN)/lint-imports

spec: $(READY)  ## openapi.yaml is what the schemas say, and the guides' pages what docs/ says
	$(BIN)/python -m service.openapi --check
	$(BIN)/python -m service.guides --check

openapi: $(READY)  ## Write openapi.yaml from the schemas
	$(BIN)/python -m service.openapi

guides: $(READY)  ## Write the guides' pages from docs/*.md
	$(BIN)/python -m service.guides

fuzz: $(READY)  ## schemathesis, all its checks, against a live service
	$(BIN)/pytest -m fuzz tests/test_fuzz.py

fuzz-long: $(READY)  ## The same with FUZZ_EXAMPLES (2000) for each operation and phase: an hour or so
	FUZZ_EXAMPLES=$(or $(FUZZ_EXAMPLES),2000) $(BIN)/pytest -m fuzz tests/test_fuzz.py

vectors:  ## Make the golden vectors anew with the independent implementation (needs node)
	node verify/verify.mjs vectors > tests/vectors/sd1.json

vectors-check:  ## The golden vectors are what the independent implementation makes (needs node)
	node verify/verify.mjs vectors | cmp - tests/vectors/sd1.json

test-node: $(READY)  ## Fresh random requests, answered alike by the independent implementation (needs node)
	$(BIN)/pytest -m node tests/test_independent.py tests/test_receipts.py

test-endplay:  ## Our bridge files, read by endplay, in an environment of its own (endplay brings matplotlib)
	$(PYTHON) -m venv build/endplay
	build/endplay/bin/pip install --quiet --constraint constraints.txt ".[dev]" endplay==0.5.12
	build/endplay/bin/python tests/vectors/bridge.py | cmp - tests/vectors/bridge.json
	build/endplay/bin/pytest -m endplay tests/test_endplay.py

test-browser: build/browser/ready  ## The pages in Chromium (Debian's), driven by Playwright and looked over by axe-core
	command -v chromium >/dev/null || { apt-get -qq update && apt-get -qq install --yes chromium >/dev/null; }
	build/browser/bin/pytest -q -n auto -m browser tests/browser

build/browser/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv build/browser
	build/browser/bin/pip install --quiet --constraint constraints.txt ".[dev,browser]"
	cd build/browser && npm pack --silent axe-core@4.14.1 && tar -xzf axe-core-4.14.1.tgz package/axe.min.js
	@touch $@

test-exhaustive: $(READY)  ## Rank every hand that there is, against the published numbers, on all cores
	$(BIN)/pytest -m exhaustive tests/core/hands

test-fast:  ## The extra `fast` (numba), in an environment of its own: the same bytes
	$(PYTHON) -m venv build/fast
	build/fast/bin/pip install --quiet --constraint constraints.txt ".[dev,fast]"
	build/fast/bin/pytest -q tests/core/test_large.py tests/core/test_vectors.py

test-report: build/report/ready  ## The report on fairness, made quickly and looked over
	build/report/bin/pytest -q -m report tests/test_report.py

test-load: $(READY)  ## Slow clients and a load at once, on gunicorn and behind nginx (Debian: nginx-light, wrk)
	command -v wrk nginx >/dev/null || { apt-get -qq update && apt-get -qq install --yes --no-install-recommends nginx-light wrk >/dev/null; }
	$(BIN)/pytest -q -s -m load tests/test_load.py

test-forks: $(READY)  ## A hundred thousand shuffles of eight workers, before and after a reload: none is there twice
	$(BIN)/pytest -q -s -m forks tests/test_forks.py

soak: build/report/ready  ## An hour (SOAK_MINUTES) of steady mixed load; memory and latency into docs/operations.md
	build/report/bin/python -m benchmarks.soak --minutes $(or $(SOAK_MINUTES),60) --docs docs

soak-short: $(READY)  ## A minute (SOAK_MINUTES) of it: no error, and memory stays as it is
	SOAK_MINUTES=$(or $(SOAK_MINUTES),1) $(BIN)/pytest -q -s -m soak tests/test_soak.py

capacity: $(READY)  ## What an answer costs, and what a million a second would take, into docs/operations.md (Debian: wrk)
	command -v wrk >/dev/null || { apt-get -qq update && apt-get -qq install --yes wrk >/dev/null; }
	$(BIN)/python -m benchmarks.capacity

bench: $(READY)  ## Measure beside what people use today, into benchmarks/RESULTS.md (wrk, node, make baselines)
	$(BIN)/python -m benchmarks

baselines:  ## The benchmarks' own environment, for what only their baselines need
	$(PYTHON) -m venv build/baselines
	build/baselines/bin/pip install --quiet --constraint constraints.txt --requirement benchmarks/requirements.txt .

vendor-docs:  ## Fetch the viewer of the page /docs, Swagger UI, anew from npm, and check that it is the one that is meant
	$(PYTHON) deploy/swagger-ui/vendor.py

trials: $(READY)  ## Shuffle 10^9 times, well and badly, on all cores, into docs/trials.md; interrupt and go on at will
	$(BIN)/python -m benchmarks.trials fisher_yates naive_swap

dieharder: $(READY)  ## The raw words under a battery of tests (Debian: dieharder), into docs/dieharder.md; interrupt and go on at will
	$(BIN)/python -m benchmarks.dieharder

report: build/report/ready  ## Measure, write and draw docs/fairness-report.md, in some minutes
	build/report/bin/python -m benchmarks.report

build/report/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv build/report
	build/report/bin/pip install --quiet --constraint constraints.txt ".[dev,report]"
	@touch $@

constraints:  ## Resolve the newest versions anew and pin them in constraints.txt
	rm -rf build/venv && $(PYTHON) -m venv build/venv
	build/venv/bin/pip install --quiet --upgrade ".[browser,dev,fast,report]"
	build/venv/bin/pip freeze --exclude shuffle-and-deal > constraints.txt

pictures:  ## Make what is in service/pictures/assets anew, from pinned packages (needs npm, node)
	$(PYTHON) -m venv build/pictures
	build/pictures/bin/pip install --quiet fonttools==4.68.0 shapely==2.2.0
	build/pictures/bin/python deploy/pictures/vendor.py

blockers: $(READY)  ## Whether a published list of blockers of advertisements catches a path of a picture (needs npm)
	$(BIN)/python -m deploy.pictures.blockers

clean:  ## Remove what the targets above made
	rm -rf $(VENV) build .*_cache .hypothesis .coverage

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name it with PYTHON=…"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt ".[dev]"
	@touch $@

base-image:  ## Make the base of the image where no registry can be reached
	deploy/container/base-image.sh

image:  ## Build the image with docker, podman or buildah
	deploy/container/build.sh

test-image: $(READY)  ## Run the built image, hardened, and call it
	$(BIN)/pytest -m container tests/test_container.py
