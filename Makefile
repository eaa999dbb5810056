# make demo      the product on this repository: TASK="…" and REPO=… choose another
# make test      lint, types, tests
# make test-slow the tests that need minutes
# make eval      how well it finds the right code (EVAL=… is the folder with the tasks)
# make bench     how fast and how large (BENCH=… is Django's sdist, else pip downloads it once)
# Everything is installed into .venv, once; `make clean` removes it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
TASK   ?= fix: a client that never reads its reply must be dropped after ten seconds
REPO   ?= $(CURDIR)
EVAL   ?=
BENCH  ?=
export TASK REPO EVAL BENCH

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS   += --no-print-directory
PIP         := $(BIN)/python -m pip --quiet --disable-pip-version-check install

.PHONY: demo test test-slow eval bench clean

demo: $(VENV)/installed
	@home=$$(mktemp -d) && chmod 700 "$$home" && export LCTX_HOME="$$home"; \
	trap '$(CURDIR)/$(BIN)/lctx stop >/dev/null || true; rm -rf "$$home"' EXIT; \
	cd "$$REPO" && lctx="$(CURDIR)/$(BIN)/lctx" && \
	"$$lctx" root add . >/dev/null && "$$lctx" sync >/dev/null && "$$lctx" preload "$$TASK"

test: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m pytest -m "not slow"

test-slow: $(VENV)/installed-dev
	$(BIN)/python -m pytest -m slow --timeout 1800

eval: $(VENV)/installed-dev
	$(BIN)/python -m tests.eval

bench: $(VENV)/installed-dev
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or newer is needed; '$(PYTHON)' is not. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)

# Editable, so that a change of the source needs no new installation.
$(VENV)/installed: pyproject.toml client/bin/lctx | $(BIN)/python
	$(PIP) --editable .
	@$(BIN)/python -m compileall -q client/lctx lean_ctx_daemon  # also where PYTHONDONTWRITEBYTECODE is set
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) --editable '.[dev]'
	@touch $@
