"""What a page names, and how it is told: units, Locations, hexes, words."""

from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.state.state import State
from opfor.state.units import OFFBOARD, LocationName, Side, Unit
from opfor.state.world import World
from opfor.views.text.called import names_of
from opfor.views.text.names import plain

FRIENDLY: Side = "FRIENDLY"
"""The side of the person at the page."""


def told(session: Session, text: str) -> str:
    """A text with the names of hexes and units as players say them."""
    names = names_of(session.world, session.game.state)
    return names.told(plain(session.world.map, text))


def own_units(state: State, ids: tuple[str, ...]) -> list[Unit]:
    """The player's units of these ids.

    Errors:
        OpforError: there is no such unit.
    """
    for id_ in ids:
        if id_ not in state.units or state.units[id_].side != FRIENDLY:
            raise OpforError(f"you have no unit {id_[:20]!r}")
    if not ids:
        raise OpforError("no unit is named")
    return [state.units[id_] for id_ in ids]


def place_of(world: World, text: str) -> LocationName:
    """A Location by its name.

    Errors:
        OpforError: there is none of that name.
    """
    if not text or len(text) > 20:
        raise OpforError(f"there is no Location {text[:20]!r}")
    return world.name(world.locate(LocationName(text)))


def hex_of(world: World, name: LocationName) -> int:
    """The hex of a Location, -1 offboard."""
    return world.locate(name).hex if name != OFFBOARD else -1
