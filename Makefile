# `make tournament` and `make test` set up everything themselves: a virtual environment, the dependencies, the build.
# They need Python 3.10 or later and a C compiler. Another environment: `make VENV=/some/where test`.

PYTHON ?= python3
VENV ?= .venv
PY = $(VENV)/bin/python
BOOMTOWN = $(VENV)/bin/boomtown
BUILT = $(VENV)/.built
SOURCES = setup.py $(shell find engine bots arena tests -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi')
STUBBED = engine.game engine.state engine.batch engine.layout engine.memory engine.rng engine.playout \
  engine.planet_steam.game engine.planet_steam.invariants engine.steamopolis.game engine.steamopolis.invariants \
  bots.search bots.foresight bots.appraisal bots.guide bots.adviser bots.ply bots.planet_steam.adviser \
  bots.planet_steam.guide bots.steamopolis.adviser bots.steamopolis.guide arena.random_play arena.bench.loops

export BOOMTOWN_TEST_GAMES = 1

.DEFAULT_GOAL = help
.PHONY: help tournament torture fuzz test test-all build debug sanitize soak bench bench-peers signature lint format perft \
  docs sdist-check clean

help:  ## lists the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# Building in place: the tests and the command test what is in the tree. The stamp lives with the environment, since the
# binaries fit only its Python; a debug build removes it, so that no debug binary passes for a release one.
$(BUILT): pyproject.toml $(SOURCES)
	@echo "setting up $(VENV) and building the extensions: takes a few minutes"
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@if [ $(VENV)/.installed -nt pyproject.toml ]; then \
	  $(PY) setup.py -q build_ext --inplace; \
	else \
	  $(PY) -m pip install -qq --upgrade pip "setuptools>=77" "cython>=3.1" && \
	  $(PY) -m pip install -qq --no-build-isolation --editable '.[dev]' && touch $(VENV)/.installed; \
	fi
	@touch $@

tournament: $(BUILT)  ## plays a short tournament of each game; each ends with the table and the path of its report
	$(BOOMTOWN) tournament --game steamopolis heuristic mcts:sims=50 greedy random --players 2 --games 48 --seed 1 --report
	$(BOOMTOWN) tournament heuristic mcts:sims=50 greedy random --players 3 --games 144 --seed 1 --report

torture: $(BUILT)  ## 1,000 faults and who was blamed; 100 kills, and results compared byte for byte; attacks that take long
	$(PY) -m tests.arena.blame --faults 1000
	$(PY) -m tests.arena.torture --games 150 --kills 100
	$(PY) -m pytest -q -m slow tests/arena

fuzz: $(BUILT)  ## every fuzzer for two minutes, guided by coverage if atheris is installed (.[fuzz])
	@if $(PY) -c 'import atheris' 2> /dev/null; then \
	  $(PY) -m tests.fuzz --seconds 60 --guided; \
	fi
	$(PY) -m tests.fuzz --seconds 60
	$(PY) -m tests.hostile_calls --calls 400

test: $(BUILT) lint  ## linters, types, stubs and all tests but the slow ones
	$(PY) -m pytest -q -n auto --dist loadfile -m "not slow" tests README.md docs

test-all: $(BUILT) lint  ## the slow tests too
	$(PY) -m pytest -q tests README.md docs

lint: $(BUILT)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(PY) -m mypy.stubtest --ignore-disjoint-bases --ignore-unused-allowlist --allowlist tests/stubtest.txt $(STUBBED)

format: $(BUILT)  ## formats the Python files
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

build: $(BUILT)  ## sets up the environment and builds the extensions in place

debug: $(BUILT)  ## the tests on a debug build (asserts and bounds checks on)
	rm -f $(BUILT)
	BOOMTOWN_DEBUG=1 $(PY) setup.py -q build_ext --inplace
	$(PY) -m pytest -q -m "not slow" tests

sanitize: $(BUILT)  ## 10,000 random games and 100 of bots on builds with address and undefined-behaviour sanitizers
	$(PY) -m tests.planet_steam.soak --sanitize --every-move --games 10000
	$(PY) -m tests.steamopolis.soak --sanitize --every-move --games 10000
	$(PY) -m benchmarks.bot_soak --sanitize --games 100
	$(PY) -m tests.hostile_calls --sanitize --calls 40

soak: $(BUILT)  ## a million random games with all invariants checked at round ends
	$(PY) -m tests.planet_steam.soak --games 1000000 --jobs "$$(nproc)"
	$(PY) -m tests.steamopolis.soak --games 1000000 --jobs "$$(nproc)"

bench: $(BUILT)  ## speed: `boomtown bench`, then every figure with statistics and how cost grows
	$(BOOMTOWN) bench
	$(PY) -m pytest -q benchmarks --benchmark-only --benchmark-columns=min,median,iqr,rounds

bench-peers: $(BUILT)  ## speed beside OpenSpiel, Catanatron and python-chess, installed into an environment of their own
	$(PY) -m benchmarks.peers --venv $(VENV)-peers

signature: $(BUILT)  ## stores the signature of the present behaviour, for the commit that changes it
	$(BOOMTOWN) bench --quick --json > $(VENV)/signature.json && mv $(VENV)/signature.json benchmarks/signature.json
	$(PY) -c 'import json; print(json.dumps({"signature": json.load(open("benchmarks/signature.json"))["signature"]}))' \
	  > arena/signature.json

perft: $(BUILT)  ## checks every perft file
	$(PY) -m pytest -q tests -k perft

docs: $(BUILT)  ## builds the documentation site into build/site; fails at a broken link
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet
	@echo "build/site/index.html"

sdist-check: $(BUILT)  ## builds sdist and wheel; the sdist, installed elsewhere, plays a game
	.ci/sdist-check $(PY)

clean:  ## removes the environment and everything built
	rm -rf $(VENV) $(VENV)-peers build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	find engine bots arena tests \( -name '*.so' -o -name '*.c' \) -delete
	find engine bots arena tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
