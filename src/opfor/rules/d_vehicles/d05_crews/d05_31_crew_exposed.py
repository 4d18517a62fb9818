"""D5.3: crews that are CE."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.state.play import GameView
from opfor.state.units import Unit


def exposed(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle's Inherent crew is Vulnerable: that of an AFV while CE."""
    state = state_of(unit)
    return afv(view, unit) and state.ce and not state.abandoned


@rule("D5.31", "CE DRM")
def ce_drm(view: GameView, unit: Unit) -> Mod | None:
    """+2 for a CE crew, and for Passengers of an AFV.

    Reading: D-310.
    """
    carrier = view.state.units.get(unit.aboard)
    within = carrier is not None and afv(view, carrier) and not unit.rides
    return Mod("CE", 2, "D5.31") if within or exposed(view, unit) else None
