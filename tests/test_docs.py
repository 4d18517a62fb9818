"""The map of the documentation names every page; `tests/pages` runs what they show."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
MAP = DOCS / "README.md"

FOLDERS = ("decisions", "studies", "tables")
"""Folders that have one line for all their pages."""


def linked() -> set[Path]:
    """What the map leads to."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", MAP.read_text("utf-8"))
    return {(DOCS / link).resolve() for link in links}


def test_links_resolve() -> None:
    """Each link leads to a file."""
    assert sorted(str(path) for path in linked() if not path.is_file()) == []


def test_every_page() -> None:
    """Each page has its line; of some folders one page stands for all."""
    pages = {
        page
        for page in DOCS.rglob("*.md")
        if page != MAP and page.relative_to(DOCS).parts[0] not in FOLDERS
    }
    missing = sorted(str(page.relative_to(DOCS)) for page in pages - linked())
    assert missing == [], "give them a line in docs/README.md: who needs it, and why"


def test_folders() -> None:
    """Each of those folders is named by a page in it."""
    inside = {page.parent.name for page in linked()}
    assert set(FOLDERS) <= inside
