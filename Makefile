# `make serve` and `make test` are all that most people need; `make help` lists the rest.
SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
# numba: apart, so that tests and measurements in the other environment use numpy alone
FAST := build/fast
NAME ?= speed
FOR ?= compose
KEYS ?= SHOE_KEYS
# The order of the tests, and the examples that they try: test-all draws another one.
SEED ?= 1
export PORT ?= 8000
# Every process would compile every module anew: pip leaves that to the first, and pytest rewrites the tests' asserts.
unexport PYTHONDONTWRITEBYTECODE
serve: export HOST := $(or $(HOST),127.0.0.1)

# The suites of `make test SUITE=…`. Each is a marker of pytest (pyproject.toml) and needs +extras of pyproject.toml, commands and files.
suite.alerts := promtool
suite.browser := +browser +drand chromium-headless-shell npm
suite.clients := +clients npm go javac /usr/share/java/geronimo-annotation-1.3-spec.jar /usr/share/java/gson.jar php \
	/usr/share/doc/php-curl /usr/share/doc/php-mbstring /usr/share/php/GuzzleHttp/autoload.php ruby /usr/share/doc/ruby-typhoeus \
	gcc /usr/include/stdio.h /usr/include/openssl/evp.h /usr/share/doc/libcurl4-openssl-dev
suite.compose := +deploy podman dockerd iptables
suite.container :=
suite.deploy := +deploy podman systemd-analyze
suite.drand := +drand
suite.endplay := +endplay
suite.exhaustive := +endplay node
suite.firefox := firefox-esr node npm
suite.forks :=
suite.fuzz :=
suite.load := ip nft nginx wrk
suite.nginx := nginx mtail
suite.node := +endplay node
suite.otel := +otel
suite.packages := +packages node npm redis-server /usr/share/doc/postgresql
suite.ratelimit := +ratelimit redis-server
suite.report := +report +runs
suite.runs := +runs
suite.smoke := +browser +drand +endplay +otel +packages +ratelimit chromium-headless-shell nginx node npm podman promtool redis-server
suite.soak :=
suite.swarm := dockerd iptables
suite.timing := nginx
# These load the machine or change its containers: each test has the machine for itself.
SERIAL := compose container forks load nginx smoke soak swarm timing
# The later versions of Python that test-all runs `make test` by: the machine's, or Debian 13's, which has no other than 3.13
PYTHONS = $(shell python3.12 -c '' 2>/dev/null && echo python3.12) python3.13
UNPACKED_PYTHON := build/debian-13/usr/bin/python3.13
# What test-all runs, one after the other: `suites` are those that run beside one another in one process of pytest. Playwright's
# event loop lets no other loop run beside it, so the pages have a process of their own.
STEPS = test $(PYTHONS) extras suites browser fast image-check $(filter-out container smoke,$(SERIAL)) exhaustive
# The Debian package of a command, where its name is another, or of a file
package./usr/games/dealer := dealer
package.dockerd := docker.io
package.go := golang
package.javac := default-jdk-headless
package./usr/share/java/geronimo-annotation-1.3-spec.jar := libgeronimo-annotation-1.3-spec-java
package./usr/share/java/gson.jar := libgoogle-gson-java
package.php := php-cli
package./usr/share/doc/php-curl := php-curl
package./usr/share/doc/php-mbstring := php-mbstring
package./usr/share/php/GuzzleHttp/autoload.php := php-guzzlehttp-guzzle
package./usr/share/doc/ruby-typhoeus := ruby-typhoeus
package./usr/include/stdio.h := libc6-dev
package./usr/include/openssl/evp.h := libssl-dev
package./usr/share/doc/libcurl4-openssl-dev := libcurl4-openssl-dev
package.ip := iproute2
package.nft := nftables
package.nginx := nginx-light
package.node := nodejs
package./usr/share/doc/postgresql := postgresql
package.promtool := prometheus
package.systemd-analyze := systemd
# Files that a suite or a benchmark takes from npm, or from newer packages of Debian, which are unpacked and not installed
files.browser := build/axe/axe.min.js
files.compose := build/trixie/usr/bin/docker-compose
files.deploy := build/trixie/usr/bin/kubectl
files.firefox := build/firefox/package-lock.json
files.packages := build/javascript/package-lock.json packages
files.smoke := $(files.browser) $(files.packages)
files.speed := build/servers/package-lock.json
# The benchmarks of `make bench NAME=…`
bench.capacity := wrk
bench.dieharder := +runs dieharder
bench.isolation :=
bench.mutants := +drand +runs
bench.overload := wrk
bench.report := +report +runs
bench.slowest :=
bench.soak := +report
bench.speed := +endplay +packages node wrk /usr/games/dealer
bench.trials := +runs

