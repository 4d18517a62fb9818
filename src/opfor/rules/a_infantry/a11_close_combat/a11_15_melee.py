"""A11.15: who is in Melee."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a11_close_combat.a11_7_vehicles_in_melee import held
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import (
    LocationName,
    Side,
)


def contested(view: GameView) -> list[LocationName]:
    """The Locations with units of both sides, prisoners not counted."""
    sides: dict[LocationName, set[Side]] = {}
    for unit in view.state.units.values():
        if unit.location and not unit.guard and not unit.hidden:
            sides.setdefault(unit.location, set()).add(unit.side)
    return [location for location, there in sides.items() if len(there) > 1]


def in_melee(view: GameView, location: LocationName) -> bool:
    """Whether there is a Melee in a Location."""
    return any(unit.melee for unit in view.state.units_at(location))


@rule(
    "A11.15",
    "Melee",
    exc=("concealed units are not locked in it",),
    cites=("A11.16", "A12.1"),
)
def mark_melee(play: Play, location: LocationName) -> None:
    """After CC the Known units of both sides that are still together are in Melee.

    Where one side is gone there is none any more. EXC: who is concealed, or faces
    only concealed units, is not held.
    """
    for party in sides_in(play, location).values():
        for unit in party:
            now = held(play, unit)
            if unit.melee != now:
                what = fact("in_melee" if now else "out_of_melee")
                play.emit(UnitChanged(replace(unit, melee=now), what))
