"""B23.41: which vehicles enter a building."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of, vehicle
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("B23.41", "Vehicles in buildings")
def check_building(view: GameView, unit: Unit, to: LocationName) -> None:
    """Refuse a building to all but a closed-topped AFV that is BU.

    That it is fully tracked is in the cost of the hex. A road there does not help.
    Reading: D-926.

    Errors:
        Illegal: it may not enter that building, or not while CE.
    """
    if not to or not view.world.in_building(to):
        return
    found = vehicle(view, unit)
    if found is None or found.open_topped or found.unarmored:
        raise Illegal("B23.41", "only a closed-topped AFV enters a building")
    if state_of(unit).ce:
        raise Illegal("B23.41", f"{unit.id} must be BU to enter a building")
