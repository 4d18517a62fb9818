"""C6.6: Case O."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c06_target_drm.case_values import value
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("C6.6", "Case O: Hazardous Movement", cites=("A4.62",))
def hazardous(
    view: GameView, move: Move | None, unit: Unit | None = None
) -> Mod | None:
    """-2 in place of Cases J3 and J4: for a move, or for a unit's task at any time."""
    by_move = move is not None and move.hazardous
    if not by_move and not (unit is not None and unit.hazardous):
        return None
    return Mod("Case O: Hazardous Movement", value(view, "O"), "C6.6")