names = $(sort $(patsubst $(1).%,%,$(filter $(1).%,$(.VARIABLES))))
all_extras := dev $(sort $(patsubst +%,%,$(filter +%,$(foreach s,$(call names,suite),$(suite.$(s))))))
, := ,
extras = $(patsubst +%,$(VENV)/extra-%,$(filter +%,$(1)))
# $(call commands,names): install the Debian packages of the commands and files that are missing
commands = @missing="$(foreach c,$(filter-out +%,$(1)),$$(command -v $(c) >/dev/null || [ -e $(c) ] || echo $(or $(package.$(c)),$(c))))"; \
	[ -z "$${missing// }" ] || { echo "Installing $$missing"; export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1; \
	apt-get -qq update && apt-get -qq install --yes --no-install-recommends $$missing >/dev/null; } \
	|| { echo "Install these Debian packages as root: $$missing"; exit 1; }
# $(call venv,folder): make a virtual environment; Debian has Python without what that takes
venv = @$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "Python's venv is missing: apt-get install python3-venv, as root"; exit 1; }; \
	echo "$(PYTHON) -m venv $(1)"; $(PYTHON) -m venv $(1)
pip = $(1)/bin/pip install --quiet --no-compile --constraint constraints.txt --editable

.PHONY: help serve test test-all python3.12 python3.13 check fix generate vectors bench extras image base-image image-check rotate packages audit lock vendor clean
.DELETE_ON_ERROR:

help:  ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14
	@echo
	@echo 'SUITE   $(call names,suite) fast' | fmt -w 110 | sed '2,$$s/^/        /'
	@echo 'NAME    $(call names,bench)'
	@echo 'EXTRAS  fast: large shuffles by numba · otel: OpenTelemetry · ratelimit: RATE_LIMIT'
	@echo 'SEED    1: two runs of the tests with the same SEED try the same examples in the same order; test-all draws one'
	@echo 'FROM    a step of test-all, where it goes on: $(STEPS)' | fmt -w 110 | sed '2,$$s/^/        /'
	@echo 'SKIP    suites that test-all leaves out, such as exhaustive'
	@echo 'ARGS    arguments for pytest or the benchmark, such as ARGS=--cov'

serve: $(VENV)/service $(patsubst %,$(VENV)/extra-%,$(sort drand $(EXTRAS)))  ## Install and run the service on HOST (127.0.0.1) and PORT (8000), with optional EXTRAS
	$(BIN)/python -m service.server

seeds = --durations=5 --randomly-seed=$(SEED) --hypothesis-seed=$(SEED)

ifeq ($(SUITE),fast)
test: $(FAST)/ready
	$(FAST)/bin/python -m pytest tests/core/shuffles/test_large.py tests/core/test_vectors.py $(seeds) $(ARGS)
else
needs := $(foreach s,$(SUITE),$(suite.$(s)))
test: $(VENV)/extra-dev $(call extras,$(needs)) $(foreach s,$(SUITE),$(files.$(s)))  ## Install and run the tests, on all cores; SUITE="…" runs suites that need more
	$(if $(filter-out $(call names,suite),$(SUITE)),$(error Unknown SUITE; `make help` lists them))
	$(call commands,$(needs))
	$(if $(filter node smoke,$(SUITE)),$(WEBCRYPTO)) $(BIN)/python -m pytest \
		$(if $(filter $(SERIAL),$(SUITE)),-s,-n auto) \
		$(if $(SUITE),-m "$(subst @, or ,$(subst $() ,@,$(strip $(SUITE))))") $(seeds) $(ARGS)
endif

test-all: export SEED := $(if $(filter file,$(origin SEED)),$(shell echo $$RANDOM$$RANDOM),$(SEED))
test-all: export TEST_ALL_RESULTS := $(CURDIR)/build/test-all
test-all:  ## Run the tests and every suite but SKIP, from the step FROM on, and print what each step found: before a release; ARGS=--stale names the suites that must run again
ifneq ($(filter --stale,$(ARGS)),)
	@$(PYTHON) -m tools.suites stale
