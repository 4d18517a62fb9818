"""A12.121: the Concealment Table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import (
    at_corner,
    carrier,
    spots,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

Act = Literal[
    "broken",
    "moves",
    "attacks in CC",
    "entered by the enemy",
    "forced back",
    "attacked",
    "hit",
    "searched",
    "fails PAATC",
    "sniper",
    "WP",
    "fails a MC",
    "mopped up",
    "Open Ground",
    "fires",
    "directs",
    "other action",
    "opportunity fire",
    "changes CA",
    "occupant revealed",
]
"""What can cost a "?"; broken stands for reduced, wounded, berserk and captured too."""

Kind = Literal["Infantry", "Gun", "vehicle", "fortification"]

CODES: Mapping[Act, str] = MappingProxyType(
    {
        "broken": "AEF",
        "moves": "A",
        "attacks in CC": "A",
        "entered by the enemy": "A",
        "forced back": "A",
        "attacked": "AE",
        "hit": "A",
        "searched": "AF",
        "fails PAATC": "A",
        "sniper": "AE",
        "WP": "AE",
        "fails a MC": "EF",
        "mopped up": "F",
        "Open Ground": "B",
        "fires": "B",
        "directs": "B",
        "other action": "C",
        "opportunity fire": "D",
        "changes CA": "D",
        "occupant revealed": "L",
    }
)
"""The codes of the Concealment Table that an act is among (A12.121)."""


LOST: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "Infantry": ("ABCD", "ABCD", "E", "E", "F", "F"),
        "Gun": ("ACDG", "ACDG", "AG", "AG", "F", "F"),
        "vehicle": ("ABCD", "H", "AB", "H", "F", "F"),
        "fortification": ("HL", "HL", "L", "HL", "L", "L"),
    }
)
"""Codes that cost a "?": within 16 hexes, farther, out of LOS; each in
Concealment Terrain and not in it (A12.121)."""


GAINED: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "Infantry": ("NA", "NA", "I", "NA", "J", "K"),
        "Gun": ("NA", "NA", "NA", "NA", "J", "K"),
        "vehicle": ("NA", "NA", "NA", "NA", "J", "K"),
        "fortification": ("NA", "NA", "NA", "NA", "NA", "NA"),
    }
)
"""How a "?" is gained, in the same order (A12.122)."""


NEAR = 16
"""Hexes within which most acts cost a "?"."""


class Watch(Struct, frozen=True):
    """Who of the other side sees a Location from closest by.

    Args:
        range: hexes to the closest one.
        revealed: somebody who is no secret sees it too.
        by: the closest one: a unit, or a S?.
    """

    range: int
    revealed: bool
    by: str


def watch(
    view: GameView,
    side: Side,
    where: LocationName,
    *,
    gain: bool = False,
    seen: Unit | None = None,
) -> Watch | None:
    """The closest Good Order enemy of a side with LOS to a Location; None if none.

    To deny the gain of a "?" an unbroken one is enough. A S? counts as a Good Order
    unit where it stands; hidden units do not watch (D-132). Of a vehicle in Bypass
    its corner counts, if it is named as `seen` or watches itself (D-386).
    """
    units = view.state.units
    best: Watch | None = None
    for id_, at, secret in eyes_of(view, other(side), gain=gain):
        hexes = view.world.range(where, at)
        nearer = best is None or hexes < best.range
        news = best is not None and not best.revealed and not secret
        if not (nearer or news):
            continue
        if spots(view, at, where, eye=units.get(id_), seen=seen):
            if best is None:
                best = Watch(hexes, not secret, id_)
            else:
                revealed = best.revealed or not secret
                by, closest = (id_, hexes) if nearer else (best.by, best.range)
                best = Watch(closest, revealed, by)
    return best


def kind_of(view: GameView, unit: Unit) -> Kind:
    """The line of the table for a unit: an emplaced Gun's crew has its own."""
    if unit.vehicle is not None:
        return "vehicle"
    owned = view.state.weapons_of(unit.id)
    return "Gun" if any(w.gun and w.gun.emplaced for w in owned) else "Infantry"


@rule("A12.121", "The Concealment Table", cites=("A12.12",))
def cell(view: GameView, unit: Unit, *, gain: bool = False) -> str:
    """What costs a unit its "?" where it is, as codes; with `gain`, how it gains one.

    By the range of the closest enemy that watches, and by Concealment Terrain, in
    which a vehicle in Bypass is not.
    """
    world = view.world
    seen = watch(view, unit.side, unit.location, gain=gain, seen=unit)
    place = 4 if seen is None else 0 if seen.range <= NEAR else 2
    covered = world.ground.concealment_terrain(world.locate(unit.location))
    open_ = not covered or at_corner(carrier(view, unit))
    table = GAINED if gain else LOST
    return table[kind_of(view, unit)][place + open_]


def eyes_of(
    view: GameView, side: Side, *, gain: bool
) -> list[tuple[str, LocationName, bool]]:
    """What of a side could watch: its id, where it is, and if it is concealed."""
    found = [
        (unit.id, unit.location, unit.concealed)
        for unit in view.state.units.values()
        if unit.side == side
        and unit.location
        and not unit.hidden
        and not unit.guard
        and (unit.good_order or (gain and not unit.broken))
    ]
    if side == "ENEMY":
        found += [(s.id, s.location, False) for s in view.state.suspects_onboard()]
    return found
