# `make serve` and `make test` are all that most people need; `make help` lists the rest.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# Everything but `fast` that the heavier targets need, beside the environment of the service
EXTRAS := build/extras
# $(call apt,a command,its package): installs what is not there, on Debian
apt = command -v $(1) >/dev/null || { apt-get -qq update && RUNLEVEL=1 apt-get -qq install --yes --no-install-recommends $(2) >/dev/null; }
export PORT ?= 8000

.PHONY: help serve test coverage check lint types layers spec openapi fuzz fuzz-long vectors vectors-check test-node test-endplay test-browser test-exhaustive test-fast test-otel test-alerts test-ratelimit requirements bandit audit test-report test-load test-forks soak soak-short capacity bench slowest overload baselines vendor-docs trials dieharder report constraints pictures blockers clean base-image image test-image image-twice sbom check-deploy test-nginx test-swarm test-compose

help:  ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

serve: $(READY)  ## Set up and run the service on PORT (8000)
	$(BIN)/gunicorn --config service/server/gunicorn.conf.py service.wsgi:app

test: $(READY)  ## Set up and run every test that needs Python alone
	$(BIN)/pytest

coverage: $(READY)  ## The same, and which lines and branches no test of them reaches
	$(BIN)/pytest -q --cov

check: lint types layers spec  ## Everything static: format, lint, types, layers, the spec in sync

lint: $(READY)  ## Format and lint (ruff)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)  ## Types (mypy, strict)
	$(BIN)/mypy

layers: $(READY)  ## The dependency rule (import-linter)
	$(BIN)/lint-imports

spec: $(READY)  ## openapi.yaml is what the schemas say
	$(BIN)/python -m tools.openapi --check

openapi: $(READY)  ## Write openapi.yaml from the schemas
	$(BIN)/python -m tools.openapi

fuzz: $(READY)  ## schemathesis, all its checks, against a live service
	$(BIN)/pytest -m fuzz tests/api/test_fuzz.py

fuzz-long: $(READY)  ## The same with FUZZ_EXAMPLES (2000) for each operation and phase: an hour or so
	FUZZ_EXAMPLES=$(or $(FUZZ_EXAMPLES),2000) $(BIN)/pytest -m fuzz tests/api/test_fuzz.py

vectors:  ## Make the golden vectors anew with the independent implementation (needs node)
	node verify/verify.mjs vectors > tests/vectors/sd1.json

vectors-check:  ## The golden vectors are what the independent implementation makes (needs node)
	node verify/verify.mjs vectors | cmp - tests/vectors/sd1.json

test-node: $(READY)  ## Fresh random requests, answered alike by the independent implementation (needs node)
	$(BIN)/pytest -m node tests/independent/test_independent.py tests/independent/test_receipts.py

test-endplay: $(EXTRAS)/ready  ## Our bridge files, read by endplay
	$(EXTRAS)/bin/python tests/vectors/bridge.py | cmp - tests/vectors/bridge.json
	$(EXTRAS)/bin/pytest -m endplay tests/independent/test_endplay.py

test-browser: $(EXTRAS)/ready build/axe/axe.min.js  ## The pages in Chromium (Debian's), driven by Playwright and looked over by axe-core
	command -v chromium >/dev/null || { apt-get -qq update && apt-get -qq install --yes chromium >/dev/null; }
	$(EXTRAS)/bin/pytest -q -n auto -m browser tests/browser

build/axe/axe.min.js:
	mkdir -p build/axe
	cd build/axe && npm pack --silent axe-core@4.14.1 && tar -xzf axe-core-4.14.1.tgz --strip-components 1 package/axe.min.js

test-exhaustive: $(READY)  ## Rank every hand that there is, against the published numbers, on all cores
	$(BIN)/pytest -m exhaustive tests/core/hands

test-fast:  ## The extra `fast` (numba), in an environment of its own: the same bytes
	$(PYTHON) -m venv build/fast
	build/fast/bin/pip install --quiet --constraint constraints.txt --editable ".[dev,fast]"
	build/fast/bin/pytest -q tests/core/shuffles/test_large.py tests/core/test_vectors.py

test-otel: $(EXTRAS)/ready  ## The extra `otel`: the spans that a collector gets
	$(EXTRAS)/bin/pytest -q -m otel tests/server/test_tracing.py

test-alerts: $(READY)  ## The example alerts, with promtool (Debian: prometheus), and that alerts and dashboard ask for what there is
	$(call apt,promtool,prometheus)
	promtool check rules deploy/prometheus/alerts.yaml
	promtool test rules deploy/prometheus/alerts.test.yaml
	$(BIN)/pytest -q -m alerts tests/server/test_watching.py

test-ratelimit: $(EXTRAS)/ready  ## The extra `ratelimit`, in memory and in a real Redis (Debian's)
	$(call apt,redis-server,redis-server)
	$(EXTRAS)/bin/pytest -q -m ratelimit tests/api/hooks/test_rate_limit.py

requirements:  ## Pin what the image installs, with the hash of every file of it, in deploy/container/requirements.txt
	$(PYTHON) -m venv build/pins
	build/pins/bin/pip install --quiet pip-tools==7.6.2
	build/pins/bin/pip-compile --quiet --generate-hashes --strip-extras --no-header --no-annotate --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --constraint constraints.txt \
		--extra ratelimit --output-file deploy/container/requirements.txt pyproject.toml

bandit: $(EXTRAS)/ready  ## Weaknesses of our own code
	$(EXTRAS)/bin/pip install --quiet bandit==1.9.4
	$(EXTRAS)/bin/bandit --quiet --configfile pyproject.toml --recursive service

audit: bandit  ## Known weaknesses of what the image installs (pip-audit, which needs its database), and of our own code
	$(EXTRAS)/bin/pip install --quiet pip-audit==2.10.1
	$(EXTRAS)/bin/pip-audit --requirement deploy/container/requirements.txt --disable-pip --require-hashes --strict --progress-spinner off \
		|| { echo "pip-audit found something, or reached no database of weaknesses: nothing is proven by this run."; exit 1; }

test-report: $(EXTRAS)/ready  ## The report on fairness, made quickly and looked over
	$(EXTRAS)/bin/pytest -q -m report tests/benchmarks/test_report.py

test-load: $(READY)  ## Slow clients and a load at once, on gunicorn and behind nginx (Debian: nginx-light, wrk)
	$(call apt,nginx,nginx-light)
	$(call apt,wrk,wrk)
	$(BIN)/pytest -q -s -m load tests/server/test_load.py

test-forks: $(READY)  ## A hundred thousand shuffles of eight workers, before and after a reload: none is there twice
	$(BIN)/pytest -q -s -m forks tests/server/test_forks.py

soak: $(EXTRAS)/ready  ## An hour (SOAK_MINUTES) of steady mixed load; memory and latency into docs/operations.md
	$(EXTRAS)/bin/python -m benchmarks.soak --minutes $(or $(SOAK_MINUTES),60) --docs docs

soak-short: $(READY)  ## A minute (SOAK_MINUTES) of it: no error, and memory stays as it is
	SOAK_MINUTES=$(or $(SOAK_MINUTES),1) $(BIN)/pytest -q -s -m soak tests/server/test_soak.py

capacity: $(READY)  ## What an answer costs, and what a million a second would take, into docs/operations.md (Debian: wrk)
	$(call apt,wrk,wrk)
	$(BIN)/python -m benchmarks.capacity

bench: $(READY)  ## Measure beside what people use today, into benchmarks/RESULTS.md (wrk, node, make baselines)
	$(BIN)/python -m benchmarks

slowest: $(READY)  ## The most that one request may ask for, and how long it takes, into docs/operations.md
	$(BIN)/python -m benchmarks.slowest

overload: $(READY)  ## What is answered at four times the connections that can be served in time (wrk)
	$(call apt,wrk,wrk)
	$(BIN)/python -m benchmarks.overload

