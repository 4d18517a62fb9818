"""C7.1 to C7.3: To Kill numbers.

A `Kill` is one To Kill attempt as it stands: the parts of its Final TK# and the DRM to
its DR. `fate_of` reads a DR, `kill_odds` counts all of them.

Reading: D-306, what no source confirms.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.core.table import Table
from opfor.rules.a_infantry.a07_fire.a07_308_star_vehicle_line import (
    vehicle_kill_number,
)
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    Facing,
    afv,
    armor,
    state_of,
    vehicle,
)
from opfor.state.play import GameView
from opfor.state.units import Unit

Attack = Literal["HE", "AP or HEAT", "FT or MOL", "MG", "A-P mines", "A-T mines", "CC"]
"""The columns of {C7-destruction}."""

Flame = Literal["FT", "MOL", "MOL-P"]
"""What burns a vehicle."""

FLAME_FP: Mapping[Flame, int] = {"FT": 24, "MOL": 4, "MOL-P": 4}
"""FP by which the star line is read."""

Fate = Literal[
    "none", "burn", "eliminated", "immobilized", "shock", "possible shock", "stun"
]
"""What becomes of a vehicle."""


REAR = 1
"""What the rear adds to a TK# (C7.2)."""

HEAVY_MG = (12, 13)
"""How 12.7mm is printed in whole mm."""

BULLET = 15
"""Calibre in mm up to which AP has the To Kill results of a MG."""

SMALLEST, MIDDLE = 25, 57
"""Calibres in mm that part the range columns of AP."""

APCR_SMALL = 57
NATIONAL: Mapping[tuple[str, str], str] = {
    ("76L", "russian"): "76L (Russian, Japanese)",
    ("76L", "japanese"): "76L (Russian, Japanese)",
    ("76LL", "russian"): "76LL (Russian, Japanese)",
    ("90L", "italian"): "90L (Italian)",
    ("88", "british"): "88 (25-pounder)",
    ("88", "french"): "88 (25-pounder)",
    ("88*", "british"): "88* (Australian)",
}
"""Guns of one calibre that nations print alike and that pierce differently."""


class Hit(Struct, frozen=True, kw_only=True):
    """What has hit a vehicle, and where.

    Args:
        piece: the ordnance.
        ammo: what it fired.
        hexes: the range.
        side: the Target Facing that is hit.
        turret: the turret is hit, not the hull.
        critical: it is a CH.
    """

    piece: Ordnance
    ammo: Ammo
    hexes: int
    side: Facing
    turret: bool = False
    critical: bool = False


class Kill(Struct, frozen=True, kw_only=True):
    """One To Kill attempt.

    Args:
        numbers: the parts of the Final TK#, the Basic one first.
        mods: DRM to the TK DR.
        attack: the column of {C7-destruction}.
        armored: the target is an AFV.
        turret: its turret is hit, not its hull.
        possible: no kill can come of it (no such gun at such range).
    """

    numbers: tuple[Mod, ...]
    mods: tuple[Mod, ...] = ()
    attack: Attack = "AP or HEAT"
    armored: bool = True
    turret: bool = False
    possible: bool = True

    @property
    def number(self) -> int:
        """The Final TK#."""
        return total(self.numbers)


# -- what a hit brings -------------------------------------------------------------


@rule("C7.1", "To Kill DR", cites=("C7.3", "C7.2", "D1.6", "C3.7"))
def to_kill(view: GameView, hit: Hit, target: Unit) -> Kill:
    """The To Kill attempt that a hit by ordnance on a vehicle brings.

    A CH doubles the number before AF are subtracted. The rear is one easier than the
    side.
    Reading: D-300 HEAT of a calibre that the tables do not name has the number of the
    next smaller one.
    """
    armored = afv(view, target)
    if hit.piece.name == "MOL-P" and hit.ammo == "HE":
        return flame_kill(view, "MOL-P", target, hit.side, turret=hit.turret)
    # C7.3: the Basic TK# of what it fires
    basic, attack, possible = _basic(view, hit, armored=armored)
    numbers = list(basic)
    # C3.7: twice that of a CH
    if hit.critical:
        numbers.append(Mod("CH", total(numbers), "C3.7"))
    # C7.2: the rear is easier
    if hit.side == "rear" and armored:
        numbers.append(Mod("rear Target Facing", REAR, "C7.2"))
    # D1.6: less the AF of the facing that is hit
    if armored:
        factor = armor(view, target, hit.side, turret=hit.turret)
        where = "turret" if hit.turret else "hull"
        numbers.append(Mod(f"AF of the {where}, {hit.side}", -factor, "D1.6"))
    return Kill(
        numbers=tuple(numbers),
        attack=attack,
        armored=armored,
        turret=hit.turret,
        possible=possible,
    )


