"""B27.52: vehicles in trenches."""

from opfor.core.rule import rule
from opfor.state.counters import Vehicle
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("B27.52", "Vehicles in trenches", cites=("B27.5", "D4.2", "D9.3"))
def in_trench(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle is beneath a trench counter: fully tracked, and at rest there.

    Not in Motion, nor in Bypass, nor while an enemy is inside the trench.
    Reading: D-387.
    """
    state, found = unit.vehicle, view.world.counter(unit.counter)
    if state is None or state.motion or state.bypass or not view.state.fortifications:
        return False
    if not isinstance(found, Vehicle) or found.movement != "tracked":
        return False
    forts = view.state.fortifications_at(unit.location)
    trenches = {fort.id for fort in forts if fort.kind == "trench"}
    held = any(
        one.inside in trenches and one.side != unit.side and not one.guard
        for one in view.state.units_at(unit.location)
    )
    return bool(trenches) and not held
