# `make serve` and `make test` are all that most people need; `make help` lists the rest.
# What is more than a few commands is a program in tools/. Those that run before there is a virtual environment take $(PYTHON).
SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
.SECONDEXPANSION:  # $$ in prerequisites: worked out for the targets that are made alone
PYTHON ?= $(or $(shell tools/find_python.sh python3.13 python3.12 python3.11 python3), \
	$(error Python 3.11 or newer is needed; name it with PYTHON=…))
# The suite `fast` has an environment of its own, with numba, so that all other tests and measurements use numpy alone.
VENV := $(if $(filter fast,$(SUITE)),build/fast,.venv)
BIN := $(VENV)/bin
NAME ?= speed
FOR ?= compose
KEYS ?= SHOE_KEYS
export PORT ?= 8000
# Every process would compile every module anew: pip leaves that to the first, and pytest rewrites the tests' asserts.
unexport PYTHONDONTWRITEBYTECODE
serve: export HOST := $(or $(HOST),127.0.0.1)

# $(call targets,suites browser): what must be made before; tools/needs.py says what each suite and benchmark needs, and refuses
# names that do not exist. Make goes on after a command of $(shell …) that fails, unless it is told not to.
targets = $(shell $(PYTHON) -m tools.needs targets $(VENV) $(1))$(if $(filter-out 0,$(.SHELLSTATUS)),$(error Nothing was done))
pip = $(BIN)/pip install --quiet --no-compile --constraint constraints.txt --editable

.PHONY: help serve test test-all python3.12 python3.13 check fix generate bench extras image base-image image-check rotate packages audit lock vendor clean
.DELETE_ON_ERROR:

help:  ## List the targets
	@$(PYTHON) -m tools.help

serve: $(VENV)/service $(patsubst %,$(VENV)/extra-%,$(sort drand $(EXTRAS)))  ## Install and run the service on HOST (127.0.0.1) and PORT (8000), with optional EXTRAS
	$(BIN)/python -m service.server --show-address

test: $(VENV)/extra-dev $$(call targets,suites $(SUITE))  ## Install and run the tests, on all cores; SUITE="…" runs suites that need more
	@$(PYTHON) -m tools.needs install suites $(SUITE)
	$(BIN)/python -m pytest $(shell $(PYTHON) -m tools.needs options $(SUITE)) \
		--durations=5 --randomly-seed=$(or $(SEED),1) --hypothesis-seed=$(or $(SEED),1) $(ARGS)

test-all:  ## Run the tests and every suite but SKIP, from the step FROM on, and print what each step found: before a release; ARGS=--stale names the suites that must run again
	@$(PYTHON) -m tools.suites $(if $(filter --stale,$(ARGS)),stale,all --make "$(MAKE)" --from "$(FROM)" --skip "$(SKIP)" --seed "$(SEED)")

# Debian 13's, if the machine has none
UNPACKED_PYTHON := build/debian-13/usr/bin/python3.13
python3.12 python3.13: $$(if $$(shell tools/find_python.sh $$@),,$(UNPACKED_PYTHON))
	$(MAKE) test VENV=build/$@ PYTHON=$(or $(shell tools/find_python.sh $@),$(CURDIR)/$(UNPACKED_PYTHON))

$(UNPACKED_PYTHON):
	@$(PYTHON) -m tools.debian mmdebstrap
	tools/unpack_python.sh build/debian-13

check: $(VENV)/extra-dev build/npm/package-lock.json  ## Check format, lint, types, layers, weaknesses (bandit), chance in tests, density, and what make generate writes
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m tools.scripts --check
	$(BIN)/mypy
	build/npm/node_modules/.bin/tsc --project tools/javascript
	$(BIN)/lint-imports
	$(BIN)/python -m tools.verify_imports
	$(BIN)/python -m tools.text_sections
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive service
	$(BIN)/python -m tools.chance
	$(BIN)/python -m tools.density
	$(BIN)/python -m tools.generate --check

fix: $(VENV)/extra-dev build/npm/package-lock.json  ## Format and lint, and correct what ruff can correct
	$(BIN)/ruff format .
	$(BIN)/python -m tools.scripts
	$(BIN)/ruff check --fix .

generate: $(VENV)/extra-dev $(VENV)/extra-endplay  ## Write every file that is made from others and is stale; tools/generate.py lists them in their order. ARGS=--all writes the slow ones too
	$(BIN)/python -m tools.generate $(ARGS)

bench: $(VENV)/extra-dev $$(call targets,benchmarks $(NAME))  ## Run the benchmark NAME (speed) and write its results
	@$(PYTHON) -m tools.needs install benchmarks $(NAME)
	$(BIN)/python -m benchmarks $(NAME) $(ARGS)

image: base-image  ## Build the container image with docker, podman or buildah
	deploy/container/build.sh

base-image:
	@deploy/container/engine.sh >/dev/null 2>&1 || deploy/container/install.sh
	deploy/container/base-image.sh

