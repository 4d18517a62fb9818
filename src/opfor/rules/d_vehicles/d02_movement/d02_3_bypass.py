"""D2.3: VBM, along hexsides that an obstacle does not touch.

Corner n of a hex lies before its hexside n, clockwise. A vehicle in Bypass is in the
hex, at the corner that it has come to, and points along the hexside. Reading: D-353.
"""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.movement.infantry_cost import CostPart
from opfor.geo.movement.vehicle_cost import VehicleCost, past
from opfor.geo.movement.vehicle_cost import VehicleTraits as Moved
from opfor.rules.a_infantry.a04_movement.a04_3_bypass import (
    CLOCKWISE,
    COUNTER,
    OBSTACLES,
)
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of, vehicle
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import ahead
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

HEXSIDE = 2
"""How often the cost of the other terrain is paid for a hexside."""


def bypassing(unit: Unit) -> bool:
    """Whether a vehicle is in Bypass."""
    return bool(state_of(unit).bypass)


def turn_of(unit: Unit) -> int:
    """The way round the obstacle that a vehicle in Bypass goes."""
    state = state_of(unit)
    return CLOCKWISE if state.corner == (state.bypass[-1] + 1) % SIDES else COUNTER


def end_of(side: int, turn: int) -> tuple[int, int]:
    """The corner at which a hexside bypassed ends, and the hexspine it points along."""
    if turn == CLOCKWISE:
        return (side + 1) % SIDES, (side + 2) % SIDES
    return side, (side - 1) % SIDES


def drawn_along(
    view: GameView, unit: Unit, to: LocationName, side: int
) -> tuple[int, int]:
    """The corner and the VCA of a vehicle that goes along a hexside (D-353)."""
    return end_of(side, hexsides(view, unit, to)[side])


def touches(unit: Unit, side: int) -> bool:
    """Whether the hex across a hexside touches the corner that VBM has come to."""
    return side in beside(state_of(unit).corner)


def beside(corner: int) -> tuple[int, int]:
    """The hexsides that touch a corner."""
    return corner, (corner - 1) % SIDES


def next_hexside(unit: Unit) -> int:
    """The next hexside of its obstacle for a vehicle in Bypass, the same way round."""
    return (state_of(unit).bypass[-1] + turn_of(unit)) % SIDES


def hexsides_on(view: GameView, unit: Unit, side: int) -> int | None:
    """How many further hexsides of its obstacle lead to a corner of a neighbour.

    0 if it touches that already, or is not in Bypass; None if one of them is not clear
    (D-349).

    Args:
        view: the game.
        unit: the vehicle.
        side: the hexside across which that neighbour lies.
    """
    if not bypassing(unit) or touches(unit, side):
        return 0
    turn, first = turn_of(unit), next_hexside(unit)
    clear = view.world.joins.clear[view.world.locate(unit.location).hex]
    for n in range(SIDES - 1):
        way = (first + n * turn) % SIDES
        if not clear[way]:
            return None
        if side in beside(end_of(way, turn)[0]):
            return n + 1
    return None


def hexsides(view: GameView, unit: Unit, to: LocationName) -> dict[int, int]:
    """The hexsides of a hex along which a vehicle could go next, and the way round.

    As far as its VCA and the corner that it has come to allow.
    """
    world, here = view.world, unit.location
    if to == here:
        if not bypassing(unit):
            return {}
        return {next_hexside(unit): turn_of(unit)}
    out = world.side_between(here, to)
    if out not in ahead(unit):
        return {}
    entered = world.side_between(to, here)
    if not bypassing(unit):
        return {(entered + turn) % SIDES: turn for turn in (CLOCKWISE, COUNTER)}
    turn = turn_of(unit)
    return {(entered + turn) % SIDES: turn} if out == next_hexside(unit) else {}


@rule("D2.3", "VBM", exc=("not past rubble or wire", "not in tow"), cites=("D2.11",))
def way_past(view: GameView, unit: Unit, to: LocationName, side: int) -> VehicleCost:
    """The way along one hexside of an obstacle: twice the cost of its other terrain.

    What lies on a hexside that is crossed to come there is paid for, and a level up;
    no Bog DR.
    EXC: not past rubble or wire. EXC: not with a Gun in tow.
    """
    found, world = vehicle(view, unit), view.world
    at = world.locate(to)
    bar = _no_bypass(view, unit, to, side)
    if found is None or bar:
        return VehicleCost(bar=bar or "no vehicle")
    crossed = world.side_between(unit.location, to)
    start = world.locate(unit.location)
    moved = Moved(found.movement, found.mp)
    way = past(world.moves.lists, start, crossed, at, moved)
    if way.bar:
        return way
    parts = [CostPart("VBM", HEXSIDE * part.quarters) for part in way.parts[:1]]
    return VehicleCost(parts=(*parts, *way.parts[1:]), climb=way.climb)


def _no_bypass(view: GameView, unit: Unit, to: LocationName, side: int) -> str:
    world, at = view.world, view.world.locate(to)
    if state_of(unit).towing:
        return "VBM is not possible with a Gun in tow"
    if at.level or world.ground.terrain(at).name not in OBSTACLES:
        return "there is nothing to bypass"
    if standing(view).has(to, "rubble", "wire"):
        return "rubble and wire cannot be bypassed"
    if side not in hexsides(view, unit, to):
        return "VBM does not lead along that hexside"
    clear = bool(world.joins.clear[at.hex][side])
    return "" if clear else "the obstacle touches that hexside"


def bypasses(
    view: GameView, unit: Unit
) -> Iterator[tuple[LocationName, tuple[int, ...]]]:
    """Each hex and hexside along which a vehicle can go next by VBM."""
    here, world = unit.location, view.world
    if not here:
        return
    near = (world.across(here, side) for side in ahead(unit))
    for to in (here, *near):
        for side in hexsides(view, unit, to) if to else ():
            if not way_past(view, unit, to, side).bar:
                yield to, (side,)


@rule("D2.31", "Out of Bypass", cites=("D2.3", "D2.11"))
def check_out(view: GameView, unit: Unit, to: LocationName) -> None:
    """From the corner come to into a hex that touches it and is in the VCA.

    Errors:
        Illegal: it does not.
    """
    if not bypassing(unit) or not to:
        return
    if to == unit.location:
        raise Illegal("D2.3", f"{unit.id} is in {to} already, in Bypass")
    if not touches(unit, view.world.side_between(unit.location, to)):
        raise Illegal("D2.3", f"{to} does not touch the corner that VBM has come to")
