"""B3.4: MP along a road."""

from opfor.core.rule import rule
from opfor.geo.movement.vehicle_cost import ROAD, ROAD_BU
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("B3.4", "MP along a road", exc=("a BU AFV",))
def road_rate(view: GameView, unit: Unit) -> int:
    """Quarters of MP for a hex entered along a road: half a MP.

    EXC: one for a BU AFV.
    """
    closed = afv(view, unit) and not state_of(unit).ce
    return ROAD_BU if closed else ROAD
