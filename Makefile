# make demo   grade the fictional class and say where to look
# make test   everything a change has to pass
# make test-all  the same with three times as many processes killed at random moments
#
# Both build what they need in $(VENV), once; PYTHON=python3.12 picks the interpreter.
# make demo DEVICE=cpu installs PyTorch as well and runs its exercises on the CPU; DEVICE=gpu wants a
# GPU. Without DEVICE, what needs a GPU waits until there is one.

PYTHON ?= python3
VENV ?= .venv
RESULTS ?= results
DEVICE ?=
GRADE_OPTIONS ?=
PYTEST_OPTIONS ?=

PIP = $(VENV)/bin/python -m pip --disable-pip-version-check --quiet
# The package is built with the pinned setuptools, not with a newer one fetched for the occasion.
INSTALL = $(PIP) install --constraint constraints.txt --no-build-isolation

.PHONY: demo test test-all same same-record
.DELETE_ON_ERROR:  # half an environment is none

demo: $(VENV)/ready-to-grade $(if $(DEVICE),$(VENV)/ready-for-torch)
	$(VENV)/bin/grader grade kadai1 submissions/demo/kadai1 --output $(RESULTS)/kadai1 $(GRADE_OPTIONS)
	@echo
	$(VENV)/bin/grader grade kadai2 submissions/demo/kadai2 --output $(RESULTS)/kadai2 $(GRADE_OPTIONS)$(DEVICE:%= --device %)
	@echo
	$(VENV)/bin/grader grade optional1 submissions/demo/optional1 --output $(RESULTS)/optional1 $(GRADE_OPTIONS)
	@echo
	$(if $(DEVICE),$(VENV)/bin/grader grade convnet submissions/demo/convnet --output $(RESULTS)/convnet $(GRADE_OPTIONS) --device $(DEVICE))
	$(if $(DEVICE),$(VENV)/bin/grader grade training submissions/demo/training --output $(RESULTS)/training $(GRADE_OPTIONS) --device $(DEVICE))
	@echo "Open $(RESULTS)/kadai1/summary.html and $(RESULTS)/kadai2/summary.html in a browser,"
	@echo "then one of their sheets/*.html. The gradebooks are the grades.csv beside them."
	@echo "submissions/demo/README.md says who is who."

test: $(VENV)/ready-to-test
	$(VENV)/bin/python -m pytest $(PYTEST_OPTIONS)

# Compares every verdict, sentence and document with what is recorded; tests/same.py says how.
same: $(VENV)/ready-to-test
	$(VENV)/bin/python -m tests.same

same-record: $(VENV)/ready-to-test
	$(VENV)/bin/python -m tests.same record

test-all: export KILLS = 60
test-all: test

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
	@$(INSTALL) --editable '.[numpy,report]'
	@$(INSTALL) --editable '.[sandbox]' || \
	    echo "No bubblewrap wheel for this machine; going on without ('grader machine' says how programs are confined)."
	@touch $@

$(VENV)/ready-for-torch: $(VENV)/ready-to-grade
	@echo "Installing PyTorch into $(VENV), unless it is there; this can take some minutes …"
	@$(INSTALL) --editable '.[torch]' || \
	    echo "No PyTorch for this machine; what needs it waits, and its tests are skipped."
	@touch $@

$(VENV)/ready-to-test: $(VENV)/ready-for-torch
	@echo "Installing what the tests need into $(VENV) …"
	@$(INSTALL) --editable '.[dev]'
	@touch $@