else
	@steps=" $(filter-out $(SKIP),$(STEPS)) "; [[ $$steps == *" $(or $(FROM),test) "* ]] || { echo "FROM is one of$$steps"; exit 1; }; \
	mkdir -p build; [ "$(FROM)" ] || rm -f $$TEST_ALL_RESULTS; \
	for step in $(or $(FROM),test) $${steps#* $(or $(FROM),test) }; do \
		case $$step in \
			test | extras | image-check | python*) arguments=("$$step") ;; \
			suites) arguments=(test SUITE="$(together)") ;; \
			*) arguments=(test SUITE="$$step") ;; \
		esac; \
		TIMEFORMAT="%0lR: $$step"; time TEST_ALL_STEP=$$step $(MAKE) "$${arguments[@]}" \
			|| { echo "To go on from here: make test-all FROM=$$step SEED=$$SEED"; exit 1; }; \
		$(if $(findstring n,$(firstword -$(MAKEFLAGS))),:,$(PYTHON) -m tools.suites record $$TEST_ALL_RESULTS $$step); \
	done; \
	$(PYTHON) -m tools.suites report $$TEST_ALL_RESULTS $$steps
endif

# The suites that run beside one another in one process of pytest
together = $(filter-out browser exhaustive $(SERIAL) $(SKIP),$(call names,suite))

python3.12 python3.13:
	@$@ -c '' 2>/dev/null && python=$@ || { python=$(CURDIR)/$(UNPACKED_PYTHON); $(MAKE) $(UNPACKED_PYTHON); }; \
	$(MAKE) test VENV=build/$@ PYTHON=$$python

$(UNPACKED_PYTHON):
	$(call commands,mmdebstrap)
	tools/unpack_python.sh build/debian-13

check: $(VENV)/extra-dev build/npm/package-lock.json  ## Check format, lint, types, layers, weaknesses (bandit), chance in tests, density and openapi.yaml
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m tools.scripts --check
	$(BIN)/mypy
	build/npm/node_modules/.bin/tsc --project tools/javascript
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive service
	$(BIN)/python -m tools.chance
	$(BIN)/python -m tools.density
	$(BIN)/python -m tools.openapi --check

fix: $(VENV)/extra-dev build/npm/package-lock.json  ## Format and lint, and correct what ruff can correct
	$(BIN)/ruff format .
	$(BIN)/python -m tools.scripts
	$(BIN)/ruff check --fix .

generate: $(VENV)/extra-dev  ## Write openapi.yaml from the schemas, the record of what stays (tests/contract), the responses and settings that the documents show, and the settings of compose.yaml
	$(BIN)/python -m tools.openapi
	$(BIN)/python -m tests.docs.generate
	$(BIN)/python -m tools.contract

vectors: $(VENV)/extra-endplay  ## Write verify/endpoint_table.mjs, the golden vectors with the independent implementations (node, endplay), and the self-test's known answers
	$(call commands,node)
	$(BIN)/python -m tools.documents.endpoints
	mkdir -p build
	$(WEBCRYPTO) node verify/verify.mjs vectors > build/sd1.json && mv build/sd1.json tests/vectors/sd1.json
	$(BIN)/python -m tools.known_answers
	$(BIN)/python tests/vectors/bridge.py > build/bridge.json && mv build/bridge.json tests/vectors/bridge.json
	$(BIN)/python -m tools.contract

bench: $(VENV)/extra-dev $(call extras,$(bench.$(NAME))) $(files.$(NAME))  ## Run the benchmark NAME (speed) and write its results
	$(call commands,$(bench.$(NAME)))
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

rotate:  ## Change a key without losing a game: FOR=compose|swarm|kubernetes KEYS=SHOE_KEYS; ARGS=--help says how
	$(PYTHON) deploy/rotate.py $(FOR) $(KEYS) $(ARGS) || [ $$? = 3 ]  # steps are left for a later run

packages: $(VENV)/extra-dev  ## Build the packages of the clients, and of the service, in build/packages
	rm -rf build/packages && mkdir -p build/packages
	cp -r clients/python build/packages/python && cp LICENSE build/packages/python
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/packages build/packages/python
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/packages/service .
	$(call commands,npm)
	cp -r clients/javascript build/packages/javascript && cp -r LICENSE verify build/packages/javascript
	npm pack --silent --pack-destination build/packages ./build/packages/javascript

audit: $(VENV)/extra-audit  ## Look for known weaknesses of what the image installs (pip-audit); fail if there are any, or if no database answers
	@mkdir -p build && rm -f build/audit.json
	@for database in pypi osv; do \
		$(BIN)/pip-audit --vulnerability-service $$database --requirement deploy/container/requirements.txt --disable-pip \
			--require-hashes --strict --progress-spinner off --format json --output build/audit.json; \
		[ ! -s build/audit.json ] || break; \
	done; [ -s build/audit.json ] || { echo "No database of weaknesses answered for every package (above): this run proves nothing."; exit 1; }
	@$(BIN)/python -c 'import json, sys; packages = json.load(open("build/audit.json"))["dependencies"]; \
		found = [(p["name"], p["version"], v["id"]) for p in packages for v in p["vulns"]]; print(*found, sep="\n"); \
		sys.exit(f"{len(found)} known weaknesses" if found else print(f"No known weakness in {len(packages)} packages."))'

