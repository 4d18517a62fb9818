"""Pieces on the map as the words of an example."""

from opfor.ports.examples.pieces import NOT_SHOWN, STATES, WEAPON_STATES, has_states
from opfor.ports.examples.places import OFF
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    Marker,
    Suspect,
    Unit,
    Weapon,
)
from opfor.state.world import World


def carried(world: World, state: State, unit: str) -> list[str]:
    """The SW of a unit in words."""
    return [weapon_text(world, weapon) for weapon in state.weapons_of(unit)]


def weapon_text(world: World, weapon: Weapon) -> str:
    """A SW or Gun in words, its states first; a Gun is emplaced unless said."""
    has = has_states(weapon)
    states = [word for word in WEAPON_STATES if word in has - NOT_SHOWN]
    return " ".join([*states, world.counter(weapon.counter).name])


def fortification_text(fort: Fortification) -> str:
    """A fortification in words, as a file would have it."""
    room = f" for {fort.capacity}" if fort.capacity else ""
    tem = "".join(f"+{number}" for number in fort.defence)
    return f"{fort.kind}{room}{' ' + tem if tem else ''} in {fort.location}"


def marker_text(mark: Marker) -> str:
    """A marker in words, as a file would have it."""
    number = mark.fp or mark.hindrance
    return f"{mark.kind}{f' {number}' if number else ''} in {mark.location}"


def suspect_text(suspect: Suspect) -> str:
    """A S? in words, as a file would have it."""
    return f"{suspect.attitude} {suspect.colour} in {suspect.location}"


def unit_text(world: World, state: State, unit: Unit, *, place: bool = True) -> str:
    """A unit in words, as a file would have it."""
    has = has_states(unit)
    words = [
        *(word for word in STATES if word in has),
        world.counter(unit.counter).name,
    ]
    if weapons := carried(world, state, unit.id):
        words += ["with", " and ".join(weapons)]
    if place:
        words += ["in", unit.location or OFF]
    return " ".join(words)
