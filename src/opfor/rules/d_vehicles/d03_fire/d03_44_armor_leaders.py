"""D3.44: armor leaders."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.state.counters import SMC
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("D3.44", "Armor leaders", cites=("D5.34",))
def crew_drm(view: GameView, unit: Unit) -> list[Mod]:
    """What counts for all DR of an Inherent crew: its armor leader, and a past Stun."""
    found = [
        Mod("armor leader", armor_leader(view, unit), "D3.44"),
        Mod("was Stunned", int(state_of(unit).shaken), "D5.34"),
    ]
    return [mod for mod in found if mod.value]


def armor_leader(view: GameView, unit: Unit) -> int:
    """The Leadership of a vehicle's armor leader, negative helps; 0 without one."""
    code = state_of(unit).leader
    found = view.world.counter(code) if code else None
    return found.modifier if isinstance(found, SMC) else 0
