"""D7.21: CC Reaction Fire of Infantry at a vehicle that overruns or passes it.

Reading: D-367, D-372.
"""

from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv
from opfor.state.play import GameView
from opfor.state.units import Unit

LEAST = Fraction(6)
"""Chances in 36 of doing harm from which on a side rather attacks."""


@rule("D7.212", "FPF CC Reaction Fire", cites=("A8.31", "D7.21"))
def must_react(view: GameView, unit: Unit, tank: Unit) -> bool:
    """Whether a unit marked Final Fire must attack: an AFV, or one with somebody in.

    Pinned or not; its attack DR is a NMC for it too.
    """
    carried = any(u.aboard == tank.id for u in view.state.units.values())
    return unit.fired == "final" and (afv(view, tank) or carried)
