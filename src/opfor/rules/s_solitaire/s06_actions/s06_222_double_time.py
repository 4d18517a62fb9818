"""S6.222: Double Time."""

from collections.abc import Container, Mapping
from itertools import takewhile

from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_5_double_time import tired
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import (
    DOUBLE_TIME,
    stack_mf,
)
from opfor.rules.b_terrain.b26_4_wire import above_wire, wire_at
from opfor.rules.s_solitaire.s06_actions.s06_316_smoke_grenades import (
    NEEDED_MF,
    throwers,
)
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.s09_2_command import stops
from opfor.rules.s_solitaire.s09_movement.s09_2_route import within_reach
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import blocked
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule(
    "S6.222", "Double Time only if possible and useful", cites=("A4.5", "B26.4", "S9.2")
)
def double_time(view: GameView, mover: Mover, course: MovePlan) -> bool:
    """Whether a mover uses the Double Time that its Command tells it to use.

    Not if it cannot, and not if normal MF take it as far along its way as it may go in
    this MPh, or to where a "stop" of its Command ends its move on that way, SMOKE
    before its first step included.
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
    near = _reach(view, mover, course.way[0])
    ahead = _as_far_as_it_may(view, mover, course)
    beyond = bool(ahead) and ahead[-1] not in near
    return beyond and not _stops_within(view, mover, course, near)


def _reach(
    view: GameView, mover: Mover, first: LocationName, *, bonus: int = 0
) -> Mapping[LocationName, int]:
    """What its MF reach, less those spent before the first Location is entered."""
    units, found = units_of(view, mover), within_reach(view, mover, double=bonus > 0)
    # B27.4: out of a fortification; S6.316: SMOKE.
    before = MF if any(unit.inside for unit in units) else 0
    before += NEEDED_MF if throwers(view, mover, first) else 0
    if not before:
        return found
    left = stack_mf(view, units, bonus=bonus) - before
    return {to: spent for to, spent in found.items() if spent <= left}


def _as_far_as_it_may(
    view: GameView, mover: Mover, course: MovePlan
) -> list[LocationName]:
    """The way up to where Double Time or S9.26 ends it, the first wire included."""
    far = _reach(view, mover, course.way[0], bonus=DOUBLE_TIME)
    ahead: list[LocationName] = []
    for to in course.way:
        if to not in far or blocked(view, mover, to):
            break
        ahead.append(to)
        if wire_at(view, to):  # B26.4: nobody gets beneath it by Double Time
            break
    return ahead


def _stops_within(
    view: GameView, mover: Mover, course: MovePlan, near: Container[LocationName]
) -> bool:
    """Whether a "stop" of the Command ends the move within normal MF (S9.22)."""
    passed = takewhile(lambda to: to in near, course.way)
    return any(stops(view, mover, course, to) for to in passed)


def may_double_time(view: GameView, mover: Mover) -> bool:
    """Whether all of its units may use Double Time (A4.5); above wire none (B26.4)."""
    return not any(
        tired(unit) or unit.wounded or above_wire(view, unit)
        for unit in units_of(view, mover)
    )
