"""D9.1: terrain that protects vehicles."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("D9.1", "Terrain that protects a vehicle", exc=("one in Bypass",))
def vehicle_tem(view: GameView, unit: Unit) -> Mod | None:
    """The TEM of the terrain that it is in.

    EXC: not of an obstacle that it bypasses. A wall hides its hull instead (D4.2).
    Reading: D-302 a vehicle has no TEM that only Personnel can have.
    """
    if state_of(unit).bypass:
        return None
    ground, at = view.world.ground, view.world.locate(unit.location)
    tem = ground.tem(at)
    return Mod(f"Case Q: {ground.cover(at).name}", tem, "C6.8") if tem else None
