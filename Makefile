# Two commands: `make play` and `make test`. Everything they need goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint format bench clean

play: $(VENV)/.installed
	@$(BIN)/cornerwise play

test: $(VENV)/.installed-dev build/sanitize/.built
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

# The kernel once more, with assertions and sanitizers, for tests/hostile.py.
build/sanitize/.built: $(VENV)/.build-tools CMakeLists.txt $(wildcard cpp/*)
	@mkdir -p build/sanitize
	@$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCORNERWISE_SANITIZE=ON \
		-DPython_EXECUTABLE=$(abspath $(BIN)/python) -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) >build/sanitize/log
	@$(BIN)/cmake --build build/sanitize >>build/sanitize/log || (cat build/sanitize/log; false)
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
