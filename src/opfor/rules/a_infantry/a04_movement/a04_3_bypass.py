"""A4.3: Bypass of woods and buildings along hexsides that they do not touch.

Corner n of a hex lies before its hexside n, clockwise. A stack in Bypass is in the
hex, at the corner where the last hexside bypassed ends. Readings: D-103.
"""

from collections.abc import Iterator, Sequence

from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.movement.infantry_cost import CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.rules.choices.orders import MoveTo
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Unit,
)

OBSTACLES = ("woods", "light woods", "wooden building", "stone building", "lumberyard")
"""What can be bypassed."""

LONGEST = 2
"""Hexsides bypassed for the cost of one Location."""

CLOCKWISE, COUNTER = 1, -1


@rule(
    "A4.3",
    "Bypass",
    exc=("not past rubble, wire or a Known unbroken enemy",),
    cites=("A4.31", "A4.33"),
)
def bypass_entry(
    view: GameView, now: Standing, units: Sequence[Unit], move: Move, order: MoveTo
) -> EntryCost:
    """A step that begins, goes on with or ends Bypass, and its cost.

    Up to two hexsides cost one MF, two more another. From the corner it has come to,
    a stack goes on into a hex that touches it, or into the obstacle itself.

    EXC: rubble, wire and Known unbroken enemies cannot be bypassed.
    """
    start, to = units[0].location, order.to
    if not order.bypass:
        return _out(view, start, to, move)
    if start == OFFBOARD or view.world.locate(to).level:
        return EntryCost(bar="only ground is bypassed")
    if bar := _no_bypass(view, now, units[0], to):
        return EntryCost(bar=bar)
    paths = _onward(move) if to == start else _into(view, start, to, move)
    if order.bypass not in [path[:n] for path in paths for n in (1, LONGEST)]:
        return EntryCost(bar="Bypass does not lead along those hexsides")
    hex_ = view.world.locate(to).hex
    if not all(view.world.joins.clear[hex_][side] for side in order.bypass):
        return EntryCost(bar="the obstacle touches that hexside")
    return _cost(view, start, to)


def _no_bypass(view: GameView, now: Standing, unit: Unit, to: LocationName) -> str:
    if view.world.ground.terrain(view.world.locate(to)).name not in OBSTACLES:
        return "there is nothing to bypass"
    if now.has(to, "rubble", "wire"):
        return "rubble and wire cannot be bypassed"
    enemies = now.against(unit.side, to)
    if any(known_to_other_side(enemy) and not enemy.broken for enemy in enemies):
        return "a Known unbroken enemy is in the obstacle"
    return ""


def corner(move: Move) -> tuple[int, int]:
    """The corner of its hex that a stack in Bypass is at, and the way it goes round."""
    *before, last = move.bypass
    first = before[-1] if before else move.entry_side
    turn = CLOCKWISE if (last - first) % SIDES == 1 else COUNTER
    return (last + (turn == CLOCKWISE)) % SIDES, turn


def _into(
    view: GameView, start: LocationName, to: LocationName, move: Move
) -> Iterator[tuple[int, int]]:
    """The hexsides of the next hex that can be gone along, in either direction."""
    side = view.world.side_between(to, start)
    turns = [CLOCKWISE, COUNTER]
    if move.bypass:
        at, _ = corner(move)
        out = view.world.side_between(start, to)
        turns = [turn for turn in turns if out == (at - (turn == COUNTER)) % SIDES]
    for turn in turns:
        yield (side + turn) % SIDES, (side + 2 * turn) % SIDES


def _onward(move: Move) -> Iterator[tuple[int, int]]:
    """The next hexsides of the hex that is being bypassed."""
    if move.bypass:
        last, (_, turn) = move.bypass[-1], corner(move)
        yield (last + turn) % SIDES, (last + 2 * turn) % SIDES


def _cost(view: GameView, start: LocationName, to: LocationName) -> EntryCost:
    """One MF, two if it goes up a level, and what the hexside crossed costs."""
    ground = view.world.ground
    here, there = view.world.locate(start), view.world.locate(to)
    parts = [CostPart("Bypass", MF)]
    if start != to:
        wall = ground.side(there.hex, view.world.side_between(to, start))
        if wall is not None and wall.mf.bar:
            return EntryCost(bar=f"{wall.name}: {wall.mf.bar}")
        parts += [CostPart(wall.name, wall.mf.quarters)] if wall is not None else []
        climb = ground.elevation(there) - ground.elevation(here)
        if abs(climb) > 1:
            return EntryCost(bar="Bypass is not possible over an abrupt slope")
        parts += [CostPart("up a level", MF)] if climb > 0 else []
    return EntryCost(to=ground.number(there), parts=tuple(parts))


def _out(
    view: GameView, start: LocationName, to: LocationName, move: Move
) -> EntryCost:
    """Out of Bypass: into the obstacle, or into a hex at the corner come to."""
    if to == start:
        at = view.world.locate(to)
        kind = view.world.ground.terrain(at)
        parts = (CostPart(kind.name, kind.mf.quarters),)
        return EntryCost(to=view.world.ground.number(at), parts=parts)
    at_corner, _ = corner(move)
    out = view.world.side_between(start, to)
    if out not in (at_corner, (at_corner - 1) % SIDES):
        return EntryCost(bar="it does not touch the corner that Bypass has come to")
    return view.world.entry(start, to)


def bypasses(
    view: GameView, start: LocationName, to: LocationName, move: Move
) -> Iterator[tuple[int, ...]]:
    """The hexsides along which a hex could be bypassed, by its terrain alone."""
    world = view.world
    at = world.locate(to)
    if at.level or world.ground.terrain(at).name not in OBSTACLES:
        return
    clear = world.joins.clear[at.hex]
    for one, two in _onward(move) if to == start else _into(view, start, to, move):
        if clear[one]:
            yield (one,)
            if clear[two]:
                yield one, two
