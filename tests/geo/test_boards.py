"""Tests of the boards that come with opfor."""

from importlib.resources import files
from pathlib import Path

import pytest

from opfor.geo.geomorphic import STANDARD
from opfor.geo.textboard import read_plan
from tests.geo.plan_facts import differences

FOLDER = Path(str(files("opfor.data") / "boards"))
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", NAMES)
def test_every_hex_of_a_shipped_board_is_what_its_text_says(name: str) -> None:
    """Terrain, level, hexsides, stairs, bridges and what roads run through."""
    plan = read_plan(FOLDER / f"{name}.txt")
    assert plan.name == name
    assert plan.title
    assert plan.grid == STANDARD
    assert differences(plan) == []
