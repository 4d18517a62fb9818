"""OBA and aircraft as a game keeps them: batteries, chits, planes (C1, E7)."""

from typing import Literal

from msgspec import Struct

from opfor.state.units import OFFBOARD, LocationName, MarkerKind, Side

Device = Literal["radio", "phone", "offboard", "event"]
"""How a battery is told what to do; "event": a Random Event sees to it (S12.p12)."""

Shells = Literal["HE", "smoke", "WP", "harassing"]
"""What comes down: HE Concentration, SMOKE, or Harassing Fire."""

Spot = Literal["contact", "place", "correct", "convert", "cancel"]
"""What an Observer does with his battery in a fire phase."""

FFE: tuple[MarkerKind, ...] = ("FFE:1", "FFE:2", "FFE:C")
"""The markers of a Fire For Effect, in their order."""

PERMANENT = 2
"""The red chit drawn for Battery Access that ends a battery (C1.21)."""


class Battery(Struct, frozen=True, kw_only=True):
    """One battery, with its SR or FFE as a Marker that is `of` it.

    Args:
        id: its name in this game.
        side: whose it is.
        calibre: in mm.
        device: how it is reached.
        weapon: the id of the radio or phone.
        wired: where a phone was first used; it works nowhere else (C1.23).
        post: where an offboard Observer looks from (C1.63).
        black, red: chits left in its Draw Pile.
        reds: red chits drawn for Battery Access.
        contact: Radio Contact was had in its last fire phase.
        access: it has Battery Access.
        kind: what it fires, as the FFE was called for.
        shells: what it may fire beside HE.
        registered: its Pre-Registered hexes (C1.73).
        accurate: its last SR or correction came down where it was to.
        when, acted: what was done with it in which phase.
        over: it fires no more.
    """

    id: str
    side: Side
    calibre: int
    device: Device = "radio"
    weapon: str = ""
    wired: LocationName = OFFBOARD
    post: LocationName = OFFBOARD
    black: int = 0
    red: int = 0
    reds: int = 0
    contact: bool = False
    access: bool = False
    kind: Shells = "HE"
    shells: tuple[Shells, ...] = ()
    registered: tuple[LocationName, ...] = ()
    accurate: bool = False
    when: str = ""
    acted: tuple[Spot, ...] = ()
    over: bool = False


Plane = Literal["FB", "DB"]
"""Fighter-bombers and dive-bombers."""


class Aircraft(Struct, frozen=True, kw_only=True):
    """One airplane.

    Args:
        id: its name in this game.
        side: whose it is.
        kind: what it is.
        bombs: it has its bombs yet.
        turn: the Game Turn from which it may arrive.
        overhead: it has arrived.
        when: the Player Turn in which it last attacked.
        gone: it has left for good, or was shot down.
    """

    id: str
    side: Side
    kind: Plane = "FB"
    bombs: bool = True
    turn: int = 1
    overhead: bool = False
    when: str = ""
    gone: bool = False
