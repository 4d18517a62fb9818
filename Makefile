# Every target does its own set-up: it finds or installs uv, or falls back to
# venv + pip. Needs Python 3.11+, make and a package index, nothing else.
RUN := sh tools/run.sh

.PHONY: play check test soak bench lint docs dist audit

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

# Random play, clicks, kills and damage for a time: docs/reliability.md.
FOR ?= 10m

soak:
	@$(RUN) python -m tests.soak --for $(FOR) $(ARGS)

lint:
	@$(RUN) ruff check .
	@$(RUN) ruff format --check .
	@$(RUN) mypy

bench:
	@$(RUN) python -m benchmarks

# The pages of docs/ as a site that is read without a server: site/index.html.
docs: export GROUP = docs
docs:
	@NO_MKDOCS_2_WARNING=1 $(RUN) mkdocs build --quiet
	@echo "site/index.html"

# Wheel and sdist, proven in fresh environments of the Pythons that are here.
dist: export GROUP = dist
dist:
	@rm -rf dist src/opfor/data/los
	@$(RUN) python tools/ship_los.py
	@$(RUN) python -m build; built=$$?; rm -rf src/opfor/data/los; exit $$built
	@$(RUN) python tools/prove_dist.py dist/opfor-*.whl $(PYTHONS)

# Known holes in what opfor needs; asks the package index, so no build depends on it.
audit: export GROUP = audit
audit:
	@$(RUN) sh -c 'python -m pip freeze --exclude-editable | \
		pip-audit --strict --no-deps --disable-pip -r /dev/stdin'
