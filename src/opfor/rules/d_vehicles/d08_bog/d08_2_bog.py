"""D8.2: Bog.

Reading: D-306, what no source confirms.
"""

from collections.abc import Sequence

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.rules.b_terrain.b26_4_wire import tear_wire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    changed,
    state_of,
    vehicle,
)
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

BOGGED = 12
"""The Final Bog DR from which a vehicle is bogged."""

PRESSURE = {"low": 0, "normal": 1, "high": 2}

FAST: dict[str, int] = {"stone building": 4}
FAST_OTHER, THIRD, DOUBLE, WIRE = 3, 1, 2, 2
"""DRM for terrain entered at half of the MP, at a third, marked BB, and for wire."""

TORN = 1
"""The coloured die of a fully-tracked vehicle's Bog DR that takes wire away."""

SOFT = ("mud", "snow", "deep snow")


@rule("D8.21", "Bog DRM", cites=("D8.2", "D8.23", "C10.1"))
def bog_drm(view: GameView, unit: Unit, way: VehicleCost) -> list[Mod]:
    """The DRM of the Bog DR that a way into a hex asks for."""
    found, state = vehicle(view, unit), state_of(unit)
    if found is None:
        return []
    ground = view.state.weather.ground
    mods = [
        Mod(
            f"{found.ground_pressure} ground pressure",
            PRESSURE[found.ground_pressure],
            "D8.21",
        ),
        Mod("not fully tracked", int(found.movement != "tracked"), "D8.21"),
        Mod("truck-type", int(found.movement == "truck"), "D8.21"),
        Mod("towing", int(bool(state.towing)), "D8.21"),
        Mod(f"{ground}", int(ground in SOFT), "D8.23"),
        Mod("deep snow", int(ground == "deep snow"), "D8.23"),
        *(_terrain(name, how) for name, how in way.bog),
        Mod("up into woods", int(way.climb > 0 and _wooded(way)), "D8.21"),
    ]
    return [mod for mod in mods if mod.value]


def _terrain(name: str, how: str) -> Mod:
    fast = FAST.get(name, FAST_OTHER)
    value = {"wire": WIRE, "Z": fast, "z": THIRD, "zz": FAST_OTHER, "BB": DOUBLE}.get(
        how, 0
    )
    return Mod(name, value, "D8.21")


def _wooded(way: VehicleCost) -> bool:
    return any(name == "woods" for name, _ in way.bog)


def bog_ways(view: GameView, unit: Unit, way: VehicleCost) -> int:
    """In how many of 36 ways the dice fall that bog a vehicle."""
    drm, die = total(bog_drm(view, unit, way)), range(1, 7)
    return sum(one + two + drm >= BOGGED for one in die for two in die)


@rule("D8.2", "Bog DR", cites=("D8.21",))
def bog_dr(play: Play, unit: Unit, mods: Sequence[Mod]) -> bool:
    """Make a Bog DR; whether the vehicle is bogged: on a Final 12 or more."""
    rolled = dice_roll(play, fact("bog", unit=unit.id), mods, side=unit.side)
    # B26.4/torn: a coloured 1 takes wire away
    if rolled.pair.coloured == TORN:
        tear_wire(play, unit)
    # D8.2: bogged by a Final 12
    if rolled.final < BOGGED:
        return False
    changed(play, unit, fact("bogs"), bogged=True, motion=False)
    return True


FREED, MIRES = 4, 5
