# make demo      grade the fictional class and say where to look
# make test      everything a change has to pass
# make test-all  that, and then what proves the same again elsewhere or more often
# make anew      everything that is generated: schemas, pages, the record of twins
# make canaries  whether the newest releases of our libraries still do what we hold on to
# make docs      the documentation as a site: site/ja/index.html, site/en/index.html
# make pyodide   what the page of `grader pack --web` is built from, for its tests: build/pyodide
# make release   what a release consists of, in dist/; it publishes nothing
#
# make lint, make tests and make repetitions are their parts.
# All build what they need in $(VENV), once; PYTHON=python3.12 picks the interpreter.
# make demo DEVICE=cpu installs PyTorch as well and runs its exercises on the CPU; DEVICE=gpu wants a
# GPU. Without DEVICE, what needs a GPU waits until there is one.

PYTHON ?= python3
VENV ?= .venv
RESULTS ?= results
DEVICE ?=
TORCH ?= torch
GRADE_OPTIONS ?=
PYTEST_OPTIONS ?=
# What was compiled is kept, or each of thousands of processes compiles us anew.
unexport PYTHONDONTWRITEBYTECODE
# Tests run side by side, three workers for each CPU: most wait for a child or its limit as a rule.
# Each may take a GiB of memory.
WORKERS ?= $(shell echo $$((3 * $$(getconf _NPROCESSORS_ONLN))))

PIP = $(VENV)/bin/python -m pip --disable-pip-version-check --quiet
# The package is built with the pinned setuptools, not with a newer one fetched for the occasion.
INSTALL = $(PIP) install --constraint constraints.txt --no-build-isolation --no-compile
# pip compiles what it installs on one CPU, the libraries' own tests as well, which takes as long as
# all the rest. A fault in a file that nobody imports is nobody's.
COMPILE = $(VENV)/bin/python -m compileall -q -j 0 -x '/tests/' $(VENV)/lib >/dev/null || true

.PHONY: demo test lint tests repetitions test-all same same-record anew amputate prices canaries docs pyodide release
.DELETE_ON_ERROR:  # half an environment is none

GRADE = $(VENV)/bin/grader grade
DEMO = submissions/demo
# Only one curve is drawn, in the end: timing whole classes takes minutes.
UNTIMED = --no-timing $(GRADE_OPTIONS)

demo: $(VENV)/ready-to-grade $(if $(DEVICE),$(VENV)/ready-for-torch)
	$(GRADE) kadai1 $(DEMO)/kadai1 --output $(RESULTS)/kadai1 $(UNTIMED)
	@echo
	$(GRADE) kadai2 $(DEMO)/kadai2 --output $(RESULTS)/kadai2 $(UNTIMED)$(DEVICE:%= --device %)
	@echo
	$(GRADE) optional1 $(DEMO)/optional1 --output $(RESULTS)/optional1 $(UNTIMED)
	@echo
	$(if $(DEVICE),$(GRADE) convnet $(DEMO)/convnet --output $(RESULTS)/convnet $(UNTIMED) --device $(DEVICE))
	$(if $(DEVICE),$(GRADE) training $(DEMO)/training --output $(RESULTS)/training $(UNTIMED) --device $(DEVICE))
	@echo "Now how long the function of one student takes, over growing sizes."
	$(GRADE) kadai1 $(DEMO)/kadai1 --output $(RESULTS)/kadai1 --only 24A1201 --timing $(GRADE_OPTIONS)
	@echo
	@echo "Open $(RESULTS)/kadai1/summary.html and $(RESULTS)/kadai2/summary.html in a browser,"
	@echo "then one of their sheets/*.html: $(RESULTS)/kadai1/sheets/24A1201.html has the curve."
	@echo "The gradebooks are the grades.csv beside them."
	@echo "$(DEMO)/README.md says who is who."
	@echo "Everybody is timed by: $(GRADE) kadai1 $(DEMO)/kadai1 --output $(RESULTS)/kadai1 --timing"

# The linter and the tests run side by side.
test: $(VENV)/ready-to-test
	@$(MAKE) --no-print-directory --jobs=2 lint tests

lint: $(VENV)/ready-to-test
	$(VENV)/bin/ruff check --quiet
	$(VENV)/bin/ruff format --check --quiet
	$(VENV)/bin/lint-imports --no-cache
	$(VENV)/bin/mypy

PYTEST = $(VENV)/bin/python -m pytest
SIDE_BY_SIDE = --numprocesses $(WORKERS) --maxprocesses 8 --dist worksteal

# A test may fail only because so much runs beside it. What fails is run once more by itself, and said;
# who fails again has failed, and ends it.
ALONE = { code=$$?; [ $$code -eq 1 ] || exit $$code; \
    echo "What failed is run again, with nothing beside it."; \
    $(PYTEST) --last-failed --last-failed-no-failures=none --exitfirst -r A $(PYTEST_OPTIONS)

tests: $(VENV)/ready-to-test
	@$(PYTEST) -m "not repetition" $(SIDE_BY_SIDE) $(PYTEST_OPTIONS) || $(ALONE) -m "not repetition"; }

