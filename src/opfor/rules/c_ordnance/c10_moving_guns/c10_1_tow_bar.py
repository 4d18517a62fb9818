"""C10.1: where a vehicle with a Gun in tow cannot go."""

from opfor.core.rule import rule
from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.state.units import Unit

BARRED = ("wall", "hedge", "bocage", "wooden building", "stone building", "rubble")
"""What no vehicle tows a Gun over or into."""


@rule("C10.1", "Where a Gun is towed", cites=("D2.14", "D2.2", "D2.3"))
def tow_bar(unit: Unit, way: VehicleCost) -> str:
    """Why a vehicle cannot go there with a Gun in tow; empty if it can or tows none."""
    if not state_of(unit).towing:
        return ""
    names = {*(part.name for part in way.parts), *(name for name, _ in way.bog)}
    bar = next((name for name in BARRED if name in names), "")
    return f"{bar}: not with a Gun in tow" if bar else ""
