"""Vehicles for tests of S9.3: a board with roads, ENEMY and FRIENDLY vehicles."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.state.counter_lists import shipped
from opfor.state.counters import Vehicle
from opfor.state.events import PhaseBegan, UnitAdded, WeaponAdded
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, VehicleState, Weapon
from opfor.state.vehicle_weapons import mounts
from tests.rules.given.world import MISSION, game, world

# The FBE is the bottom, so that F is down a hexrow: spine 3 and 4 lie around it.
ROADS = """
board: t
size: 20x10
road: G1/0 > G1 > G5 > G10 > G10/3
  G5 > K7 > K10 > K10/3
  Q1/0 > Q1 > Q4
woods: J3 K3 L3 C5 H4
stone building: N5
marsh: R8 R9
wall: O6/0
"""
ON_ROADS = replace(MISSION, fbe="bottom")
WORLD = world(ROADS, ON_ROADS)
STATES = VehicleState.__struct_fields__


def at(name: str) -> LocationName:
    """A name as that of a Location of the board."""
    return LocationName(f"t{name}" if name else "")


def tank(
    where: str, id_: str = "e1", counter: str = "russian/t-34-m41", **fields: Any
) -> Unit:
    """A vehicle, the ENEMY's if its id begins with e; it points down the hexrow."""
    own = {key: fields.pop(key) for key in list(fields) if key in STATES}
    return Unit(
        id=id_,
        side="ENEMY" if id_.startswith("e") else "FRIENDLY",
        counter=counter,
        location=at(where),
        vehicle=VehicleState(**({"vca": 3, "tca": 3} | own)),
        **fields,
    )


def squad(where: str, id_: str = "a", counter: str = "german/4-6-7", **f: Any) -> Unit:
    """A squad."""
    side = "ENEMY" if id_.startswith("e") else "FRIENDLY"
    return Unit(id=id_, side=side, counter=counter, location=at(where), **f)  # type: ignore[arg-type] # as above


def armed(units: tuple[Unit, ...]) -> list[Weapon]:
    """The Weapons that some vehicles are armed with."""
    found = []
    for unit in units:
        kind = shipped()[unit.counter]
        for mount, code in mounts(kind) if isinstance(kind, Vehicle) else ():
            name = f"{unit.id}.{mount.lower().replace(' ', '')}"
            found.append(Weapon(id=name, counter=code, owner=unit.id, mount=mount))
    return found


def scene(*units: Unit, weapons: tuple[Weapon, ...] = (), **state: Any) -> FrozenView:
    """The board with units, in the ENEMY's MPh."""
    fields = {"mission": ON_ROADS, "side": "ENEMY", "phase": "MPh", "turn": 1} | state
    there = {unit.id: unit for unit in units}
    held = {weapon.id: weapon for weapon in (*weapons, *armed(units))}
    return FrozenView(State(units=there, weapons=held, **fields), WORLD)


def ask(
    question: Callable[[Play], Any],
    *units: Unit,
    dice: tuple[str, ...] = (),
    weapons: tuple[Weapon, ...] = (),
    board: str = ROADS,
    **mission: Any,
) -> Any:
    """What a rule says of units in place."""
    found: list[Any] = []

    def run(play: Play) -> None:
        found.append(question(play))

    played(run, *units, dice=dice, weapons=weapons, board=board, **mission)
    return found[0]


def played(
    run: Callable[[Play], object],
    *units: Unit,
    dice: tuple[str, ...] = (),
    weapons: tuple[Weapon, ...] = (),
    board: str = ROADS,
    **mission: Any,
) -> Game[State]:
    """The game after something was done with units in place, in the ENEMY's MPh."""

    def whole(play: Play) -> None:
        play.emit(PhaseBegan(1, "ENEMY", "MPh"))
        for unit in units:
            play.emit(UnitAdded(unit))
        for weapon in (*weapons, *armed(units)):
            play.emit(WeaponAdded(weapon))
        run(play)

    return game(*dice, board=board, run=whole, **({"fbe": "bottom"} | mission))


# A lane with marsh on both hands, and nothing but woods around B5.
DEAD_END = """
board: t
size: 3x10
marsh: A1-A3 A8-A10 C1-C3 C8-C10
woods: A4-A7 B4 B6-B7 C4-C7
"""


def _on(play: Play, world: Any, **fields: Any) -> Any:
    """The game on another world, or with another state."""

    class Other:
        emit, ask = play.emit, play.ask

        @property
        def state(self) -> Any:
            return replace(play.state, **fields)

    other = Other()
    other.world = world  # type: ignore[attr-defined] # as Play has it
    return other
