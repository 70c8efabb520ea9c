# make help lists the targets. ARGS goes to the program behind a target: make play ARGS="--seed 7", make test ARGS="-k view".

VENV = .venv
BIN = $(VENV)/bin
CC ?= cc
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
BUILD_NEEDS = "setuptools>=77" "cython>=3.2"
CORE = setup.py $(wildcard cext/avalon_ai/*)
STUBBED = $(subst /,.,$(basename $(wildcard avalon_ai/_*.pyi)))
ARGS =
# Tests in as many processes as there are processors, four at most; ARGS="-n 0" runs them in one, as --pdb needs it.
PYTEST = -m pytest -n auto --maxprocesses 4 --dist worksteal --benchmark-disable

# A mode's own tree: the sources copied to build/<mode>/tree, with that mode's compiled modules.
TREE = build/$(MODE)/tree
IN_TREE = cd $(TREE) && AVALON_BUILD=$(MODE) PYTHONPATH="$(CURDIR)/$(TREE):$(CURDIR)/$(TREE)/cli"

.PHONY: help play test check lint types core-rules stubs examples format neighbours debug-test coverage bench peers wheel clean
.DELETE_ON_ERROR:

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

play: $(VENV)/built  ## play the duel against the computer
	@$(BIN)/avalon-bot vs human $(ARGS)

test: $(VENV)/built $(VENV)/dev  ## run the tests
	$(BIN)/python $(PYTEST) $(ARGS)

check: lint types core-rules stubs  ## ruff, mypy, cython-lint and stubtest; make -k check goes on after a failure

lint: $(VENV)/dev
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .

types: $(VENV)/built $(VENV)/dev
	$(BIN)/mypy

core-rules: $(VENV)/dev
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint cext
	$(BIN)/python tools/check_core.py

stubs: $(VENV)/built $(VENV)/dev
	$(BIN)/python -m mypy.stubtest --mypy-config-file pyproject.toml --allowlist tools/stubtest_allow.txt \
	    --ignore-unused-allowlist $(STUBBED)

examples: $(VENV)/dev  ## types of the examples, and a run, against an installed wheel
	$(BIN)/python tools/check_examples.py

format: $(VENV)/dev  ## let ruff format the Python files
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

neighbours: $(VENV)/neighbours  ## what the tests of the adapters need, where there are wheels; without, they are left out

debug-test: MODE = debug
debug-test: $(VENV)/dev  ## a short run of the kit with C assertions and sanitizers
	$(BIN)/python tools/mirror.py $(TREE)
	$(IN_TREE) ../../../$(BIN)/python setup.py --quiet build_ext --inplace
	$(IN_TREE) LD_PRELOAD=$$($(CC) -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 \
	    UBSAN_OPTIONS=print_stacktrace=1 AVALON_KIT_GAMES=$${AVALON_KIT_GAMES:-30} \
	    ../../../$(BIN)/python $(PYTEST) -m kit $(ARGS)

coverage: MODE = trace
coverage: $(VENV)/dev  ## the tests on a build that counts lines; reports in build/trace/tree: htmlcov, core_coverage.txt
	$(BIN)/python tools/mirror.py $(TREE)
	$(IN_TREE) ../../../$(BIN)/python setup.py --quiet build_ext --inplace
	find $(TREE) -name '*.gcda' -delete
	$(IN_TREE) ../../../$(BIN)/python -m coverage run -m pytest $(ARGS)
	$(IN_TREE) ../../../$(BIN)/python -m coverage combine --quiet
	$(IN_TREE) ../../../$(BIN)/python -m coverage html --quiet
	$(IN_TREE) ../../../$(BIN)/python -m coverage report
	$(BIN)/python tools/core_coverage.py $(TREE)

bench: $(VENV)/built $(VENV)/dev  ## the speed tests in bench/
	$(BIN)/python -m pytest bench $(ARGS)

peers: $(VENV)/built  ## the search beside another program's, in one run
	$(BIN)/python bench/peers.py $(ARGS)

wheel: $(VENV)/dev  ## a source distribution, and a wheel made from it, in dist/
	$(PIP) build
	$(BIN)/python -m build --outdir dist .

clean:  ## remove everything that was built, the virtual environment too
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .coverage*
	find avalon_ai bench cext cli tests tools \( -name '*.so' -o -name '*.c' -o -name '*.pyc' \) -type f -delete
	find avalon_ai bench cext cli tests tools -name __pycache__ -type d -empty -delete

# Stamps: each step is done again only when what it depends on has changed.

$(VENV)/made:
	@command -v $(CC) >/dev/null || { echo "No C compiler found ($(CC)), for example: apt install gcc libc6-dev"; exit 1; } >&2
	@python=$$(tools/find_python.sh) && echo "Making $(VENV) with $$python" && $$python -m venv --clear $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/made
	@echo "Installing what the program needs"
	$(PIP) $(BUILD_NEEDS)
	$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/built: $(CORE) $(VENV)/installed
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/dev: $(VENV)/installed
	@echo "Installing what tests and checks need"
	$(PIP) --no-build-isolation --editable ".[dev]"
	@touch $@

$(VENV)/neighbours: $(VENV)/installed
	@for extra in openspiel pettingzoo; do \
	    $(PIP) --no-build-isolation --only-binary open_spiel,pettingzoo --editable ".[$$extra]" \
	        || echo "No wheels for the extra $$extra here: its tests will be left out"; \
	done
	@touch $@
