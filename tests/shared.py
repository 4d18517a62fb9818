"""Where the material beside the checkout lies, for the tests that use it."""

from pathlib import Path

import pytest

_CHECKOUT = Path(__file__).resolve().parents[1]


def _shared() -> Path:
    """`shared` beside the checkout; for a git worktree, beside a folder above it."""
    beside = [folder / "shared" for folder in _CHECKOUT.parents]
    return next((path for path in beside if (path / "README.md").is_file()), beside[0])


SHARED = _shared()

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="needs the ../shared folder beside the checkout"
)