lock:  ## Resolve the newest versions into constraints.txt, and pin those of the image by hash
	rm -rf build/lock
	$(call venv,build/lock)
	build/lock/bin/pip install --quiet --upgrade ".[audit,browser,clients,deploy,dev,drand,endplay,fast,otel,packages,ratelimit,report,runs,vendor]"
	build/lock/bin/pip freeze --exclude shuffle-and-deal > constraints.txt
	build/lock/bin/pip install --quiet pip-tools==7.6.2
	build/lock/bin/pip-compile --quiet --generate-hashes --strip-extras --no-header --no-annotate --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --constraint constraints.txt \
		--extra drand --extra ratelimit --output-file deploy/container/requirements.txt pyproject.toml
	rm -r build/lock

vendor: $(VENV)/extra-dev $(VENV)/extra-vendor  ## Fetch the pictures, Swagger UI, uqr (QR codes) and the readers of lists anew from npm, and check the pictures' paths against ad blockers
	$(call commands,node npm)
	$(BIN)/python tools/pictures/vendor.py
	$(BIN)/python -m tools.swagger_ui.vendor
	$(BIN)/python -m tools.uqr.vendor
	$(BIN)/python -m tools.lists.vendor
	$(BIN)/python -m tools.pictures.blockers

clean:  ## Remove the environments and everything that was built
	rm -rf $(VENV) build .*_cache .hypothesis .coverage

# WebCrypto is behind a flag before node 20.
WEBCRYPTO = NODE_OPTIONS=$$(node -e 'process.version.slice(1, 3) < 20 && console.log("--experimental-global-webcrypto")')

$(VENV)/service: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name it with PYTHON=…"; exit 1; }
	$(call venv,$(VENV))
	$(call pip,$(VENV)) .
	@touch $@

# The extras of all suites: pip resolves them once.
extras: $(VENV)/service
	$(call pip,$(VENV)) ".[$(subst $() ,$(,),$(all_extras))]"
	@touch $(all_extras:%=$(VENV)/extra-%)

$(VENV)/extra-%: $(VENV)/service
	$(call pip,$(VENV)) ".[$*]"
	@touch $@

$(FAST)/ready: pyproject.toml constraints.txt
	$(call venv,$(FAST))
	$(call pip,$(FAST)) ".[dev,fast]"
	@touch $@

build/firefox/package-lock.json: tests/firefox/package-lock.json
	$(call commands,npm)
	mkdir -p build/firefox
	cp tests/firefox/package.json tests/firefox/package-lock.json build/firefox
	cd build/firefox && npm ci --engine-strict --no-audit --no-fund --loglevel=error || { rm package-lock.json; exit 1; }

build/javascript/package-lock.json: tests/packages/javascript/package-lock.json
	$(call commands,npm)
	mkdir -p build/javascript
	cp tests/packages/javascript/package.json tests/packages/javascript/package-lock.json build/javascript
	cd build/javascript && npm ci --no-audit --no-fund --loglevel=error || { rm package-lock.json; exit 1; }

build/npm/package-lock.json: tools/javascript/package-lock.json
	$(call commands,npm)
	mkdir -p build/npm
	cp tools/javascript/package.json tools/javascript/package-lock.json build/npm
	cd build/npm && npm ci --no-audit --no-fund --loglevel=error || { rm package-lock.json; exit 1; }

build/servers/package-lock.json:
	$(call commands,npm)
	mkdir -p build/servers
	npm install --prefix build/servers --no-audit --no-fund --loglevel=error express@5.3.0 fastify@5.12.8

build/trixie/usr/bin/docker-compose build/trixie/usr/bin/kubectl &:
	$(call commands,mmdebstrap)
	rm -rf build/trixie
	mkdir -p build
	mmdebstrap --quiet --variant=extract --include=docker-compose,kubernetes-client trixie build/trixie

build/axe/axe.min.js:
	$(call commands,npm)
	mkdir -p build/axe
	cd build/axe && npm pack --silent axe-core@4.14.1 && tar -xzf axe-core-4.14.1.tgz --strip-components 1 package/axe.min.js
