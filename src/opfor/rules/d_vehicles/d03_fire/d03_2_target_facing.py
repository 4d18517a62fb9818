"""D3.2: which side of a vehicle is hit."""

from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import covers, shares, vector
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    Facing,
    state_of,
    turreted,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("D3.2", "Target Facing", cites=("C3.2", "D3.11"))
def facing(view: GameView, unit: Unit, start: LocationName, *, turret: bool) -> Facing:
    """Which side of the hull, or of the turret, a shot from a Location hits.

    Front within the CA, rear within the CA opposite; along a grain that parts two
    facings the one that is worse for the firer. A shot in its own hex needs a dr
    (`C7-facing`) and is not asked of here.
    """
    state = state_of(unit)
    ahead = state.tca if turret and turreted(view, unit) else state.vca
    way = vector(view.world, unit.location, start)
    if covers(ahead, way):
        return "front"
    behind = (ahead + SIDES // 2) % SIDES
    return "rear" if min(shares(behind, way)) > 0 else "side"
