"""Shared by the tests of allotments."""

from typing import Any

from msgspec.structs import replace

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import allotment
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.world import game

SQUAD = {"V": ("german/4-6-7", "tG5")}


LEADER = {"L": ("german/8-1", "tG5")}


def mf(
    units: dict[str, tuple[str, str]],
    weapons: dict[str, tuple[str, str]] | None = None,
    *,
    double: bool = False,
    **changes: Any,
) -> float:
    """The MF of a stack; weapons by id: counter and owner; states of its units."""
    found: list[int] = []

    def run(play: Play) -> None:
        for id_, (counter, owner) in (weapons or {}).items():
            play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner=owner)))
        stack = [replace(play.state.units[id_], **changes) for id_ in units]
        order = MoveTo(tuple(units), LocationName("tH5"), double_time=double)
        found.append(allotment(play, stack, order))

    game(units=units, run=run)
    return found[0] / MF
