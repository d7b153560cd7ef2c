# `make` shows the targets. All of them set up what they need in .venv, and nothing outside this folder
# but, for the tests, Chromium from the distribution where there is no such browser yet.

PYTHON ?= python3
BIN := .venv/bin
# What `make club` and `make template` make, and `make mutants` changes; not out of the environment, where LANGUAGE
# means something else.
SYSTEM := fibs
LANGUAGE :=
# How many sites `make fuzz` damages, and files `make verify-browser`; and from which seed on.
N := 1000
SEED := 0
# The clubs of `make federation`.
CLUBS := 300
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where nothing may be kept compiled, all tests and each program that they start compile all that they import.
unexport PYTHONDONTWRITEBYTECODE
# What is installed is what a lock names, by its digest. The first lock is that of every site made by `sitegen new`;
# those of the tools, in requirements/, hold what is in none of the others before them.
LIBRARIES := templates/new/site/all/vendor/requirements.txt
# What imports, exports and data frames load, and no check and no publication: a lock of its own.
IMPORT := templates/new/site/all/vendor/import.txt
TOOLS := test lint bench lock node
HASHED := install --quiet --require-hashes --only-binary :all:
INSTALLED_HERE := install --quiet --no-deps --no-build-isolation --editable .
# The tests are shared out to the cores file by file, those of most tests first. There is a worker more than cores: one
# that waits for a browser or another program leaves its core to it.
SHARED = --quiet --numprocesses $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadfile
# By day tests write their sites to memory, where it has room.
MEMORY = $(shell $(BIN)/python requirements/memory.py 2>/dev/null)
# The program and its templates.
SOURCES := $(shell find sitegen templates -name compiled -prune -o \( -name '*.py' -o -name '*.po' -o -name '*.html' -o -name '*.xml' \) -print)
# What is about the engine in a browser.
ENGINE := worker checking enter agreement
# What needs neither a browser nor an installation of its own, and is about the program.
CORE := $(filter-out tests/browser tests/project tests/sites tests/plugins tests/__pycache__,$(patsubst %/,%,$(wildcard tests/*/)))

help: ## Show these targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 22

site: setup ## Build the demonstration site in output/
	$(BIN)/sitegen build
	@echo "make serve shows it."

serve: setup ## Build it, show it on http://127.0.0.1:8000 and reload at every change
	$(BIN)/sitegen serve

quick: lint .venv/test .venv/runtime ## Check style and types, and run the tests that are not slow, each on few examples
	$(MEMORY) $(BIN)/pytest $(SHARED) --numprocesses auto -m 'not slow and not night' --hypothesis-profile=quick

setup-tests: .venv/test .venv/runtime .venv/compiled .venv/rewritten chromium ## Set up all that the tests need, and run none

test: setup-tests ## Run all tests but those of the night; the ten slowest are named
	$(MEMORY) $(BIN)/pytest $(SHARED) --durations 10 -m 'not night'

fuzz: .venv/test ## Damage sites at random and see that none breaks: make fuzz N=10000 SEED=1
	$(BIN)/python tests/fuzz.py $(N) $(SEED)

verify-browser: .venv/test .venv/runtime chromium ## Compare the engine in Chromium with the program: make verify-browser N=1000 SEED=1
	$(BIN)/pytest $(SHARED) tests/browser/test_program.py $(ENGINE:%=tests/browser/test_%.py)
	PYTHONPATH=tests:demonstration:benchmarks $(BIN)/python tests/browser/verify.py $(N) $(SEED)

thorough: .venv/test .venv/runtime .venv/compiled chromium ## Run the tests of the night, and each property on a hundred times the examples of make test
	$(BIN)/pytest $(SHARED) -m night
	$(BIN)/pytest $(SHARED) -m 'hypothesis and not night' --hypothesis-profile=thorough

mutants: .venv/test ## Change a system at every place and say what no test sees: make mutants SYSTEM=ijssel
	$(BIN)/python tests/mutants.py sitegen/systems/$(SYSTEM)

lint: .venv/lint ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

releases: setup ## Compare the figures of the demonstration with those of the last release, and with the CHANGELOG
	$(BIN)/python tests/releases.py

bench: setup .venv/bench ## Measure speed and memory against Hugo and other peers in one run, and fail when a target is missed
	PYTHONPATH=demonstration $(BIN)/python benchmarks/bench.py $(BENCH)

bench-pages: .venv/test chromium ## Measure what visitors get, in Chromium, with Lighthouse where npx is there
	PYTHONPATH=demonstration:benchmarks $(BIN)/python tests/browser/bench_pages.py

screenshots: .venv/test chromium ## Write the main pages as pictures to screenshots/
	$(BIN)/python tests/browser/screenshots.py

pictures: .venv/test chromium ## Take the pictures of the guide anew, from the demonstration site
	PYTHONPATH=tests $(BIN)/python tests/browser/pictures.py

golden: .venv/test ## Write anew what the sites in tests/sites must become; read the diff
	$(BIN)/python tests/golden.py

demonstration: setup ## Write the results of the demonstration site again
	$(BIN)/python demonstration/demonstration.py

federation: setup ## Write a federation of 300 clubs to build/federation, and build its site there: make federation CLUBS=20
	$(BIN)/python demonstration/clubs.py build/federation $(CLUBS)
	$(BIN)/sitegen build --site build/federation

club: setup ## Put a club's own site in its place: make club SYSTEM="fibs ijssel" LANGUAGE=nl
	@$(BIN)/python requirements/club.py $(LANGUAGE:%=--language %) $(SYSTEM)

template: setup ## Write the contents of a template repository to build/template, of which clubs start in a browser alone
	rm -rf build/template
	$(BIN)/sitegen new build/template --template $(SYSTEM:%=--system %)

lowest: .venv/runtime ## Run the core of the tests on the lowest versions that pyproject.toml allows
	$(PYTHON) -m venv --clear build/lowest
	build/lowest/bin/pip $(HASHED) --requirement tests/lowest.txt
	build/lowest/bin/pip $(INSTALLED_HERE)
	build/lowest/bin/pytest $(SHARED) $(CORE)

plain: .venv/test .venv/runtime ## Run the core of the tests with a program from which is taken what Windows has not
	PYTHONPATH=tests $(BIN)/pytest $(SHARED) -p plain_program -m 'not slow and not night' $(CORE)

dist: .venv/test .venv/runtime .venv/compiled ## Build the wheel and the source archive in dist/
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist

lock: .venv/lock ## Write all locks anew, with libraries that have been out for a week
	$(BIN)/python requirements/lock.py build $(TOOLS)
	@command -v npm >/dev/null || $(MAKE) .venv/node
	$(BIN)/python requirements/runtime.py lock

clean: ## Remove what was built and installed here
	rm -rf .venv output .output.sitegen-* screenshots build dist sitegen/browser/runtime sitegen/compiled

setup: program .venv/import

program: .venv/setup .venv/runtime .venv/compiled ## Set up what checks and publishes, without what imports and exports

.venv/setup: pyproject.toml $(LIBRARIES) requirements/build.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or later is needed; this is $$($(PYTHON) --version). Say: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' \
	  || { echo "Python's venv is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip $(HASHED) --requirement $(LIBRARIES) --requirement requirements/build.txt
	$(BIN)/pip $(INSTALLED_HERE)
	@touch $@

.venv/import: .venv/setup $(IMPORT)
	$(BIN)/pip $(HASHED) --requirement $(LIBRARIES) --requirement $(IMPORT)
	@touch $@

$(TOOLS:%=.venv/%): .venv/%: .venv/import requirements/%.txt
	$(BIN)/pip $(HASHED) --requirement $(LIBRARIES) --requirement $(IMPORT) --requirement requirements/$*.txt
	@touch $@

# What runs in the browsers of visitors; npm is a machine's own, or comes with a Python package.
.venv/runtime: requirements/pyodide requirements/runtime.py requirements/runtime.mjs | .venv/setup
	@command -v npm >/dev/null || $(MAKE) .venv/node
	$(BIN)/python requirements/runtime.py
	@touch $@

# Templates, words and the program, compiled: no start has to make them ready again.
.venv/compiled: .venv/setup requirements/compiled.py $(SOURCES)
	$(BIN)/python requirements/compiled.py
	$(BIN)/python -m compileall -q sitegen
	@touch $@

# The tests as pytest rewrites them, kept once: else each worker of a first run does that for itself, all at a time.
.venv/rewritten: | .venv/test
	$(BIN)/pytest --quiet --collect-only >$@.log || { cat $@.log; exit 1; }
	@mv $@.log $@

chromium: | .venv/setup
	@$(BIN)/python requirements/chromium.py

.PHONY: help site serve quick setup-tests test fuzz verify-browser thorough mutants lint releases bench bench-pages screenshots pictures golden demonstration federation club template \
  lowest plain dist lock clean setup program chromium
