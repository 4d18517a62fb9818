"""docs/threats.md: each claim names tests that are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "threats.md").read_text("utf-8")

NAMED = sorted(set(re.findall(r"`(tests/[^`]+)`", PAGE)))

ROWS = [line for line in PAGE.splitlines() if re.match(r"\| (?!claim|what \|)", line)]


@pytest.mark.parametrize("name", NAMED)
def test_there(name: str) -> None:
    """The file, the class and the function are there, and hold tests."""
    file, *inside = name.split("::")
    found: list[ast.stmt] = ast.parse((ROOT / file).read_text("utf-8")).body
    for part in inside:
        (one,) = [each for each in found if getattr(each, "name", "") == part]
        found = [one] if isinstance(one, ast.FunctionDef) else one.body  # type: ignore[attr-defined] # a class
    tests = [each for at in found for each in ast.walk(at)]
    assert any(getattr(each, "name", "").startswith("test_") for each in tests)


def test_each_claim() -> None:
    """No claim stands without a test."""
    assert len(ROWS) > 15
    for row in ROWS:
        assert "`tests/" in row.rsplit("|", 2)[1], row
