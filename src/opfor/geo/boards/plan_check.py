"""What no board can show: contradictions between the entries of a plan."""

from collections.abc import Mapping

from opfor.core.errors import OpforError
from opfor.geo.boards.plan import (
    LOW_LINES,
    ROADS,
    BoardPlan,
    Hex,
    Side,
    canonical,
    label,
    side_between,
    terrain_of,
)
from opfor.geo.hexes import neighbour


def check_plan(plan: BoardPlan, where: Mapping[object, str]) -> None:
    """Refuse a plan that contradicts itself.

    Args:
        plan: the plan.
        where: the place in the text of each line, building, hexside and mark.

    Errors:
        OpforError: naming the place, the hex and what to do.
    """
    _check_buildings(plan, where)
    _check_stairwells(plan, where)
    _check_bridges(plan, where)
    _check_crossings(plan, where)
    _check_depths(plan, where)
    _check_cuttings(plan, where)
    _check_hexsides(plan, where)


def _check_buildings(plan: BoardPlan, where: Mapping[object, str]) -> None:
    built: set[Hex] = set()
    sunk = _hexes_of(plan, *LOW_LINES)
    for building in plan.buildings:
        for hex_ in building.hexes:
            problem = ""
            if hex_ in built:
                problem = "another building stands"
            elif hex_ in plan.areas:
                problem = f"there is {plan.areas[hex_]}"
            elif hex_ in sunk:
                problem = "the ground is sunk"
            if problem:
                raise OpforError(
                    f"in {label(hex_)} {problem} already",
                    where=where.get(building, ""),
                    do="keep one of the two",
                )
            built.add(hex_)
        if building.rowhouse and len(building.hexes) < 2:
            raise OpforError(
                f"the rowhouse {label(building.hexes[0])} has one hex",
                where=where.get(building, ""),
                do="join hexes with +, or write building",
            )


def _check_stairwells(plan: BoardPlan, where: Mapping[object, str]) -> None:
    high = {h for b in plan.buildings if b.levels for h in b.hexes}
    for hex_ in sorted(plan.stairwells - high):
        raise OpforError(
            f"{label(hex_)} holds no building with upper levels",
            where=where.get(("stairwell", hex_), ""),
            do="put stairwells in buildings of level 1 or more",
        )


def _check_bridges(plan: BoardPlan, where: Mapping[object, str]) -> None:
    below = _hexes_of(plan, *LOW_LINES)
    above = _hexes_of(plan, "road", "paved road")
    for hex_, word in plan.bridges.items():
        if hex_ not in below or hex_ not in above:
            missing = "gully, stream or sunken road" if hex_ in above else "road"
            raise OpforError(
                f"{label(hex_)} has no {missing}",
                where=where.get((word, hex_), ""),
                do="let a road cross a gully or stream where the bridge is",
            )


def _check_crossings(plan: BoardPlan, where: Mapping[object, str]) -> None:
    """Nobody could say whether a road in a gully is high or low: it needs a bridge."""
    wet = _hexes_of(plan, *(kind for kind in LOW_LINES if kind not in ROADS))
    for line in plan.lines:
        for hex_ in line.hexes if line.kind in ROADS else ():
            if hex_ in wet and hex_ not in plan.bridges:
                raise OpforError(
                    f"the {line.kind} crosses a gully or stream in {label(hex_)}",
                    where=where.get(line, ""),
                    do=f"write `bridge: {label(hex_)}`, or go around",
                )


def _check_depths(plan: BoardPlan, where: Mapping[object, str]) -> None:
    """Inherent terrain fills its hex: it leaves no bottom for a gully or stream."""
    for line in plan.lines:
        for hex_ in line.hexes if line.kind in LOW_LINES else ():
            word = plan.areas.get(hex_)
            if word is not None and terrain_of(word).inherent:
                raise OpforError(
                    f"the {line.kind} runs through {word} in {label(hex_)}",
                    where=where.get(line, ""),
                    do=f"take {label(hex_)} out of one of the two",
                )


def _check_cuttings(plan: BoardPlan, where: Mapping[object, str]) -> None:
    """A cutting goes on to a hexside, where its road comes up."""
    cuttings = [line for line in plan.lines if line.kind == "sunken road"]
    for line in cuttings:
        others = {h for other in cuttings if other is not line for h in other.hexes}
        for hex_, side in ((line.hexes[0], line.start), (line.hexes[-1], line.end)):
            if side is None and hex_ not in others:
                raise OpforError(
                    f"the sunken road ends in the middle of {label(hex_)}",
                    where=where.get(line, ""),
                    do="begin and end it at hexsides, such as D4/0 > D4 > D6 > D6/3",
                )


def _check_hexsides(plan: BoardPlan, where: Mapping[object, str]) -> None:
    crossed: dict[Side, str] = {}
    for line in plan.lines:
        for side in line.crossed():
            crossed[canonical(plan.grid, side)] = line.kind
    for building in plan.buildings:
        for a, b in building.joints():
            joint = canonical(plan.grid, (*a, side_between(a, b)))
            if crossed.get(joint, "building") != "building":
                raise OpforError(
                    f"the building {label(a)}+{label(b)} stands across "
                    f"a {crossed[joint]}",
                    where=where.get(building, ""),
                    do="let the road go round, or part the building there",
                )
            crossed[joint] = "building"
    for side, word in plan.sides.items():
        name = f"{label(side[:2])}/{side[2]}"
        if side in crossed:
            raise OpforError(
                f"the {word} on hexside {name} stands across a {crossed[side]}",
                where=where.get(side, ""),
                do=f"leave that hexside out of the {word}",
            )
        if word == "cliff" and not _steep(plan, side):
            raise OpforError(
                f"the ground on both sides of {name} is level",
                where=where.get(side, ""),
                do="put cliffs where levels differ",
            )


def _steep(plan: BoardPlan, side: Side) -> bool:
    here, beside = side[:2], neighbour(*side)
    sunk = _hexes_of(plan, *LOW_LINES)
    heights = [plan.levels.get(h, 0) - (h in sunk) for h in (here, beside)]
    return heights[0] != heights[1] or not plan.grid.holds(*beside)


def _hexes_of(plan: BoardPlan, *kinds: str) -> set[Hex]:
    return {h for line in plan.lines if line.kind in kinds for h in line.hexes}
