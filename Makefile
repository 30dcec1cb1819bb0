# `make` alone lists the targets. Nothing is needed but make and Python 3.11 or later.
.DEFAULT_GOAL := help
.PHONY: help run demo play test check lint types contract format proto golden lock wheel clean

PYTHON ?= python3
ARGS   ?=
GOLDEN ?= tests --regenerate-golden

VENV    := .venv
BIN     := $(VENV)/bin
PIP     := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
LOCK    := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
           --no-annotate --custom-compile-command "make lock" $(ARGS)
BUILD   := requirements-build.lock
RUNTIME := requirements.lock
DEV     := requirements-dev.lock

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run ## Serve on 127.0.0.1:50051 (settings: CHINCHON_* variables)
	@$(BIN)/chinchon serve $(ARGS)

demo: $(VENV)/.run ## Watch a match between simple players, through a real server
	@$(BIN)/chinchon demo $(ARGS)

play: $(VENV)/.run ## Play against simple players in this terminal
	@$(BIN)/chinchon play $(ARGS)

test: $(VENV)/.dev ## Run the tests (ARGS="-k close" picks some)
	@$(BIN)/pytest $(ARGS)

check: lint types contract ## All checks but the tests

lint: $(VENV)/.dev ## Ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## Mypy, strict
	$(BIN)/mypy --strict engine service

contract: $(VENV)/.dev ## Buf: style, nothing broken since main (or BASE=ref), generated code fresh
	$(BIN)/buf lint
	PATH="$(CURDIR)/$(BIN):$$PATH" .ci/breaking $(BASE)
	$(BIN)/python proto/generate.py --check

format: $(VENV)/.dev ## Mend what ruff can mend by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

proto: $(VENV)/.dev ## Regenerate the Python code of the contract
	$(BIN)/python proto/generate.py

golden: $(VENV)/.dev ## Record the golden files anew; read their diff before you commit it
	$(BIN)/pytest $(GOLDEN) $(ARGS)

lock: $(VENV)/.uv ## Resolve the lock files anew (ARGS=--upgrade takes newer releases)
	$(LOCK) --group build -o $(BUILD)
	$(LOCK) pyproject.toml -o $(RUNTIME)
	$(LOCK) pyproject.toml --group dev -c $(BUILD) -c $(RUNTIME) -o $(DEV)

wheel: $(VENV)/.dev ## Build the wheel into dist/
	rm -rf build
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build

# The stamps below make a second `make run` start at once. Everything comes from the lock files, by hash.
$(VENV)/.run: $(RUNTIME) $(BUILD) pyproject.toml | $(BIN)/pip
	$(PIP) install --require-hashes -r $(BUILD) -r $(RUNTIME)
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(DEV) $(VENV)/.run
	$(PIP) install --require-hashes -r $(DEV)
	@touch $@

$(VENV)/.uv: | $(BIN)/pip
	$(PIP) install uv
	@touch $@

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Chinchón needs Python 3.11 or later; $(PYTHON) is older or missing. Name another: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

clean: ## Remove the virtual environment, caches and build output
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
