"""Tests of the boards that come with opfor."""

from importlib.resources import files
from pathlib import Path

import pytest

from opfor.geo.boards.geomorphic import EXITS, STANDARD
from opfor.geo.boards.plan import LOW_LINES as LOW
from opfor.geo.boards.text import read_plan
from tests.geo.plan_facts import differences, joint_differences

FOLDER = Path(str(files("opfor.data") / "boards"))
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", NAMES)
def test_every_hex_of_a_shipped_board_is_what_its_text_says(name: str) -> None:
    """Terrain, level, hexsides, stairs, bridges; roads, buildings, gullies across."""
    plan = read_plan(FOLDER / f"{name}.txt")
    assert plan.name == name
    assert plan.title
    assert plan.grid == STANDARD
    assert differences(plan) == []
    assert joint_differences(plan) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_road_or_path_of_a_shipped_board_ends_without_cause(name: str) -> None:
    """It leaves the board, or meets another road, path or building."""
    plan = read_plan(FOLDER / f"{name}.txt")
    ways = [line for line in plan.lines if line.kind not in LOW or "road" in line.kind]
    built = {hex_ for building in plan.buildings for hex_ in building.hexes}
    for way in ways:
        others = [line for line in ways if line is not way]
        met = built.union(*(line.hexes for line in others))
        joints = {side for line in others for side in (line.start, line.end)}
        for hex_, side in ((way.hexes[0], way.start), (way.hexes[-1], way.end)):
            assert side in EXITS or side in joints if side else hex_ in met


@pytest.mark.parametrize("name", NAMES)
def test_no_house_of_a_shipped_board_stands_on_a_road(name: str) -> None:
    """Roads lead past houses."""
    plan = read_plan(FOLDER / f"{name}.txt")
    built = {hex_ for building in plan.buildings for hex_ in building.hexes}
    assert not built & {hex_ for line in plan.lines for hex_ in line.hexes}


def test_the_shipped_boards_show_each_character() -> None:
    """Villages, farmland, hills, woods, fens, a city block, and more."""
    plans = {name: read_plan(FOLDER / f"{name}.txt") for name in NAMES}
    houses = {name: len(plan.buildings) for name, plan in plans.items()}
    crops = {
        name: sum(word in ("grain", "orchard") for word in plan.areas.values())
        for name, plan in plans.items()
    }
    assert [name for name in NAMES if 19 <= houses[name] < 50] == [
        *("o1", "o16", "o17", "o19", "o2", "o9")
    ]
    assert [n for n in NAMES if crops[n] >= 45 and houses[n] < 19] == ["o3", "o4"]
    built = {name: sum(len(b.hexes) for b in plans[name].buildings) for name in NAMES}
    assert [name for name in NAMES if built[name] >= 70] == ["o18", "o8"]
    wet = {n: list(plans[n].areas.values()).count("marsh") for n in NAMES}
    assert [name for name in NAMES if wet[name] >= 40] == ["o13", "o16"]
    wooded = {n: list(plans[n].areas.values()).count("woods") for n in NAMES}
    assert max(wooded, key=wooded.__getitem__) == "o14"
    hedged = {n: list(plans[n].sides.values()).count("bocage") for n in NAMES}
    assert max(hedged, key=hedged.__getitem__) == "o9"
    hilly = [name for name, plan in plans.items() if len(plan.levels) >= 50]
    assert hilly == ["o12", "o20", "o5", "o6"]
    assert len(NAMES) == 20
