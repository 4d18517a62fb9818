"""A page says that a command needs the source before it shows the first such one."""

import re

import pytest

from tests.pages.shown import DOCS, pages

SAID = "Commands that begin with `python` or `make` need a checkout of the source."
NEEDS = re.compile(r"python (?:-m (?:tests|benchmarks|pytest)|tools/|examples/)|`make ")
BUILDERS = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")
"""Pages that are about a checkout, or say it of the only command in their own words."""

INDEX = {"docs/decisions/README.md": (DOCS / "decisions" / "README.md").read_text()}
SHOWING = {
    name: text
    for name, text in (pages() | INDEX).items()
    if name not in BUILDERS and NEEDS.search(text)
}


@pytest.mark.parametrize("name", SHOWING)
def test_said_first(name: str) -> None:
    """The same sentence everywhere, once, above the first such command."""
    text = SHOWING[name]
    first = NEEDS.search(text)
    assert first
    assert text.count(SAID) == 1
    assert text.index(SAID) < first.start()
