"""D2.14/b2 and B24 to B29: what stands on the map costs a vehicle, beside the terrain.

Reading: D-356, what no source confirms.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import CostPart
from opfor.geo.movement.vehicle_cost import Movement, VehicleCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.rules.b_terrain.b09_walls.b09_3_walls import roadblocked
from opfor.state.counters import Vehicle
from opfor.state.play import GameView
from opfor.state.units import LocationName

WHEELS: tuple[Movement, ...] = ("armored car", "truck")

WIRE: Mapping[Movement, int] = MappingProxyType(
    {"armored car": 4, "tracked": 2, "halftrack": 4, "truck": 4}
)
"""MP for wire, beside the other terrain."""

HOLES: Mapping[Movement, int] = MappingProxyType(
    {"armored car": 2, "tracked": 0, "halftrack": 0, "truck": 4}
)
"""MP for foxholes, and for shellholes that were made in play."""

RUBBLE = "rubble"


@rule(
    "D2.14/b2",
    "Fortifications in a vehicle's way",
    cites=("B26.4", "B27.5", "B29.2", "A24.7", "D8.21"),
)
def past_obstacles(
    view: GameView,
    found: Vehicle,
    start: LocationName,
    to: LocationName,
    way: VehicleCost,
) -> VehicleCost:
    """A way into a hex with what lies there: dearer, with a Bog DR, or barred.

    A roadblock on the hexside, a trench but for fully-tracked vehicles, a Blaze, and
    rubble but for fully-tracked ones bar it.
    """
    if not (view.state.fortifications or view.state.markers):
        return way
    now = standing(view)
    if bar := _bar(view, now, found, start, to):
        return VehicleCost(bar=bar)
    if now.has(to, "rubble"):
        way = _rubble(found, way)
    parts, bog = list(way.parts), list(way.bog)
    if now.has(to, "wire"):
        parts.append(CostPart("wire", WIRE[found.movement] * MF))
        bog.append(("wire", "wire"))
    if now.has(to, "trench"):
        bog.append(("trench", "B"))
    if now.has(to, "foxhole", "shellholes") and not way.road:
        parts.append(CostPart("holes", HOLES[found.movement] * MF))
    if now.has(to, "smoke", "WP"):
        parts.append(CostPart("SMOKE", MF))
    kept = tuple(part for part in parts if part.quarters)
    return replace(way, parts=kept, bog=tuple(bog))


def _bar(
    view: GameView, now: Standing, found: Vehicle, start: LocationName, to: LocationName
) -> str:
    """Why a vehicle cannot go there; empty if it can."""
    tracked = found.movement == "tracked"
    side = view.world.side_between(to, start) if start else -1
    if side >= 0 and roadblocked(view, view.world.locate(to).hex, side):
        return "a roadblock"
    if now.has(to, "blaze"):
        return "a Blaze"
    if now.has(to, "trench") and not tracked:
        return "a trench"
    return RUBBLE if now.has(to, "rubble") and not tracked else ""


def _rubble(found: Vehicle, way: VehicleCost) -> VehicleCost:
    """Rubble made in play: half of the printed MP and a Bog DR, by road or not."""
    half = CostPart(RUBBLE, -(-found.mp // 2) * MF)
    return replace(way, parts=(half,), bog=((RUBBLE, "Z"),), road=False, all=False)
