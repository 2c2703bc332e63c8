# Two commands: `make play` and `make test`. Everything they need goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test packages lint format bench messages screenshots clean

play: $(VENV)/.installed
	@$(BIN)/cornerwise serve --allow-lan

test: $(VENV)/.installed-dev build/sanitize/.built build/paths/.built packages
	$(BIN)/python -m pytest -n auto --dist loadfile

# Programs that tests drive, each with Debian's package. Without root the tests say what to install.
PROGRAMS := chromium:chromium nginx:nginx-light caddy:caddy openssl:openssl
packages:
	@missing=""; for pair in $(PROGRAMS); do \
	    command -v $${pair%%:*} >/dev/null || missing="$$missing $${pair##*:}"; done; \
	[ -z "$$missing" ] || [ "$$(id -u)" != 0 ] || { apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; }

lint: $(VENV)/.installed-dev $(VENV)/.node-tools
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror cpp/*
	$(BIN)/mypy
	PATH="$(CURDIR)/$(BIN):$$PATH" $(VENV)/node/node_modules/.bin/tsc --project tests/browser

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i cpp/*

# Bring the catalogues of src/cornerwise/server/locale up to date with the texts of the page.
messages: $(VENV)/.installed-dev
	$(BIN)/python -m cornerwise.server.i18n

screenshots: $(VENV)/.installed-dev
	$(BIN)/python tests/browser/screenshots.py screenshots

bench: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/simulations.py

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

# The kernel once more for tests: with assertions and sanitizers (tests/hostile.py), and held to
# each of the instruction sets that it else chooses from (tests/signature.py).
build/sanitize/.built: CHOICE := -DCORNERWISE_SANITIZE=ON
build/paths/.built: CHOICE := -DCORNERWISE_PATHS=ON
build/sanitize/.built build/paths/.built: $(VENV)/.build-tools CMakeLists.txt $(wildcard cpp/*)
	@mkdir -p $(@D)
	@$(BIN)/cmake -S . -B $(@D) -G Ninja $(CHOICE) -DPython_EXECUTABLE=$(abspath $(BIN)/python) \
		-DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) >$(@D)/log
	@$(BIN)/cmake --build $(@D) >>$(@D)/log || (cat $(@D)/log; false)
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

# Node only checks the page's types: nothing that runs needs it.
$(VENV)/.node-tools: $(VENV)/.installed-dev
	PATH="$(CURDIR)/$(BIN):$$PATH" npm install --silent --no-fund --no-audit --prefix $(VENV)/node typescript
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
