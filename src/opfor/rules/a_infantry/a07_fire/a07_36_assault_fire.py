"""A7.36: Assault Fire."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.state.counters import MMC
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule(
    "A7.36",
    "Assault Fire",
    exc=("Opportunity Fire", "beyond Normal Range"),
)
def assault_fire(view: GameView, firer: Firer, target: LocationName) -> bool:
    """Whether a MMC's inherent FP in the AFPh gain one FP, and are then rounded up.

    For counters whose FP is underlined.
    EXC: not by Opportunity Fire, nor beyond Normal Range.
    """
    piece = firer.piece
    if view.state.phase != "AFPh" or not isinstance(piece, MMC):
        return False
    if firer.unit.fired == "opportunity":
        return False
    since = piece.assault_fire_since
    able = piece.assault_fire or bool(since and since <= view.world.date)
    return able and view.world.range(firer.unit.location, target) <= piece.range
