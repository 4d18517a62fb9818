"""Counter types: what the pieces of a nation print.

A type is named `nation/code`, such as `german/4-6-7`, `russian/9-0-commissar` or
`russian/50-mtr`: the printed name in small letters, with every other sign but +
written as one hyphen. Tables and missions write the printed name ("50* MTR").
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, Struct

from opfor.core.table import Source

Confidence = Literal["high", "medium", "low"]
Quality = Literal["elite", "first", "second", "green", "conscript"]
Size = Literal["squad", "half squad", "crew"]

# What no counter goes beyond: a number that was mistyped is told where it stands.
Morale = Annotated[int, Meta(ge=0, le=12)]
Leadership = Annotated[int, Meta(ge=-6, le=6)]
Factors = Annotated[int, Meta(ge=0, le=40)]
Hexes = Annotated[int, Meta(ge=0, le=99)]


def slug(name: str) -> str:
    """The code of a printed name: "50* MTR" is `50-mtr`, "6+1" stays `6+1`."""
    return re.sub(r"[^a-z0-9+]+", "-", name.lower()).strip("-")


class Piece(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every counter type has.

    Args:
        name: as printed, or as players write it.
        nation: the folder name of its nation.
        since, until: first and last month of use, "1941-11"; empty: no limit.
        source, confidence: where the values come from, and how sure they are.
        note: what the values do not say.
        vasl: ids of the pieces of VASL that are this counter.
    """

    name: str
    nation: str = ""
    since: str = ""
    until: str = ""
    source: Source = "public"
    confidence: Confidence = "high"
    note: str = ""
    vasl: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its name among all nations: `german/4-6-7`."""
        return f"{self.nation}/{slug(self.name)}"

    def serves(self, date: str) -> bool:
        """Whether it is in use in a month, such as 1941-08."""
        return self.since <= date and (not self.until or date <= self.until)


class MMC(Piece, frozen=True, kw_only=True):
    """A squad, half squad or crew.

    Args:
        size: what it is.
        quality: its class (A1.25): an Infantry crew is elite, a vehicle crew is not.
        fp: firepower factors.
        range: normal range in hexes.
        morale, broken: Morale Level of its good and of its broken side, None if it
            is reduced instead of broken.
        smoke: Smoke Placement Exponent, 0 for none.
        assault_fire: FP underlined.
        assault_fire_since: the month from which it has Assault Fire without it.
        spraying_fire: range underlined.
        underlined_morale: its ELR is 5.
        self_rally: broken morale boxed.
        bpv: Basic Point Value, 0 if not known.
        half_squad: the name of the HS it Deploys into.
        reduced: the name of what it becomes instead of breaking (Japanese squads).
        replaced_by: names of what a failed ELR leaves; empty means Disrupted.
    """

    size: Size
    quality: Quality
    fp: Factors
    range: Hexes
    morale: Morale
    broken: Morale | None = None
    smoke: int = 0
    assault_fire: bool = False
    assault_fire_since: str = ""
    spraying_fire: bool = False
    underlined_morale: bool = False
    self_rally: bool = False
    bpv: int = 0
    half_squad: str = ""
    reduced: str = ""
    replaced_by: tuple[str, ...] = ()

    @property
    def vehicle_crew(self) -> bool:
        """Whether it is the crew of a vehicle: one that is not elite (A1.123)."""
        return self.size == "crew" and self.quality != "elite"

    @property
    def us_number(self) -> int:
        """US#: its size for stacking questions and Random Selection (A1.1)."""
        return 3 if self.size == "squad" else 2


class SMC(Piece, frozen=True, kw_only=True):
    """A leader, commissar, armor leader or hero.

    Args:
        kind: what he is.
        morale, broken: Morale Levels; broken is None for those who never break.
        modifier: leadership DRM, negative helps.
        fp, range: his own, heroes only.
        replaced_by: the next lower grade; empty means Disrupted.
    """

    kind: Literal["leader", "commissar", "armor leader", "hero"]
    morale: Morale
    broken: Morale | None = None
    modifier: Leadership = 0
    fp: Factors = 0
    range: Hexes = 0
    replaced_by: tuple[str, ...] = ()

    @property
    def self_rally(self) -> bool:
        """Broken morale boxed: everyone who can break."""
        return self.broken is not None

    @property
    def us_number(self) -> int:
        """US#: one for every SMC."""
        return 1


RADIO, PHONE = "any/radio", "any/field-phone"
"""The counters of a radio and of a field phone, of whatever nation (C1.2, C1.23)."""

DUMMY = "any/dummy"
"""The counter of a dummy, whatever its side (A12.11)."""


class Dummy(Piece, frozen=True, kw_only=True):
    """A "?" that stands for nothing (A12.11)."""


class SupportWeapon(Piece, frozen=True, kw_only=True):
    """A SW, or a light A-T weapon that squads carry within them.

    Args:
        kind: what it is; LATW is any light A-T weapon but an ATR; a radio and a field
            phone call for OBA.
        fp: firepower factors; 0 for a mortar, whose `calibre` in mm counts.
        range, min_range: normal range and least range, in hexes.
        rof: Multiple ROF number, 0 for none.
        pp: Portage Points assembled.
        breakdown: B#, 0 if it does not break down.
        removal: X#, 0 if it has none.
        repair: R#; a repair dr of 6 removes it (0: it cannot be repaired).
        dm_pp: Portage Points dismantled, 0 if it cannot be.
        dm_as: what it fires as while dismantled, if it can fire.
        long_range: it may fire beyond its range.
        tk: basic HEAT TK#.
        th: its own TH# at 0, 1, 2, … hexes.
        inherent: carried within the MMC, not a counter that is possessed.
        special: special ammunition, as a Gun's.
    """

    kind: Literal[
        "MG", "MTR", "ATR", "LATW", "FT", "DC", "INF", "RCL", "radio", "phone"
    ]
    fp: int = 0
    calibre: int = 0
    range: int
    min_range: int = 0
    rof: int = 0
    pp: int = 0
    breakdown: int = 12
    removal: int = 0
    repair: int = 0
    dm_pp: int = 0
    dm_as: str = ""
    long_range: bool = True
    tk: int = 0
    th: tuple[int, ...] = ()
    inherent: bool = False
    special: str = ""

    @property
    def heavy(self) -> bool:
        """A HW: three or more PP assembled (S.1)."""
        return self.pp >= 3


class Gun(Piece, frozen=True, kw_only=True):
    """A Gun, emplaced and manned; its crew is the nation's Infantry crew.

    Args:
        kind: what it is.
        calibre: in mm.
        barrel: "*" short, "" ordinary, "L" long, "LL" very long.
        ife: FP of its Infantry Firepower Equivalent, 0 for none.
        rof: Multiple ROF number, 0 for none.
        breakdown: B#.
        repair: R#; a repair dr of 6 removes it.
        min_range, max_range: in hexes; 0 for no limit.
        manhandling: M#, None if it cannot be moved.
        ring: its M# stands in a ring: hooking it up takes longer (C10.1).
        size: TH DRM of its size: +1 small, -1 large.
        turret: how it turns: NT its covered arc only, ST and T faster.
        qsu: Quick Set-Up.
        no_ap, no_he: ammunition it does not have.
        low_ammo: its B# is circled (D3.71).
        limbered: what it is while limbered, where it can fire then.
        special: special ammunition and the like: "A5^2" is A5 in 1942.
    """

    kind: Literal["AT", "INF", "ART", "AA", "MTR", "RCL"]
    calibre: int
    barrel: Literal["*", "", "L", "LL"] = ""
    ife: int = 0
    rof: int = 0
    breakdown: int = 12
    repair: int = 1
    min_range: int = 0
    max_range: int = 0
    manhandling: int | None = None
    ring: bool = False
    size: int = 0
    turret: Literal["NT", "ST", "T"] = "NT"
    qsu: bool = False
    no_ap: bool = False
    no_he: bool = False
    low_ammo: bool = False
    limbered: str = ""
    special: str = ""


Upper = Literal["worse", "same", "better"]


class Vehicle(Piece, frozen=True, kw_only=True):
    """A vehicle.

    Args:
        kind: type as in the vehicle lists: LT, MT, HT tanks, AG assault gun, …
        mp: Movement Points.
        movement: what it moves by.
        red_mp: it breaks down easily.
        front, side: hull Armor Factors, 0 if unarmored.
        front_upper, side_upper: the upper structure's AF against the hull's.
        unarmored: it has no AF.
        size: TH DRM of its size: +1 small, -1 large, twice that very small or large.
        turret: NT none, 1MT one man, RST, ST and T.
        open_topped: as its name says.
        ground_pressure: low, normal or high.
        ma: Main Armament as printed: "75L", "20L(4)" with its IFE, "CMG", "BF24" a
            flamethrower; then its limits of range, "76* rng 50", and after a semicolon
            what else it has: "37LL; B75". Empty if it has none.
        rof, breakdown, removal: ROF, B# and X# of the Main Armament, 0 for none.
        low_ammo: its B# is circled.
        mg: FP of bow, coaxial and AA machine guns: "3/5/2"; R4 is a rear one, S2 one in
            each side, 2x2 two of them, * one whose FP is not printed.
        cs, red_cs: Crew Survival number; whether it burns easily.
        crewless: it has no crew that could leave it: its cs# is in small letters.
        radioless: it has no radio.
        no_ap, no_he: ammunition that its Main Armament does not have.
        towing: T#, None if it cannot tow.
        pp: Passenger Capacity in PP.
        special: special ammunition, smoke dischargers and the like.
    """

    kind: str
    mp: int
    movement: Literal["tracked", "halftrack", "armored car", "truck"]
    red_mp: bool = False
    front: int = 0
    side: int = 0
    front_upper: Upper = "same"
    side_upper: Upper = "same"
    unarmored: bool = False
    size: int = 0
    turret: Literal["NT", "1MT", "RST", "ST", "T"]
    open_topped: bool = False
    ground_pressure: Literal["low", "normal", "high"] = "normal"
    ma: str = ""
    rof: int = 0
    breakdown: int = 12
    removal: int = 0
    low_ammo: bool = False
    mg: str = ""
    cs: int
    red_cs: bool = False
    crewless: bool = False
    radioless: bool = False
    no_ap: bool = False
    no_he: bool = False
    towing: int | None = None
    pp: int = 0
    special: str = ""


class Armament(Piece, frozen=True, kw_only=True):
    """The Main Armament of a vehicle that is no MG or FT, as a Weapon.

    Args:
        calibre: in mm.
        barrel: "*" short, "" ordinary, "L" long, "LL" very long.
        ife: FP of its Infantry Firepower Equivalent, 0 for none.
        rof: Multiple ROF number, 0 for none.
        breakdown, removal: B# and X#.
        min_range, max_range: in hexes; 0 for no limit.
        turret: as the vehicle's.
        no_ap, no_he: ammunition it does not have.
        low_ammo: its B# is circled (D3.71).
        noted: a star stands before the calibre: a note of the vehicle.
        special: special ammunition.
    """

    calibre: int
    barrel: Literal["*", "", "L", "LL"] = ""
    ife: int = 0
    rof: int = 0
    breakdown: int = 12
    removal: int = 0
    min_range: int = 0
    max_range: int = 0
    turret: Literal["NT", "1MT", "RST", "ST", "T"] = "NT"
    no_ap: bool = False
    no_he: bool = False
    low_ammo: bool = False
    noted: bool = False
    special: str = ""


Counter = MMC | SMC | Dummy | SupportWeapon | Gun | Vehicle | Armament

KINDS: Mapping[str, type[Counter]] = MappingProxyType(
    {
        "mmc": MMC,
        "smc": SMC,
        "sw": SupportWeapon,
        "gun": Gun,
        "vehicle": Vehicle,
        "dummy": Dummy,
    }
)
