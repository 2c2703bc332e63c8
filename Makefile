# Two commands: `make play` and `make test`. Everything they need goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
MODULES := $(VENV)/node/node_modules/.bin
KERNELS := build/sanitize/.built build/threads/.built build/paths/.built

.PHONY: play test packages lint format docs notebooks bench messages screenshots clean

play: $(VENV)/.installed
	@$(BIN)/cornerwise serve --allow-lan

test: $(VENV)/.installed-dev $(KERNELS) packages
	$(BIN)/python -m pytest -n auto --dist worksteal

# Programs that tests drive, each with Debian's package. Without root the tests say what to install.
# A fresh machine may be updating itself: then we wait for it, ten minutes at most.
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600
PROGRAMS := chromium:chromium nginx:nginx-light caddy:caddy openssl:openssl \
    pg_ctlcluster:postgresql nats-server:nats-server
packages:
	@missing=""; for pair in $(PROGRAMS); do \
	    command -v $${pair%%:*} >/dev/null || missing="$$missing $${pair##*:}"; done; \
	[ -z "$$missing" ] || [ "$$(id -u)" != 0 ] || { \
	    for try in $$(seq 60); do $(APT) update && break || sleep 10; done; \
	    $(APT) install -y --no-install-recommends $$missing; }

lint: $(VENV)/.installed-dev $(VENV)/.node-tools
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror cpp/*
	$(BIN)/mypy
	$(NODE) $(MODULES)/biome ci --error-on-warnings
	$(NODE) $(MODULES)/tsc --project tests/browser

format: $(VENV)/.installed-dev $(VENV)/.node-tools
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i cpp/*
	$(NODE) $(MODULES)/biome check --write

# The documentation as static files in build/site.
docs: $(VENV)/.installed-dev
	$(BIN)/python -m sphinx -q -W --keep-going -c docs/_site -d build/doctrees docs build/site
	@echo "the site is in build/site: open build/site/index.html"

# Run the notebooks of docs/ and keep what they show.
notebooks: $(VENV)/.installed-dev
	$(BIN)/python docs/_site/run_notebooks.py

# Bring up to date what is made from the sources: the catalogues of texts, and the types of the page.
messages: $(VENV)/.installed-dev
	$(BIN)/python -m cornerwise.server.page.i18n
	$(BIN)/python -m cornerwise.server.web.types

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
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[server]'
	@touch $@

# Further kernels for tests: one that watches memory (tests/hostile.py), one that watches threads
# (tests/threads.py), and one for each of the instruction sets (tests/signature.py).
build/sanitize/.built: CHOICE := -DCORNERWISE_SANITIZE=address,undefined
build/threads/.built: CHOICE := -DCORNERWISE_SANITIZE=thread
build/paths/.built: CHOICE := -DCORNERWISE_PATHS=ON
$(KERNELS): $(VENV)/.build-tools CMakeLists.txt $(wildcard cpp/*)
	@mkdir -p $(@D)
	@$(BIN)/cmake -S . -B $(@D) -G Ninja $(CHOICE) -DPython_EXECUTABLE=$(abspath $(BIN)/python) \
		-DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) >$(@D)/log
	@$(BIN)/cmake --build $(@D) >>$(@D)/log || (cat $(@D)/log; false)
	@touch $@

# PyTorch has one version, so that no test changes by itself. Some indexes have other versions with
# gigabytes for graphics processors only.
$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --group dev 'cornerwise[many,train,data,lab,openspiel,torch]' \
		torch==2.13.0
	@touch $@

# Node only checks the page: nothing that runs needs it. A formatter must not change by itself, so
# its version is fixed, here and in biome.jsonc.
$(VENV)/.node-tools: $(VENV)/.installed-dev biome.jsonc
	$(NODE) npm install --silent --no-fund --no-audit --prefix $(VENV)/node typescript @biomejs/biome@2.6.7
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
