"""The README is true: its examples run, and what it links to is there."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


def test_examples() -> None:
    """Every line of Python in the README gives what it shows."""
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 10
    assert failed == 0


@pytest.mark.parametrize("page", sorted([README, *(ROOT / "docs").rglob("*.md")]))
def test_links(page: Path) -> None:
    """Every link within the project leads to a file."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []
