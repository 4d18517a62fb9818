"""S9.24: REH, a random direction for each hex."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE, Mover
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import leads_off
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import (
    blocked,
    directed,
    headings,
)
from opfor.rules.s_solitaire.s09_movement.s09_27_changing_levels import leads
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName


@rule(
    "S9.24",
    "REH: a direction for each hex",
    exc=("rolled again for the hex just left or a Prohibited one",),
    cites=("S9.26", "S9.4"),
)
def roll_each_hex(play: Play, mover: Mover, back: LocationName) -> LocationName:
    """The Location that the mover enters next, by a dr; NOWHERE if it goes no farther.

    It ends where no direction leads into a Location that it could pay for, where the
    dr gives one that it cannot pay for, and at the map's edge (S9.4).

    EXC: rolled again for the Location just left, and for one that is Prohibited or
    cannot be entered (D-024).
    """
    # S9.4, S9.26: no direction that leads on ends the move.
    ends = {h: leads(play, mover, h) for h in headings(play, mover)}
    edge = {h for h, to in ends.items() if to == OFFBOARD}
    shut = {h for h in edge if not leads_off(play, mover, h)}
    open_ = {h for h in ends if h not in shut and _open(play, mover, ends[h], back)}
    if not open_:
        return NOWHERE
    while True:
        # S9.24: rolled again for the Location just left or a Prohibited one.
        heading = directed(play, mover, fact("reh_of", units=mover.ids))
        to = ends[heading]
        if heading in edge or not _again(play, mover, to, back):
            return to if heading in open_ else NOWHERE


def _again(view: GameView, mover: Mover, to: LocationName, back: LocationName) -> bool:
    """Whether a dr that leads there is rolled again."""
    return to in (NOWHERE, back) or bool(blocked(view, mover, to))


def _open(view: GameView, mover: Mover, to: LocationName, back: LocationName) -> bool:
    """Whether a mover can enter a Location that a direction leads to."""
    if to in (NOWHERE, back) or blocked(view, mover, to):
        return False
    return after(view, mover, to) is not None