image-check: $(VENV)/extra-deploy base-image  ## Build the image twice and compare, list its contents (build/sbom.json), run it hardened
	deploy/container/reproduce.sh
	deploy/container/sbom.sh $(BIN)/cyclonedx-py build/sbom.json
	$(MAKE) test SUITE=container

rotate:  ## Change a key without losing a game: FOR=compose|swarm|kubernetes|systemd|gunicorn KEYS=SHOE_KEYS; ARGS=--help says how
	$(PYTHON) deploy/rotate.py $(FOR) $(KEYS) $(ARGS) || [ $$? = 3 ]  # steps are left for a later run

packages: $(VENV)/extra-dev build/openapi_types/package-lock.json  ## Build the packages of the clients, and of the service, in build/packages
	rm -rf build/packages && mkdir -p build/packages
	cp -r clients/python build/packages/python && cp LICENSE build/packages/python
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/packages build/packages/python
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/packages/service .
	@$(PYTHON) -m tools.debian npm
	cp -r clients/javascript build/packages/javascript && cp -r LICENSE verify build/packages/javascript
	build/openapi_types/node_modules/.bin/openapi-typescript openapi.yaml --default-non-nullable false \
		--output build/packages/javascript/openapi.d.ts >/dev/null
	npm pack --silent --pack-destination build/packages ./build/packages/javascript

audit: $(VENV)/extra-audit  ## Look for known weaknesses of what the image installs (pip-audit); fail if there are any, or if no database answers
	@$(BIN)/python -m tools.weaknesses $(BIN)/pip-audit

lock:  ## Resolve the newest versions into constraints.txt, and pin those of the image by hash
	rm -rf build/lock
	$(PYTHON) -m tools.environment build/lock
	build/lock/bin/pip install --quiet --upgrade ".[audit,browser,clients,deploy,dev,drand,endplay,fast,otel,packages,ratelimit,report,runs,vendor]"
	build/lock/bin/pip freeze --exclude shuffle-and-deal > constraints.txt
	build/lock/bin/pip install --quiet pip-tools==7.6.2
	build/lock/bin/pip-compile --quiet --generate-hashes --strip-extras --no-header --no-annotate --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --constraint constraints.txt \
		--extra drand --extra ratelimit --output-file deploy/container/requirements.txt pyproject.toml
	rm -r build/lock

vendor: $(VENV)/extra-dev $(VENV)/extra-vendor  ## Fetch the pictures, Swagger UI, uqr (QR codes) and the readers of lists anew from npm, and check the pictures' paths against ad blockers
	@$(PYTHON) -m tools.debian node npm
	$(BIN)/python tools/pictures/vendor.py
	$(BIN)/python -m tools.swagger_ui.vendor
	$(BIN)/python -m tools.uqr.vendor
	$(BIN)/python -m tools.lists.vendor
	$(BIN)/python -m tools.pictures.blockers

clean:  ## Remove the environments and everything that was built
	rm -rf $(VENV) build .*_cache .hypothesis .coverage

$(VENV)/service: pyproject.toml constraints.txt
	@$(PYTHON) -m tools.environment $(VENV)
	$(pip) .
	@touch $@

$(VENV)/extra-%: $(VENV)/service
	$(pip) ".[$*]"
	@touch $@

# The extras of all suites: pip resolves them once.
extras: every_extra = $(shell $(PYTHON) -m tools.needs extras)
extras: $(VENV)/service
	$(pip) ".[$(every_extra)]"
	@touch $(VENV)/extra-{$(every_extra)}

build/firefox/package-lock.json: tests/firefox/package-lock.json
	@$(PYTHON) -m tools.debian npm
	tools/npm_ci.sh tests/firefox build/firefox --engine-strict

build/javascript/package-lock.json: tests/packages/javascript/package-lock.json
	@$(PYTHON) -m tools.debian npm
	tools/npm_ci.sh tests/packages/javascript build/javascript

build/npm/package-lock.json: tools/javascript/package-lock.json
	@$(PYTHON) -m tools.debian npm
	tools/npm_ci.sh tools/javascript build/npm

build/openapi_types/package-lock.json: tools/openapi_types/package-lock.json
	@$(PYTHON) -m tools.debian npm
	tools/npm_ci.sh tools/openapi_types build/openapi_types

build/servers/package-lock.json:
	@$(PYTHON) -m tools.debian npm
	mkdir -p build/servers
	npm install --prefix build/servers --no-audit --no-fund --loglevel=error express@5.3.0 fastify@5.12.8

build/trixie/usr/bin/docker-compose build/trixie/usr/bin/kubectl &:
	@$(PYTHON) -m tools.debian mmdebstrap
	rm -rf build/trixie
	mkdir -p build
	mmdebstrap --quiet --variant=extract --include=docker-compose,kubernetes-client trixie build/trixie

build/axe/axe.min.js:
	@$(PYTHON) -m tools.debian npm
	mkdir -p build/axe
	cd build/axe && npm pack --silent axe-core@4.14.1 && tar -xzf axe-core-4.14.1.tgz --strip-components 1 package/axe.min.js
