"""The README fits where it has to, and what it and the pages link to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


def test_first_screen() -> None:
    """What it is, two commands and a picture come first, small enough for a screen."""
    first = README.read_text("utf-8").partition("## ")[0]
    assert len(first.splitlines()) <= 12
    (width,) = re.findall(r'<img src="docs/images/[\w-]+\.jpg" width="(\d+)"', first)
    assert int(width) <= 560
    assert len(re.findall(r"^    \S", first, re.M)) == 2


def test_short() -> None:
    """The rest is short; every way to install stands in it."""
    text = README.read_text("utf-8")
    assert len(text.splitlines()) <= 100
    for way in ("uv tool install opfor", "pipx install opfor", "pip install opfor"):
        assert way in text


@pytest.mark.parametrize("page", sorted([README, *(ROOT / "docs").rglob("*.md")]))
def test_links(page: Path) -> None:
    """Every link within the project leads to a file."""
    text = page.read_text("utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    links += re.findall(r'<img src="([^"]+)"', text)
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []
