"""C2: ordnance as the To Hit process sees it, and what it can fire.

Guns, and the SW that need a To Hit DR: light mortars, infantry guns, RCL and LATW.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c02_ordnance.c02_2_notes import Notes, notes_on
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import (
    SPECIAL,
    depletion_numbers,
)
from opfor.state.counters import Armament, Gun, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

Kind = Literal["MTR", "LATW", "INF", "RCL", "AT", "ART", "AA", "MA", "MG", "ATR"]

BY_TO_HIT = ("MTR", "LATW", "INF", "RCL")
"""Kinds of SW that need a To Hit DR; a MG or ATR does against vehicles only."""


class Ordnance(Struct, frozen=True, kw_only=True):
    """A piece of ordnance: what the counters of SW and Guns have in common.

    Args:
        id: the Weapon's id; empty for what a unit carries within it.
        name: as printed.
        nation: whose it is by make.
        kind: what it is.
        calibre: in mm, 0 for LATW.
        barrel: short, long, very long.
        fp: FP of what has no calibre.
        rof: Multiple ROF number.
        breakdown, removal: B# and X#; 0 for none.
        min_range, max_range: in hexes; 0 for no limit.
        th: TH# of its own by range.
        turret: how it turns its CA.
        gun: it is a Gun, not a SW.
        mounted: a vehicle is armed with it.
        ife: FP of its Infantry Firepower Equivalent, 0 for none.
        ammo: depletion number of what it has but little of, on this date.
        no_ap, no_he: ammunition it does not have.
        intensive: it can use Intensive Fire.
        notes: what else its counter says.
    """

    id: str
    name: str
    nation: str
    kind: Kind
    calibre: int = 0
    barrel: str = ""
    fp: int = 0
    rof: int = 0
    breakdown: int = 12
    removal: int = 0
    min_range: int = 0
    max_range: int = 0
    th: tuple[int, ...] = ()
    turret: Literal["NT", "1MT", "RST", "ST", "T"] = "T"
    gun: bool = False
    mounted: bool = False
    ife: int = 0
    ammo: Mapping[str, int] = MappingProxyType({})
    no_ap: bool = True
    no_he: bool = False
    intensive: bool = False
    notes: Notes = Notes()


@rule("C2.2", "What ordnance fires, and how far", cites=("C8.9",))
def ordnance(view: GameView, weapon: Weapon) -> Ordnance | None:
    """A Weapon as ordnance; None if it fires on the IFT, or not at all.

    A dm or malfunctioned Weapon and a limbered Gun do not fire.
    """
    kept: dict[tuple[str, str], Ordnance | None]
    kept = view.world.lasting("ordnance by counter and id", None, dict)
    key = weapon.counter, weapon.id
    if key not in kept:
        kept[key] = _read(view, weapon)
    return kept[key]


def _read(view: GameView, weapon: Weapon) -> Ordnance | None:
    """A Weapon as its counter has it on the date of the game."""
    piece = view.world.counter(weapon.counter)
    if isinstance(piece, Gun):
        return of_gun(piece, weapon, view.world.date)
    if isinstance(piece, Armament):
        return of_armament(piece, weapon, view.world.date)
    if isinstance(piece, SupportWeapon) and piece.kind in BY_TO_HIT:
        return of_sw(piece, weapon.id, view.world.date)
    return None


def of_gun(piece: Gun, weapon: Weapon, date: str) -> Ordnance:
    """A Gun as ordnance."""
    ammo = depletion_numbers(piece.special, date)
    notes = notes_on(piece.special, date)
    return Ordnance(
        id=weapon.id,
        name=piece.name,
        nation=piece.nation,
        kind=piece.kind,
        calibre=piece.calibre,
        barrel=piece.barrel,
        rof=piece.rof,
        breakdown=piece.breakdown,
        min_range=piece.min_range,
        max_range=notes.reach or piece.max_range,
        turret="T" if piece.kind == "MTR" else piece.turret,
        gun=True,
        ife=piece.ife,
        ammo=ammo,
        no_ap=piece.no_ap,
        no_he=_no_he(piece, ammo),
        intensive="no if" not in piece.special.lower(),
        notes=notes,
    )


def of_armament(piece: Armament, weapon: Weapon, date: str) -> Ordnance:
    """The Main Armament of a vehicle as ordnance."""
    notes = notes_on(piece.special, date)
    return Ordnance(
        id=weapon.id,
        name=piece.name,
        nation=piece.nation,
        kind="MA",
        calibre=piece.calibre,
        barrel=piece.barrel,
        rof=piece.rof,
        breakdown=piece.breakdown,
        removal=piece.removal,
        min_range=piece.min_range,
        max_range=notes.reach or piece.max_range,
        turret=piece.turret,
        mounted=True,
        ife=piece.ife,
        ammo=depletion_numbers(piece.special, date),
        no_ap=piece.no_ap,
        no_he=piece.no_he,
        intensive="no if" not in piece.special.lower(),
        notes=notes,
    )


def of_sw(piece: SupportWeapon, id_: str, date: str) -> Ordnance:
    """A SW, or what a MMC carries within it, as ordnance."""
    printed = re.match(r"\d+(\*|LL?)?", piece.name)
    return Ordnance(
        id=id_,
        name=piece.name,
        nation=piece.nation,
        kind=piece.kind,  # type: ignore[arg-type] # only kinds of BY_TO_HIT come here
        calibre=piece.calibre,
        barrel=(printed[1] or "") if printed and not piece.th else "",
        fp=piece.fp,
        rof=piece.rof,
        breakdown=piece.breakdown,
        removal=piece.removal,
        min_range=piece.min_range,
        max_range=piece.range,
        th=piece.th,
        ammo=depletion_numbers(piece.special, date),
        intensive=piece.kind in ("INF", "RCL"),
    )


def _no_he(piece: Gun, found: Mapping[str, int]) -> bool:
    """Whether it has no HE, or only later, by a number that does not count yet."""
    later = any(letters == "HE" for letters, _ in SPECIAL.findall(piece.special))
    return (piece.no_he or later) and "HE" not in found


def working(weapon: Weapon) -> bool:
    """Whether a Weapon can fire at all: assembled, in order, not limbered."""
    limbered = weapon.gun is not None and weapon.gun.limbered
    return not (weapon.dm or weapon.malfunctioned or limbered)


def reaches(view: GameView, piece: Ordnance, unit: Unit, target: LocationName) -> bool:
    """Whether a Location is neither too near nor too far."""
    hexes = view.world.range(unit.location, target)
    return piece.min_range <= hexes <= (piece.max_range or hexes)