baselines:  ## The benchmarks' own environment, for what only their baselines need
	$(PYTHON) -m venv build/baselines
	build/baselines/bin/pip install --quiet --constraint constraints.txt --requirement benchmarks/requirements.txt --editable .

vendor-docs:  ## Fetch the viewer of the page /docs, Swagger UI, anew from npm, and check that it is the one that is meant
	$(PYTHON) tools/swagger_ui/vendor.py

trials: $(READY)  ## Shuffle 10^9 times, well and badly, on all cores, into docs/trials.md; interrupt and go on at will
	$(BIN)/python -m benchmarks.trials fisher_yates naive_swap

dieharder: $(READY)  ## The raw words under a battery of tests (Debian: dieharder), into docs/dieharder.md; interrupt and go on at will
	$(BIN)/python -m benchmarks.dieharder

report: $(EXTRAS)/ready  ## Measure, write and draw docs/fairness-report.md, in some minutes
	$(EXTRAS)/bin/python -m benchmarks.report

$(EXTRAS)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(EXTRAS)
	$(EXTRAS)/bin/pip install --quiet --constraint constraints.txt --editable ".[browser,deploy,dev,otel,ratelimit,report]" endplay==0.5.12
	@touch $@

constraints:  ## Resolve the newest versions anew and pin them in constraints.txt
	rm -rf build/venv && $(PYTHON) -m venv build/venv
	build/venv/bin/pip install --quiet --upgrade ".[browser,deploy,dev,fast,otel,ratelimit,report]"
	build/venv/bin/pip freeze --exclude shuffle-and-deal > constraints.txt

pictures:  ## Make what is in service/pictures/assets anew, from pinned packages (needs npm, node)
	$(PYTHON) -m venv build/pictures
	build/pictures/bin/pip install --quiet fonttools==4.68.0 shapely==2.2.0
	build/pictures/bin/python tools/pictures/vendor.py

blockers: $(READY)  ## Whether a published list of blockers of advertisements catches a path of a picture (needs npm)
	$(BIN)/python -m tools.pictures.blockers

clean:  ## Remove what the targets above made
	rm -rf $(VENV) build .*_cache .hypothesis .coverage

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name it with PYTHON=…"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable ".[dev]"
	@touch $@

base-image:  ## Make the base of the image where no registry can be reached
	deploy/container/base-image.sh

image:  ## Build the image with docker, podman or buildah
	deploy/container/build.sh

test-image: $(READY)  ## Run the built image, hardened, and call it
	$(BIN)/pytest -q -s -m container tests/deploy/test_container.py

image-twice:  ## Build the image twice, from nothing, and hold one against the other, byte for byte
	deploy/container/reproduce.sh

sbom: $(EXTRAS)/ready  ## What is in the image, as CycloneDX, into build/sbom.json
	deploy/container/engine.sh run --rm shuffle-and-deal python -c 'import importlib.metadata as m; print(*sorted(f"{d.name}=={d.version}" for d in m.distributions() if d.name != "shuffle-and-deal"), sep="\n")' > build/requirements.txt
	$(EXTRAS)/bin/cyclonedx-py requirements build/requirements.txt --output-reproducible --output-file build/sbom.json

check-deploy: $(EXTRAS)/ready  ## compose.yaml, Kubernetes and the Dockerfile: true, and nothing that their tools complain of
	$(EXTRAS)/bin/pytest -q -m 'deploy or not deploy' tests/deploy/test_deploy.py

test-nginx: $(READY)  ## Three replicas behind nginx (Debian's): killed, restarted, reloaded under load
	$(call apt,nginx,nginx-light)
	$(BIN)/pytest -q -s -m nginx tests/deploy/test_nginx.py

test-swarm: $(READY)  ## A Docker Swarm of one node runs deploy/swarm (as root; after make image)
	$(call apt,dockerd,docker.io iptables)
	$(BIN)/pytest -s -m swarm tests/deploy/test_swarm.py

test-compose: $(EXTRAS)/ready  ## compose.yaml, brought up with podman-compose (as root; after make image)
	$(EXTRAS)/bin/pytest -q -s -m compose tests/deploy/test_compose.py
