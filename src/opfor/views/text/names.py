"""How the terminal says things: Locations, units, MF, sources."""

import re

from opfor.core.table import Source
from opfor.geo.map import Map
from opfor.state.counters import Vehicle
from opfor.state.state import State
from opfor.state.units import OFFBOARD, LocationName, Unit, Weapon
from opfor.state.world import World

TAGS: dict[Source, str] = {
    "rules": "rules",
    "example": "example",
    "public": "public",
    "project": "OURS",
    "player": "yours",
}
"""Where a value comes from; OURS marks what no source gives."""

SOURCES: dict[Source, str] = {
    "rules": "the rules",
    "example": "an example",
    "public": "public",
    "project": "ours, no source gives this value",
    "player": "yours",
}
"""The same in a sentence."""

FLAGS = {
    "broken": "broken",
    "dm": "DM",
    "disrupted": "Disrupted",
    "pinned": "pinned",
    "cx": "CX",
    "ti": "TI",
    "panic": "Panic",
    "concealed": "concealed",
    "hidden": "hidden",
    "berserk": "berserk",
    "fanatic": "Fanatic",
    "wounded": "wounded",
    "heroic": "heroic",
    "encircled": "Encircled",
    "melee": "in Melee",
    "unarmed": "unarmed",
    "wall": "WA",
    "moved": "moved",
}
"""A unit's states in words, in the order in which they are told."""

DRIVEN = {
    "motion": "in Motion",
    "bogged": "bogged",
    "mired": "mired",
    "immobile": "immobilized",
    "stunned": "Stunned",
    "shaken": "shaken (+1)",
    "hull_down": "HD",
    "bypass": "in VBM",
    "recalled": "Recalled",
    "abandoned": "abandoned",
}
"""The same of a vehicle."""

SHOCKED = {"shock": "Shocked", "UK": "Unconfirmed Kill"}

FIRE_COUNTERS = {
    "prep": "Prep Fire",
    "first": "First Fire",
    "final": "Final Fire",
    "opportunity": "Opportunity Fire",
}


def plain(board_map: Map, text: str) -> str:
    """A text with hexes as players say them: without the board if there is but one."""
    if len(board_map.boards) > 1:
        return text
    board = re.escape(board_map.boards[0].board.short)
    return re.sub(rf"\b{board}(?=([A-Z])\1?\d)", "", text)


def place(world: World, name: LocationName) -> str:
    """A Location as players say it; offboard for none."""
    return "offboard" if name == OFFBOARD else plain(world.map, name)


def kind_name(world: World, unit: Unit) -> str:
    """The printed name of a unit's counter."""
    return world.counter(unit.counter).name


def states(unit: Unit) -> list[str]:
    """What has happened to a unit, in words."""
    found = [word for flag, word in FLAGS.items() if getattr(unit, flag)]
    if unit.fired:
        found.append(_fired(unit))
    if unit.guard:
        found.append(f"prisoner of {unit.guard}")
    if unit.inside:
        found.append(f"in {unit.inside}")
    return found


def _fired(unit: Unit) -> str:
    """That it has fired: who moved did so in the AFPh, not as Prep Fire (A3.5)."""
    late = unit.moved and unit.fired == "prep"
    return "fired in the AFPh" if late else FIRE_COUNTERS[unit.fired]


def driven(world: World, unit: Unit) -> list[str]:
    """What a vehicle is in beside that: `CE, in Motion`; of other units nothing."""
    vehicle, kind = unit.vehicle, world.counter(unit.counter)
    if vehicle is None:
        return []
    armored = isinstance(kind, Vehicle) and not kind.unarmored
    crew = ["CE" if vehicle.ce else "BU"] if armored and not vehicle.abandoned else []
    shock = [SHOCKED[vehicle.shock]] if vehicle.shock else []
    told = [word for name, word in DRIVEN.items() if getattr(vehicle, name)]
    tow = [f"towing {vehicle.towing}"] if vehicle.towing else []
    return [*crew, *shock, *told, *tow]


def carried(world: World, state: State, unit: Unit) -> list[str]:
    """The SW that a unit possesses, by printed name; of a vehicle MA, BMG and so on."""
    own = f"{world.counter(unit.counter).name} "
    return [
        world.counter(weapon.counter).name.removeprefix(own)
        + (" (dm)" if weapon.dm else "")
        + (" (malfunctioned)" if weapon.malfunctioned else "")
        + (" (fired)" if weapon.mount and weapon.fired else "")
        + (" (limbered)" if weapon.gun and weapon.gun.limbered else "")
        + acquisition(world, weapon)
        for weapon in state.weapons_of(unit.id)
    ]


def acquisition(world: World, weapon: Weapon) -> str:
    """What ordnance has acquired: ` (R6 acquired, -1)`."""
    if weapon.acquired is None:
        return ""
    where = place(world, weapon.acquired.at)
    return f" ({where} acquired, {weapon.acquired.drm})"


def in_hand(state: State) -> list[Unit]:
    """The units of the move in hand that can go on."""
    return [u for u in state.movers() if u.good_order and not u.pinned]


def described(world: World, state: State, unit: Unit) -> str:
    """A unit with its counter, SW and states: `467A 4-6-7, MMG, pinned`."""
    parts = [f"{unit.id} {kind_name(world, unit)}"]
    parts += [*carried(world, state, unit), *driven(world, unit), *states(unit)]
    return ", ".join(parts)