repetitions: $(VENV)/ready-to-test
	@$(PYTEST) -m repetition $(SIDE_BY_SIDE) $(PYTEST_OPTIONS) || $(ALONE) -m repetition; }

test-all: test
	@$(MAKE) --no-print-directory repetitions

# Python for the browser, as docs/en/web.md says it; the versions are those of grader/web/pins.toml.
pyodide: $(VENV)/ready-to-test
	mkdir -p build/pyodide
	cd build/pyodide && npm pack --silent pyodide@314.0.7
	$(PIP) download --no-deps --only-binary=:all: --implementation cp --python-version 3.14 \
	    --platform pyemscripten_2026_0_wasm32 --dest build/pyodide msgspec==0.23.0

# Verdicts, points, exit codes and keys as recorded, or it fails; sentences it only lists (tests/same.py).
same: $(VENV)/ready-to-test
	$(VENV)/bin/python -m tests.same

same-record: $(VENV)/ready-to-test
	$(VENV)/bin/python -m tests.same record

# PARTS="pages twins" writes some of it (tests/anew.py).
anew: $(VENV)/ready-to-test
	@$(VENV)/bin/python -m tests.anew

# The tree without a plugin, or without several: PLUGIN="kit totals" (tests/amputate.py).
amputate: $(VENV)/ready-to-test
	@$(VENV)/bin/python -m tests.amputate $(PLUGIN)

# What changes on our corpora when a part is off (benchmarks/prices.py); PRICED names some parts.
prices: $(VENV)/ready-to-test
	@$(VENV)/bin/python benchmarks/prices.py $(PRICED)

# The newest of everything, without constraints.txt; TORCH names a PyTorch for the CPU, as torch==2.13.0.
canaries:
	$(PYTHON) -m venv $(VENV)-canaries
	$(VENV)-canaries/bin/python -m pip --disable-pip-version-check --quiet install --upgrade \
	    --upgrade-strategy eager '$(TORCH)' --editable '.[cluster,ta]' \
	    filelock hypothesis pytest pytest-timeout
	$(VENV)-canaries/bin/python -m pip --disable-pip-version-check list
	GRADER_CANARIES=1 $(VENV)-canaries/bin/python -m pytest -m canary tests/canaries $(wildcard tests/*/test_canary.py)

# First what is generated of the pages: options, keys, checks. Then both languages; a warning is a fault.
docs: $(VENV)/ready-for-docs
	@PARTS=pages $(VENV)/bin/python -m tests.anew
	for language in ja en; do \
	    $(VENV)/bin/sphinx-build --quiet --fail-on-warning -c docs -D language=$$language \
	        docs/$$language site/$$language || exit 1; done
	@echo "Open site/ja/index.html or site/en/index.html; 'grader docs' does."

# Wheel, source distribution, kits, checksums, the changelog's section (.ci/release.py).
release: $(VENV)/ready-to-test
	@$(VENV)/bin/python .ci/release.py

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { \
	    echo "There is no '$(PYTHON)' here. grader needs Python 3.11, 3.12 or 3.13; name one: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit((3, 11) > sys.version_info[:2] or sys.version_info[:2] > (3, 13))' || { \
	    echo "'$(PYTHON)' is $$($(PYTHON) --version 2>&1). grader needs Python 3.11, 3.12 or 3.13; name one: make PYTHON=python3.12 …"; exit 1; }
	@echo "Making a new environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) || { \
	    echo "The environment could not be made; on Debian and Ubuntu 'apt install python3-venv' helps."; exit 1; }

# The distribution was called grader once, as a stranger's on the package index still is; whichever
# of the two is there, it would be a second owner of our command and package.
OTHER = ls -d $(VENV)/lib/python*/site-packages/grader-*.dist-info

$(VENV)/ready-to-grade: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing grader into $(VENV); the first time takes about a minute …"
	@rm -rf grader.egg-info
	@! $(OTHER) >/dev/null 2>&1 || $(PIP) uninstall --yes grader
	@$(PIP) install --constraint constraints.txt setuptools
	@$(INSTALL) --editable '.[ta]'
	@$(COMPILE)
	@touch $@

$(VENV)/ready-for-torch: $(VENV)/ready-to-grade
	@echo "Installing PyTorch into $(VENV), unless it is there; this can take some minutes …"
	@$(INSTALL) --editable '.[torch]' || \
	    echo "No PyTorch for this machine; what needs it waits, and its tests are skipped."
	@$(COMPILE)
	@touch $@

$(VENV)/ready-to-test: $(VENV)/ready-for-torch
	@echo "Installing what the tests need into $(VENV) …"
	@$(INSTALL) --editable '.[dev]'
	@$(COMPILE)
	@touch $@

$(VENV)/ready-for-docs: $(VENV)/ready-to-grade
	@echo "Installing what the documentation is built with into $(VENV) …"
	@$(INSTALL) --editable '.[docs]'
	@touch $@
