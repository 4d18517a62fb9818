"""What a step changes before anything is done: pieces, the AC#, weather and the like.

A piece that is there is said by what is other about it ("broken", "in K6", "gone");
one that is not is new, in the words of the givens.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.event import Event
from opfor.core.fact import Fact, fact
from opfor.ports.examples.form import Change
from opfor.ports.examples.pieces import (
    IS,
    WEAPON_STATES,
    Maker,
    placed,
    said,
    same_name,
    stated,
    unit_words,
    with_fields,
    with_parts,
    with_states,
)
from opfor.ports.examples.places import location
from opfor.ports.examples.scene import check_names, with_pieces
from opfor.ports.examples.setting import set_out
from opfor.state import events as ev
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Suspect, Unit, Weapon

GONE = "gone"
WHAT = fact("adjusted")

KEYS = {
    "units": "units",
    "enemies": "units",
    "suspects": "suspects",
    "weapons": "weapons",
    "fortifications": "fortifications",
    "markers": "markers",
}
"""Where the State has the pieces of each key."""

REMOVED: dict[str, Callable[[str, Fact], Event]] = {
    "units": ev.UnitRemoved,
    "suspects": ev.SuspectRemoved,
    "weapons": ev.WeaponRemoved,
    "fortifications": ev.FortificationRemoved,
    "markers": ev.MarkerRemoved,
}


def changed(state: State, change: Change, maker: Maker) -> State:
    """The State with what a step changes.

    Errors:
        OpforError: something cannot be changed so.
    """
    new: dict[str, dict[str, Any]] = {}
    for key, things in KEYS.items():
        there = getattr(state, things)
        for id_, value in getattr(change, key).items():
            where = maker.origin.at("change", key, id_)
            if id_ not in there and value == GONE:
                raise OpforError(f"{id_[:40]!r} is not there", where, "leave it out")
            if id_ not in there:
                new.setdefault(key, {})[id_] = value
            elif value == GONE:
                state = state.apply(REMOVED[things](id_, WHAT))
            else:
                state = state.apply(_other(maker, there[id_], value, where))
    state = with_pieces(state, replace(Change(), **new), maker)
    state = set_out(state, change, maker.world, maker.origin.inside("change"))
    check_names(state, maker.origin)
    return state


def _other(maker: Maker, piece: Any, value: Any, where: str) -> Event:
    """The event by which a piece is another way."""
    fields: dict[str, Any] = {}
    if isinstance(value, dict):
        fields = {key: item for key, item in value.items() if key != IS}
        value = value.get(IS, "")
    text, _ = said(value, where) if value else ("", {})
    match piece:
        case Unit():
            unit = _other_unit(maker, piece, text, where)
            return ev.UnitChanged(with_parts(unit, fields, where, maker.world), WHAT)
        case Suspect():
            whole = f"{piece.attitude} {piece.colour} in {piece.location}"
            made = maker.suspect(piece.id, text or whole, piece.attitude)
            kept = replace(
                piece,
                location=made.location,
                attitude=made.attitude,
                colour=made.colour if text else piece.colour,
            )
            kept = with_fields(kept, fields, where, maker.world)
            return ev.SuspectChanged(kept, WHAT)
        case Weapon():
            weapon = _other_weapon(maker, piece, text, where)
            return ev.WeaponChanged(
                with_parts(weapon, fields, where, maker.world), WHAT
            )
    do = 'write "gone", and a new one by another name'
    raise OpforError("this cannot be another way", where, do)


def _other_unit(maker: Maker, unit: Unit, text: str, where: str) -> Unit:
    words = unit_words(text)
    if words.name and not same_name(words.name, unit.counter):
        do = 'write "gone", and a new one by another name'
        raise OpforError(f"{unit.id} has another counter", where, do)
    if words.carries is not None:
        do = "change weapons instead"
        raise OpforError("what it carries cannot be said here", where, do)
    if words.place:
        unit = replace(unit, location=location(maker.world, words.place, where))
    return with_states(unit, words.states, where)


def _other_weapon(maker: Maker, weapon: Weapon, text: str, where: str) -> Weapon:
    rest, place = placed(text)
    states, name = stated(rest, WEAPON_STATES)
    if name.startswith("of "):
        weapon = replace(weapon, owner=name.removeprefix("of "), location=OFFBOARD)
    elif name and not same_name(name, weapon.counter):
        do = 'write "gone", and a new one by another name'
        raise OpforError(f"{weapon.id} has another counter", where, do)
    if place:
        at = location(maker.world, place, where)
        weapon = replace(weapon, location=at, owner="")
    return with_states(weapon, states, where)
