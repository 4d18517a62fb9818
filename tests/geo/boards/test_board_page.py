"""Tests that the page on boards tells the truth."""

import re
from pathlib import Path

import pytest

from opfor.geo.boards.geomorphic import edge_problems
from opfor.geo.boards.plan import AREAS, BRIDGES, HEXSIDES, LINES
from opfor.geo.boards.text import parse_plan
from tests.geo.plan_facts import differences

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "boards.md"
EXAMPLES = re.findall(r"```board\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_a_board(text: str) -> None:
    """And is drawn as it says."""
    assert differences(parse_plan(text)) == []


def test_the_frame_joins_other_boards() -> None:
    """The lines to begin with keep the convention."""
    assert edge_problems(parse_plan(EXAMPLES[1])) == []


def test_the_page_names_every_word() -> None:
    """No key is left unexplained."""
    page = PAGE.read_text("utf-8")
    for word in (*AREAS, *LINES, *HEXSIDES, *BRIDGES, "stairwell", "size", "title"):
        assert f"`{word}`" in page
