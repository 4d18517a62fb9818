"""B26: wire: where it is, and who is above it."""

from collections.abc import Iterable

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import vehicle
from opfor.state.events import FortificationRemoved, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Fortification, LocationName, Unit


def wire_at(view: GameView, location: LocationName) -> Fortification | None:
    """The wire of a Location, if there is any."""
    forts = view.state.fortifications_at(location) if view.state.fortifications else ()
    return next((fort for fort in forts if fort.kind == "wire"), None)


def above_wire(view: GameView, unit: Unit) -> bool:
    """Whether a unit is above wire."""
    fort = view.state.fortifications.get(unit.inside) if unit.inside else None
    return fort is not None and fort.kind == "wire"


@rule("B26.4", "Wire: who enters is above it")
def put_above(play: Play, entered: Iterable[Unit]) -> None:
    """Put what has entered a wire Location above the wire."""
    for unit in entered:
        if wire := wire_at(play, unit.location):
            above = replace(unit, inside=wire.id)
            play.emit(UnitChanged(above, fact("above_the_wire")))


@rule("B26.4/torn", "Fully-tracked vehicles tear wire", cites=("D8.2",))
def tear_wire(play: Play, unit: Unit) -> None:
    """A fully-tracked vehicle takes the wire of the hex that it has entered away.

    Who was above it is not any more.
    """
    found, wire = vehicle(play, unit), wire_at(play, unit.location)
    if wire is None or found is None or found.movement != "tracked":
        return
    for one in list(play.state.units.values()):
        if one.inside == wire.id:
            free = replace(one, inside="")
            play.emit(UnitChanged(free, fact("the_wire_is_gone")))
    play.emit(FortificationRemoved(wire.id, fact("torn_by", by=unit.id)))
