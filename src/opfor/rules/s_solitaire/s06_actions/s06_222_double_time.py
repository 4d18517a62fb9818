"""S6.222: Double Time."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.rules.s_solitaire.s09_movement.s09_2_route import within_reach
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView


@rule("S6.222", "Double Time only if possible and useful", cites=("A4.5", "S9.2"))
def double_time(view: GameView, mover: Mover, course: MovePlan) -> bool:
    """Whether a mover uses the Double Time that its Command tells it to use.

    Not if it cannot, and not if normal MF take it all the way.
    """
    if not course.double or mover.suspect:
        return False
    if course.leaves and not course.way:
        return False
    if not may_double_time(view, mover):
        return False
    return not course.way or course.way[-1] not in within_reach(view, mover)


def may_double_time(view: GameView, mover: Mover) -> bool:
    """Whether all of its units may use Double Time (A4.5)."""
    return not any(unit.cx or unit.wounded for unit in units_of(view, mover))
