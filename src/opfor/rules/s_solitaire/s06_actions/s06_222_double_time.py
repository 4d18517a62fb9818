"""S6.222: Double Time."""

from collections.abc import Container
from itertools import takewhile

from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_5_double_time import tired
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import stack_mf
from opfor.rules.s_solitaire.s06_actions.s06_316_smoke_grenades import (
    NEEDED_MF,
    throwers,
)
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.s09_2_command import stops
from opfor.rules.s_solitaire.s09_movement.s09_2_route import within_reach
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("S6.222", "Double Time only if possible and useful", cites=("A4.5", "S9.2"))
def double_time(view: GameView, mover: Mover, course: MovePlan) -> bool:
    """Whether a mover uses the Double Time that its Command tells it to use.

    Not if it cannot, and not if normal MF take it all the way, or to where a "stop" of
    its Command ends its move on that way, SMOKE before its first step included.
    Reading: D-930 what the SMOKE takes.
    """
    if not course.double or mover.suspect:
        return False
    if course.leaves and not course.way:
        return False
    if not may_double_time(view, mover):
        return False
    if not course.way:
        return True
    near = within_reach(view, mover)
    # S6.316: the MF of SMOKE before the first Location are wanting farther on.
    if throwers(view, mover, course.way[0]):
        left = stack_mf(view, units_of(view, mover)) - NEEDED_MF
        near = {to: spent for to, spent in near.items() if spent <= left}
    return course.way[-1] not in near and not _stops_within(view, mover, course, near)


def _stops_within(
    view: GameView, mover: Mover, course: MovePlan, near: Container[LocationName]
) -> bool:
    """Whether a "stop" of the Command ends the move within normal MF (S9.22)."""
    passed = takewhile(lambda to: to in near, course.way)
    return any(stops(view, mover, course, to) for to in passed)


def may_double_time(view: GameView, mover: Mover) -> bool:
    """Whether all of its units may use Double Time (A4.5)."""
    return not any(tired(unit) or unit.wounded for unit in units_of(view, mover))
