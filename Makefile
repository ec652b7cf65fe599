# make demo   grade the fictional class and say where to look
# make test   everything a change has to pass
#
# Both build what they need in $(VENV), once; PYTHON=python3.12 picks the interpreter.

PYTHON ?= python3
VENV ?= .venv
OUT ?= results/kadai1
GRADE_OPTIONS ?=
PYTEST_OPTIONS ?=

PIP = $(VENV)/bin/python -m pip --disable-pip-version-check --quiet
# The package is built with the pinned setuptools, not with a newer one fetched for the occasion.
INSTALL = $(PIP) install --constraint constraints.txt --no-build-isolation

.PHONY: demo test
.DELETE_ON_ERROR:  # half an environment is none

demo: $(VENV)/ready-to-grade
	$(VENV)/bin/grader grade kadai1 submissions/demo/kadai1 --output $(OUT) $(GRADE_OPTIONS)
	@echo
	@echo "Open $(OUT)/summary.html in a browser, then one of $(OUT)/sheets/*.html."
	@echo "The gradebook is $(OUT)/grades.csv. submissions/demo/README.md says who is who."

test: $(VENV)/ready-to-test
	$(VENV)/bin/python -m pytest $(PYTEST_OPTIONS)

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { \
	    echo "There is no '$(PYTHON)' here. grader needs Python 3.11, 3.12 or 3.13; name one: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit((3, 11) > sys.version_info[:2] or sys.version_info[:2] > (3, 13))' || { \
	    echo "'$(PYTHON)' is $$($(PYTHON) --version 2>&1). grader needs Python 3.11, 3.12 or 3.13; name one: make PYTHON=python3.12 …"; exit 1; }
	@echo "Making a new environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) || { \
	    echo "The environment could not be made; on Debian and Ubuntu 'apt install python3-venv' helps."; exit 1; }

$(VENV)/ready-to-grade: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing grader into $(VENV); the first time takes about a minute …"
	@$(PIP) install --constraint constraints.txt setuptools
	@$(INSTALL) --editable .
	@$(INSTALL) --editable '.[sandbox]' || \
	    echo "No bubblewrap wheel for this machine; going on without ('grader machine' says how programs are confined)."
	@touch $@

$(VENV)/ready-to-test: $(VENV)/ready-to-grade
	@echo "Installing what the tests need into $(VENV) …"
	@$(INSTALL) --editable '.[dev]'
	@touch $@
