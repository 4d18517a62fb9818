"""Who makes an Action DR together, and what an Automatic Action is."""

from collections.abc import Sequence

from msgspec import Struct

from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.state.counters import SMC
from opfor.state.play import GameView, Play
from opfor.state.units import Action, Attitude, LocationName, Unit, Weapon

PARTISAN = "partisan"


class Automatic(Struct, frozen=True):
    """An Automatic Action (S6.3): the rule that gives it, and what it is."""

    rule: str
    action: Action


def none(_look: GameView, _unit: Unit) -> Automatic | None:
    """No Automatic Action."""
    return None


def keep(_play: Play, _unit: Unit) -> None:
    """Who has an Action keeps it: what `action_roll` settles unless told otherwise."""


class ActionGroup(Struct, frozen=True):
    """Units of one Location that have one Action.

    Args:
        units: their ids.
        location: where they are.
        rank: their place in the Location's order.
        attitude: theirs.
    """

    units: tuple[str, ...]
    location: LocationName
    rank: int
    attitude: Attitude


def functions(weapon: Weapon) -> bool:
    """Whether a Weapon of a vehicle can fire."""
    return not (weapon.malfunctioned or weapon.disabled)


def of_partisans(view: GameView, unit: Unit) -> bool:
    """Whether it is a Partisan unit; their Guns have Russian crews (S5.76)."""
    ours = unit.side == "ENEMY" and view.world.enemy.id == PARTISAN
    return ours or piece(view, unit).nation == PARTISAN


def is_smc(view: GameView, unit: Unit) -> bool:
    """Whether a unit is a SMC."""
    return isinstance(piece(view, unit), SMC)


def attitude(view: GameView, unit: Unit) -> Attitude:
    """The Attitude of an ENEMY unit: its S?'s, else the Prevailing one (D-006)."""
    return unit.attitude or view.state.mission.attitude


def ids_of(units: Sequence[Unit]) -> list[str]:
    """The ids of some units."""
    return [unit.id for unit in units]