@rule("C7.3/flame", "Flames against vehicles", cites=("C7.2", "D2.4", "C7.3"))
def flame_kill(
    view: GameView,
    weapon: Flame,
    target: Unit,
    side: Facing,
    *,
    turret: bool = False,
    far: bool = False,
) -> Kill:
    """The To Kill attempt of a FT, of MOL or of a MOL Projector; no AF counts.

    Half at long range; +1 at the rear. Of MOL also +1 against a CE crew, +2 against
    what is open-topped, -2 against a moving target.
    Reading: D-332 for what is unarmored and left to the star line, that of its FP.
    """
    armored = afv(view, target)
    row = view.world.enemy.table("C7-other").look_up(
        weapon=weapon, target="armored" if armored else "unarmored"
    )
    basic = row.result
    if not isinstance(basic, int):
        basic = vehicle_kill_number(view, FLAME_FP[weapon] // (2 if far else 1))
    elif far:
        basic //= 2
    found, state = vehicle(view, target), state_of(target)
    numbers = [Mod(f"TK# of {weapon}", basic, "C7.3")]
    if side == "rear":
        numbers.append(Mod("rear Target Facing", REAR, "C7.2"))
    if weapon != "FT":
        open_ = found is not None and found.open_topped
        opening = 2 if open_ else int(state.ce)
        moving = -2 * int(state.motion or state.entered)
        numbers += [Mod("CE or open-topped", opening, "C7.3")] if opening else []
        numbers += [Mod("moving", moving, "C7.3")] if moving else []
    return Kill(
        numbers=tuple(numbers), attack="FT or MOL", armored=armored, turret=turret
    )


@rule("C7.346", "DC against an AFV", cites=("C7.3", "A23.1", "A23.6", "D3.2"))
def charge_kill(
    view: GameView, target: Unit, side: Facing, mods: Sequence[Mod]
) -> Kill:
    """The To Kill attempt of a DC on an AFV: TK# 16 less the AF of its hull.

    What a DC suffers on the IFT beside TEM is added to the DR. Reading: D-368.

    Args:
        view: the game.
        target: the AFV.
        side: the facing toward who set the DC off.
        mods: CX, and those of a thrown DC.
    """
    table = view.world.enemy.table("C7-other")
    basic = int(table.look_up(weapon="DC", target="armored").result)
    factor = armor(view, target, side, turret=False)
    numbers = [Mod("TK# of DC", basic, "C7.3")]
    if side == "rear":
        numbers.append(Mod("rear Target Facing", REAR, "C7.2"))
    numbers.append(Mod(f"AF of the hull, {side}", -factor, "D1.6"))
    return Kill(numbers=tuple(numbers), mods=tuple(mods), attack="HE")


Basic = tuple[list[Mod], Attack, bool]


def _basic(view: GameView, hit: Hit, *, armored: bool) -> Basic:
    """The Basic TK# at a range, its column of the results, whether it can kill."""
    piece, ammo = hit.piece, hit.ammo
    if ammo == "HE":
        return _he(view, piece.calibre, armored=armored)
    if ammo == "HEAT":
        return _heat(view, piece, armored=armored)
    if not armored:
        calibre = max(piece.calibre, SMALLEST)
        row = view.world.enemy.table("C7-unarmored").look_up(calibre)
        basic = Mod(f"TK# of AP, {piece.calibre}mm", int(row.result), "C7.3")
        return [basic], "AP or HEAT", True
    return _piercing(view, piece, ammo, hit.hexes)


@rule("C7.3", "To Kill tables")
def _piercing(view: GameView, piece: Ordnance, ammo: Ammo, hexes: int) -> Basic:
    """AP, APCR or APDS: by gun and range."""
    special = ammo in ("APCR", "APDS")
    table = view.world.enemy.table("C7-APCR" if special else "C7-AP")
    name = gun_name(piece, table, discarding=ammo == "APDS")
    if not name:
        return [], "AP or HEAT", False
    own = 0 if special else piece.notes.ap
    basic = own or int(table.look_up(gun=name).result)
    change = _range_change(view, piece.calibre, ammo, hexes)
    if not isinstance(change, int):
        return [], "AP or HEAT", False
    found = [Mod(f"TK# of {ammo}, {name}", basic, "C7.3")]
    if change:
        found.append(Mod(f"{hexes} hexes", change, "C7.3"))
    mg = piece.kind == "MG" or 0 < piece.calibre <= BULLET
    return found, "MG" if mg else "AP or HEAT", True


def _range_change(view: GameView, calibre: int, ammo: Ammo, hexes: int) -> object:
    """What range changes of a TK#; "NA" beyond that of the gun."""
    if ammo in ("APCR", "APDS"):
        size = "57mm APCR" if calibre <= APCR_SMALL else "65mm APCR"
        column = "APDS" if ammo == "APDS" else size
        table = view.world.enemy.table("C7-APCR-range")
        return table.look_up(hexes, round=column).result
    size = "25mm" if calibre <= SMALLEST else "57mm" if calibre <= MIDDLE else "65mm"
    return view.world.enemy.table("C7-AP-range").look_up(hexes, size=size).result


def gun_name(piece: Ordnance, table: Table, *, discarding: bool = False) -> str:
    """The name of a gun in a To Kill table; empty if the table has none."""
    if piece.kind in ("MG", "ATR"):
        return _bullet_name(piece)
    if piece.calibre in HEAVY_MG:
        return "12.7"
    plain = f"{piece.calibre}{piece.barrel}"
    names = table.axes["gun"]
    if discarding and f"D{plain}" in names:
        return f"D{plain}"
    own = NATIONAL.get((plain, piece.nation), plain)
    for name in (own, own.replace(", Japanese", ""), plain):
        if name in names:
            return name
    return ""


def _bullet_name(piece: Ordnance) -> str:
    """The row of a MG or ATR in the To Kill table."""
    if piece.kind == "ATR":
        return "ATR 20L" if "20" in piece.name else "ATR"
    if "15" in piece.name:
        return "15"
    return "12.7" if ".50" in piece.name or "12.7" in piece.name else "MG"


def _he(view: GameView, calibre: int, *, armored: bool) -> Basic:
    target = "armored" if armored else "unarmored"
    found = view.world.enemy.table("C7-HE").look_up(calibre, target=target).result
    if found == "NA":
        return [], "HE", False
    return [Mod(f"TK# of HE, {calibre}mm", int(found), "C7.3")], "HE", True


def _heat(view: GameView, piece: Ordnance, *, armored: bool) -> Basic:
    table = view.world.enemy.table("C7-HEAT")
    name = "unarmored" if not armored else _heat_name(piece, table.axes["round"])
    if not name:
        return [], "AP or HEAT", False
    number = int(table.look_up(round=name).result)
    return [Mod(f"TK# of HEAT, {name}", number, "C7.3")], "AP or HEAT", True


def _heat_name(piece: Ordnance, names: tuple[str, ...]) -> str:
    """The row of a HEAT round: of LATW by name, of guns by calibre."""
    short = piece.name.replace(" ", "")
    for name in (piece.name, short, str(piece.calibre)):
        if name in names:
            return name
    smaller = [int(n) for n in names if n.isdigit() and int(n) <= piece.calibre]
    return str(max(smaller)) if smaller and piece.calibre else ""
