"""docs/examples.md: the file in it passes, and it explains every key."""

import re
from pathlib import Path

import pytest

from opfor.geo.boards.library import Library
from opfor.ports.examples import read_example, report
from opfor.ports.examples.form import Case, CaseStep, Expect, ExpectedDecision, File
from opfor.ports.examples.scene import Builder
from opfor.ports.examples.script import ALONE, RUN, WAYS, ordered
from opfor.ports.examples.terms import READERS_NAMES
from opfor.state.world import World
from tests.ports.examples.small import GIVENS, MOVE, results

PAGE = Path(__file__).parents[3] / "docs" / "examples.md"
TEXT = PAGE.read_text(encoding="utf-8")


BLOCKS = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=["a whole file", "one of each family"])
def test_the_files_in_the_page_pass(block: str) -> None:
    """A reader who saves a file of the page and plays it sees every case pass."""
    found = results(block)
    assert len(found) >= 3
    told = [line for result in found for line in report(result)]
    assert not told, "\n".join(told)


ORDERS = re.findall(
    r"`([^`]+)`", TEXT[TEXT.index("| Orders") : TEXT.index("What a rule")]
)


def test_every_order_is_one() -> None:
    """Each order of the page is read as one."""
    world = scene_world()
    for text in ORDERS:
        if not text.startswith("{"):
            ordered(text, world, "the page")
    assert len(ORDERS) > 40


def scene_world() -> World:
    """A world for orders to be read on."""
    (case,) = read_example((GIVENS + MOVE).encode(), "small.toml").cases
    (play,) = case.plays
    return Builder(Library()).scene(play.givens, play.origin).world


def test_names_of_terms() -> None:
    """The names by which rules are asked are those of the page."""
    table = TEXT[TEXT.index("| Name |") : TEXT.index("### What must")]
    for names in READERS_NAMES.values():
        assert all(re.search(rf"\b{name}\b", table) for name in names), names


def test_every_key_is_explained() -> None:
    """Each key of the form has its place in the page, and so has each order."""
    keys = {
        key
        for form in (File, Case, CaseStep, Expect, ExpectedDecision)
        for key in form.__struct_fields__
    }
    assert {key for key in keys if f"`{key}`" not in TEXT} == set()
    orders = {f"V {way} K6" for way in WAYS} | {*ALONE, RUN}
    assert {order for order in orders if f"`{order}`" not in TEXT} == set()
