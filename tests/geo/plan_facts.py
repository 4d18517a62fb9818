"""What a plan says of each hex: written apart from the rasteriser, to check it."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from opfor.geo.boards.plan import (
    LOW_LINES,
    BoardPlan,
    Hex,
    Side,
    canonical,
    side_between,
    terrain_of,
)
from opfor.geo.hex_facts import HexFacts
from opfor.geo.hexes import SIDES, neighbour
from opfor.geo.hexside_features import Joins
from opfor.geo.map import Map, Placed
from opfor.geo.raster.raster import draw
from opfor.geo.terrain import terrain_types


def code_of(plan: BoardPlan, hex_: Hex) -> int:
    """The terrain code that the plan gives a hex."""
    for building in plan.buildings:
        if hex_ in building.hexes:
            return building.code
    area = terrain_of(plan.areas[hex_]) if hex_ in plan.areas else None
    if area is not None and area.inherent:
        return area.code
    code = area.code if area else 0
    banked = ("sunken road", "elevated road")
    for kinds in (LOW_LINES, (*banked, "road"), ("paved road",)):
        for line in plan.lines:
            if line.kind in kinds and hex_ in line.hexes:
                code = terrain_of("road" if line.kind in banked else line.kind).code
    return code


def cover_of(plan: BoardPlan, hex_: Hex) -> int:
    """The terrain code beside a road or depression, that of the hex elsewhere."""
    code = code_of(plan, hex_)
    lined = any(hex_ in line.hexes and line.kind != "path" for line in plan.lines)
    if not lined or terrain_types()[code].category not in ("road", "depression"):
        return code
    if any(hex_ in ln.hexes for ln in plan.lines if ln.kind == "sunken road"):
        return terrain_of("sunken road").code
    word = plan.areas.get(hex_, "")
    return terrain_of(word).code if word in THICK else 0


THICK = ("woods", "brush", "grain", "marsh", "pond", "plowed field")
"""Areas that fill enough of their hexes to show beside a road."""


SCATTERED = ("lumberyard", "shellholes")


def base_of(plan: BoardPlan, hex_: Hex) -> int:
    """The base level that the plan gives a hex."""
    kinds = {line.kind for line in plan.lines if hex_ in line.hexes}
    sunk = bool(kinds & set(LOW_LINES)) and hex_ not in plan.bridges
    return plan.levels.get(hex_, 0) - sunk + ("elevated road" in kinds)


def side_code(plan: BoardPlan, hex_: Hex, side: int) -> int:
    """The terrain code that the plan gives a hexside."""
    name = canonical(plan.grid, (*hex_, side))
    if name in plan.sides:
        return terrain_of(plan.sides[name]).code
    for building in plan.buildings:
        if building.rowhouse:
            for a, b in building.joints():
                if canonical(plan.grid, (*a, side_between(a, b))) == name:
                    return building.wall_code
    return 0


def differences(plan: BoardPlan) -> list[str]:
    """Every fact of the drawn board that is not what the plan says."""
    board = draw(plan)
    facts = HexFacts(Map([Placed(board)]))
    found = []
    for number, hex_ in enumerate(plan.grid):
        code = code_of(plan, hex_)
        terrain = terrain_types()[code]
        levels = terrain.height if terrain.category == "building" and code % 10 else 0
        said = (code, base_of(plan, hex_), levels, cover_of(plan, hex_))
        said += (code, hex_ in plan.bridges)
        drawn = (facts.code[number], facts.base[number], facts.levels[number])
        drawn += (facts.cover[number], facts.own[number], facts.bridge[number])
        if plan.areas.get(hex_) in SCATTERED:  # as much as lies beside the road
            said, drawn = said[:3], drawn[:3]
        if said != tuple(int(value) for value in drawn):
            found.append(f"{board.label(*hex_)}: {said} drawn as {drawn}")
        for side in range(SIDES):
            here = side_code(plan, hex_, side)
            on_board = plan.grid.holds(*neighbour(*hex_, side))
            if on_board and facts.side[number, side] != here:
                found.append(
                    f"{board.label(*hex_)}/{side}: {here}"
                    f" drawn as {facts.side[number, side]}"
                )
    if board.stairways != plan.stairways():
        found.append("stairways differ")
    return found


def roads_across(plan: BoardPlan) -> set[Side]:
    """The hexsides on the board that roads and paths cross."""
    ways = ("road", "paved road", "sunken road", "elevated road", "path")
    sides = [s for line in plan.lines if line.kind in ways for s in line.crossed()]
    return {canonical(plan.grid, s) for s in sides if plan.grid.holds(*neighbour(*s))}


def depressions_across(plan: BoardPlan) -> set[Side]:
    """The hexsides between two hexes of one gully, stream or cutting."""
    lines = [line for line in plan.lines if line.kind in LOW_LINES]
    pairs = [pair for line in lines for pair in pairwise(line.hexes)]
    return {canonical(plan.grid, (*a, side_between(a, b))) for a, b in pairs}


def joint_differences(plan: BoardPlan) -> list[str]:
    """Every hexside across which something runs that the plan does not run there.

    A road that leaves at a short edge follows a hexside, which counts as crossed.
    """
    board = draw(plan)
    joins = Joins(HexFacts(Map([Placed(board)])))
    joined = {
        (*a, side_between(a, b))
        for building in plan.buildings
        if not building.rowhouse
        for a, b in building.joints()
    }
    said = {
        "road": (roads_across(plan), joins.road > 0),
        "depression": (depressions_across(plan), joins.depression),
        "building": ({canonical(plan.grid, s) for s in joined}, joins.building),
    }
    edge = {0, 1, plan.grid.cols - 2, plan.grid.cols - 1}
    found = []
    for what, (named, drawn) in said.items():
        seen = {
            canonical(plan.grid, (*plan.grid.coordinates(int(hex_)), int(side)))
            for hex_, side in np.argwhere(drawn)
        }
        for side in sorted(named ^ seen):
            if what != "road" or side in named or side[0] not in edge:
                verb = "not drawn" if side in named else "drawn"
                found.append(f"{what} {board.label(*side[:2])}/{side[2]} {verb}")
    return found + growth_differences(plan, joins)


def growth_differences(plan: BoardPlan, joins: Joins) -> list[str]:
    """Woods and brush that do not run on to their like, or that run on to others.

    Hexes with roads or depressions and hexsides with hedges are passed over.
    """
    ways = {h for line in plan.lines for h in line.hexes}
    found = []
    for hex_ in plan.grid:
        for side in range(SIDES):
            beside = neighbour(*hex_, side)
            word, other = plan.areas.get(hex_), plan.areas.get(beside)
            if not plan.grid.holds(*beside) or {hex_, beside} & ways:
                continue
            if canonical(plan.grid, (*hex_, side)) in plan.sides:
                continue
            due = word == other and word in ("woods", "brush")
            if joins.growth[plan.grid.index(*hex_), side] != due:
                found.append(f"growth {hex_}/{side} is not {due}")
    return found


def pixels_of(plan: BoardPlan, word: str) -> NDArray[np.bool_]:
    """The pixels of a terrain on the drawn board."""
    return draw(plan).terrain == terrain_of(word).code
