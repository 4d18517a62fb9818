"""S6.222: Double Time."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_5_double_time import tired
from opfor.rules.b_terrain.b26_4_wire import above_wire, wire_at
from opfor.rules.s_solitaire.s06_actions.s06_316_smoke_grenades import (
    NEEDED_MF,
    throwers,
)
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.next_step import along
from opfor.rules.s_solitaire.s09_movement.s09_2_command import stops
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import blocked
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName


@rule(
    "S6.222", "Double Time only if possible and useful", cites=("A4.5", "B26.4", "S9.2")
)
def double_time(view: GameView, mover: Mover, course: MovePlan) -> bool:
    """Whether a mover uses the Double Time that its Command tells it to use.

    Not if it cannot, and not if normal MF take it as far along its way, and off the
    map, as it may go in this MPh, or to where a "stop" of its Command ends its move on
    that way, SMOKE before its first step included.
    Reading: D-930 what the SMOKE takes; D-411 the last that it may enter counts.
    """
    if not course.double or mover.suspect:
        return False
    if course.leaves and not course.way:
        return False
    if not may_double_time(view, mover):
        return False
    if not course.way:
        return True
    way = (*course.way, OFFBOARD) if course.leaves else course.way
    return takes_farther(view, mover, way) and not _stops_within(view, mover, course)


def takes_farther(view: GameView, mover: Mover, way: Sequence[LocationName]) -> bool:
    """Whether Double Time takes units farther along a way than normal MF do."""
    if not way:
        return False
    return far_along(view, mover, way, double=True) > far_along(view, mover, way)


def far_along(
    view: GameView,
    mover: Mover,
    way: Sequence[LocationName],
    *,
    double: bool = False,
) -> int:
    """How many Locations of a way units enter in this MPh; off the map is one more.

    The MF for SMOKE, and to get out of a fortification, are spent first. S9.26 ends
    the way, and so does wire, once it is entered: what it takes hangs on a dr, and by
    Double Time nobody gets beneath it (B26.4).
    """
    before = _smoke_first(view, mover, way[0], double=double)
    moves = along(view, mover, way, double=double, before=before)
    far = 0
    for to, _ in zip(way, moves, strict=False):
        if to != OFFBOARD and blocked(view, mover, to):
            break
        far += 1
        if known_wire(view, to):
            break
    return far


def _smoke_first(
    view: GameView, mover: Mover, first: LocationName, *, double: bool
) -> int:
    """What SMOKE before the first Location takes, entering it included (S6.316)."""
    return NEEDED_MF if throwers(view, mover, first, double=double) else 0


def known_wire(view: GameView, where: LocationName) -> str:
    """The id of the wire in a Location; empty if there is none, or it is hidden."""
    wire = wire_at(view, where) if where != OFFBOARD else None
    return wire.id if wire and not wire.hidden else ""


def _stops_within(view: GameView, mover: Mover, course: MovePlan) -> bool:
    """Whether a "stop" of the Command ends the move within normal MF (S9.22)."""
    passed = course.way[: far_along(view, mover, course.way)]
    return any(stops(view, mover, course, to) for to in passed)


def may_double_time(view: GameView, mover: Mover) -> bool:
    """Whether all of its units may use Double Time (A4.5); above wire none (B26.4)."""
    return not any(
        tired(unit) or unit.wounded or above_wire(view, unit)
        for unit in units_of(view, mover)
    )
