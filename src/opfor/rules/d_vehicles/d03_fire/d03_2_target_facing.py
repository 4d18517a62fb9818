"""D3.2: which side of a vehicle is hit."""

from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import (
    SIDE_VECTORS,
    Vector,
    vector,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    Facing,
    state_of,
    turreted,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


def _corner(corner: int) -> Vector:
    """The way from a hex's centre to its corner n, which hexsides n-1 and n share."""
    before, after = SIDE_VECTORS[(corner - 1) % SIDES], SIDE_VECTORS[corner % SIDES]
    return before[0] + after[0], before[1] + after[1]


CORNERS = tuple(_corner(corner) for corner in range(SIDES))


@rule("D3.2", "Target Facing", cites=("D3.11",))
def facing(view: GameView, unit: Unit, start: LocationName, *, turret: bool) -> Facing:
    """Which side of the hull, or of the turret, a shot from a Location hits.

    By the hexside of its hex that the LOS crosses: the two that its CA points between
    are the front, the two opposite the rear; through a corner that parts two facings
    the one that is worse for the firer. A shot in its own hex needs a dr (`C7-facing`)
    and is not asked of here.
    """
    state = state_of(unit)
    ahead = state.tca if turret and turreted(view, unit) else state.vca
    way = vector(view.world, unit.location, start)
    if min(_within(ahead, way)) >= 0:
        return "front"
    behind = (ahead + SIDES // 2) % SIDES
    return "rear" if min(_within(behind, way)) > 0 else "side"


def _within(spine: int, way: Vector) -> tuple[int, int]:
    """How far a way lies inside the outer corners of the hexsides beside a hexspine.

    Negative beyond a corner, 0 through it.
    """
    (left, down), (right, below) = CORNERS[spine - 1], CORNERS[(spine + 1) % SIDES]
    x, y = way
    return x * below - y * right, left * y - down * x
