# Every target does its own set-up: it finds or installs uv, or falls back to
# venv + pip. Needs Python 3.11+, make and a package index, nothing else.
RUN := sh tools/run.sh

.PHONY: play test bench lint

play:
	@$(RUN) opfor play --web $(ARGS)

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
