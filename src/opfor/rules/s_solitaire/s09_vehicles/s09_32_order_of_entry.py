"""S9.32: which of several vehicles enters first."""

from collections.abc import Sequence

from opfor.core.dice import random_dr
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s09_movement.movers import Mover
from opfor.state.play import Play


@rule("S9.32/order", "Which of several vehicles enters first", cites=("S9.32", "S9.1"))
def enters_first(play: Play, vehicles: Sequence[Mover]) -> Mover:
    """Which of the vehicles that are to enter at one Location does so first."""
    return random_dr(play, vehicles, purpose=fact("which_vehicle_enters_first"))
