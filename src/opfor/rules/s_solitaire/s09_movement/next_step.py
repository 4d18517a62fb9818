"""What its next steps would bring a mover, and where they could lead."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.movement.infantry_cost import CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
    plan,
    standing,
    step,
)
from opfor.rules.a_infantry.a04_movement.stack import Stack
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s03_323_prohibited import suspect_bar
from opfor.rules.s_solitaire.s09_movement.movers import (
    ALLOTMENT,
    Mover,
    move_of,
    units_of,
)
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import may_leave_map
from opfor.state.in_progress import Move
from opfor.state.play import FrozenView, GameView
from opfor.state.units import OFFBOARD, LocationName


def ways(view: GameView, mover: Mover) -> list[LocationName]:
    """The Locations that it could enter next by the terrain."""
    if not mover.location:
        return [mover.enters] if mover.enters else []
    return [to for to, _ in view.world.ways(mover.location)]


def after(
    view: GameView,
    mover: Mover,
    to: LocationName,
    *,
    assault: bool = False,
    double: bool = False,
) -> Move | None:
    """Its move once it has entered a Location; None if it cannot."""
    if mover.suspect:
        return _suspect_after(view, mover, to, assault=assault)
    order = MoveTo(mover.ids, to, assault=assault, double_time=double)
    sheltered = any(unit.inside for unit in units_of(view, mover))
    try:
        if not sheltered:
            return plan(view, order)
        return _out(plan(_outside(view, mover), order))
    except Illegal:
        return None


def along(
    view: GameView,
    mover: Mover,
    way: Sequence[LocationName],
    *,
    double: bool = False,
    before: int = 0,
) -> Iterator[Move]:
    """The move of units after each Location of a way, as far as their MF take them.

    As things stand now: all at once, without fire on the way. Last may be OFFBOARD.

    Args:
        view: the game.
        mover: the units.
        way: the Locations that they enter.
        double: by Double Time.
        before: quarters of MF that they spend first, beside those to get out of their
            fortification.
    """
    units, now = units_of(view, mover), standing(view)
    start = MoveTo(mover.ids, mover.location, double_time=double)
    # B27.4: out of it; of B26.4 the least that wire takes
    before += MF if any(unit.inside for unit in units) else 0
    try:
        move = begin_or_continue(view, units, start).move
        if before:
            move = replace(move, spent=move.spent + before, road=False)
        here = mover.location
        for to in way:
            there = [replace(unit, location=here, inside="") for unit in units]
            move = step(view, now, Stack(there, move), MoveTo(mover.ids, to))
            yield move
            here = to
    except Illegal:
        return


def _outside(view: GameView, mover: Mover) -> GameView:
    """The game as if its units were out of their fortification."""
    out = {unit.id: replace(unit, inside="") for unit in units_of(view, mover)}
    state = replace(view.state, units=view.state.units | out)
    return FrozenView(state, view.world)


def _out(move: Move) -> Move | None:
    """The move with the MF that it takes to get out first (B27.4)."""
    spent = move.spent + MF
    left = move.allotment - spent
    return replace(move, spent=spent) if left >= move.assault else None


def _suspect_after(
    view: GameView, mover: Mover, to: LocationName, *, assault: bool
) -> Move | None:
    """The move of a S? after a step, which it pays for as Infantry does."""
    before = move_of(view, mover)
    move = before or Move(units=mover.ids, assault=assault, allotment=ALLOTMENT)
    entry = _entry(view, mover, to)
    if entry.bar or (to and suspect_bar(view, to)) or (before and before.assault):
        return None
    cost = ALLOTMENT if entry.all else entry.quarters
    spent = move.spent + cost
    if spent > ALLOTMENT or (move.assault and spent >= ALLOTMENT):
        return None
    side = view.world.side_between(to, mover.location)
    return replace(
        move, spent=spent, here=cost, road=False, steps=move.steps + 1, entry_side=side
    )


def _entry(view: GameView, mover: Mover, to: LocationName) -> EntryCost:
    """The way of a S?; from offboard the cost of the terrain, off the map one MF."""
    world = view.world
    if to == OFFBOARD:
        bar = "" if may_leave_map(view, mover) else "no exit"
        return EntryCost(parts=(CostPart("off the map", MF),), bar=bar)
    if mover.location:
        return world.entry(mover.location, to)
    kind = world.ground.terrain(world.locate(to))
    return EntryCost(
        parts=(CostPart(kind.name, kind.mf.quarters),), all=kind.mf.all, bar=kind.mf.bar
    )
