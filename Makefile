# Every target does its own set-up: it finds or installs uv, or falls back to
# venv + pip. Needs Python 3.11+, make and a package index, nothing else.
RUN := sh tools/run.sh

.PHONY: play check test bench lint

# `make check` looks at what differs from this commit.
BASE ?= HEAD

play:
	@$(RUN) opfor play --web $(ARGS)

# The quick loop: everything that is fast, and the tests of what has changed.
check: lint
	@$(RUN) python tools/check_layers.py
	@$(RUN) python -m pytest -q -n auto --maxprocesses 8 --dist loadfile \
		$$($(RUN) python tools/changed_tests.py $(BASE)) $(ARGS)

test: lint
	@$(RUN) python tools/check_layers.py
	@$(RUN) python -m pytest -n auto --maxprocesses 8 --dist loadfile $(ARGS)
	@$(RUN) opfor coverage --check

lint:
	@$(RUN) ruff check .
	@$(RUN) ruff format --check .
	@$(RUN) mypy

bench:
	@$(RUN) python -m benchmarks
