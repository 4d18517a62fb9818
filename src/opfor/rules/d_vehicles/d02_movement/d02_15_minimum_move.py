"""D2.15: Minimum Move."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.rules.d_vehicles.d02_movement.spending import START
from opfor.state.in_progress import Move


@rule("D2.15", "Minimum Move")
def minimum_move(move: Move, way: VehicleCost) -> int:
    """All MP for one hex that is too dear; it ends the move in Motion."""
    if move.steps or move.spent > START:
        raise Illegal("D2.15", "a Minimum Move is the whole move")
    if way.all or way.quarters <= move.allotment - move.spent:
        raise Illegal("D2.15", "its MP are enough")
    return move.allotment - move.spent
