# Two commands: `make play` and `make test`. Everything they need goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint format bench clean

play: $(VENV)/.installed
	@$(BIN)/cornerwise play

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror cpp/*
	$(BIN)/mypy

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i cpp/*

bench: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/speed.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

# The kernel is built in place and again whenever its source changes, so what builds it is kept.
$(VENV)/.build-tools: $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet scikit-build-core nanobind cmake ninja
	@touch $@

$(VENV)/.installed: $(VENV)/.build-tools pyproject.toml CMakeLists.txt $(wildcard cpp/*)
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
