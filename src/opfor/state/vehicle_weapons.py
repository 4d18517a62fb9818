"""What a vehicle is armed with, as Weapons: Main Armament and machine guns.

A vehicle's print has all of it in two words, such as "75L" and "3/5/2". Each gun and
MG becomes a Weapon of its own, possessed by the vehicle, so that it fires, keeps its
ROF, malfunctions and acquires by the rules of any Weapon. The counter id of one is
the vehicle's with where it is mounted: `german/pzkpfw-ivh@MA`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import get_args

from opfor.core.errors import OpforError
from opfor.state.counters import Armament, Piece, SupportWeapon, Vehicle
from opfor.state.units import Mount

AT = "@"
"""What parts the id of a vehicle from where it carries the Weapon."""

TURNING: tuple[Mount, ...] = ("MA", "CMG", "turret gun")
"""What a turret, if there is one, carries."""

CALIBRE = re.compile(
    r"^(?:\d+x)?(\d+(?:\.\d+)?)(\*|LL?|)\*?(?:\((\d+)\))?(?: rng (?:(\d+)-)?(\d+))?$"
)
"""Of a gun: calibre, barrel, IFE, least and greatest range."""

MG_ROW: tuple[Mount, ...] = ("BMG", "CMG", "AAMG")
MG_RANGE: Mapping[Mount, int] = MappingProxyType(
    {"BMG": 8, "CMG": 12, "AAMG": 8, "RMG": 8, "side MG": 8}
)
"""Normal range of vehicular MG in hexes, unless its counter says otherwise (D1.8)."""

NORMAL_RANGE = re.compile(r"(?:(\w+):)?Nml Rng (\d+)")
"""The normal range on a counter, and of which MG; of every one if it does not say."""

FLAMES = re.compile(r"^[BTS]?F(\d+)$")
SECOND: Mapping[str, Mount] = MappingProxyType({"B": "bow gun", "T": "turret gun"})
"""Where a second gun is, by the letter before it; without one in the turret."""


@cache
def mounted(vehicle: Vehicle) -> Mapping[Mount, Armament | SupportWeapon]:
    """The Weapons of a vehicle, by where it carries them; empty for an unarmed one."""
    found: dict[Mount, Armament | SupportWeapon] = {}
    main, _, second = (part.strip() for part in vehicle.ma.partition(";"))
    main_mg = next((mg for mg in MG_ROW if main.strip("*") == mg), None)
    if main and main_mg is None:
        found["MA"] = _weapon(vehicle, "MA", main, second=second)
    for mount, factors in _machine_guns(vehicle.mg).items():
        own = mount == main_mg
        found["MA" if own else mount] = _mg(vehicle, mount, factors, main=own)
    if second:
        word = second.strip("*")
        mount = SECOND.get(word[0], "turret gun")
        star = "*" if second.startswith("*") else ""
        printed = star + word.removeprefix(word[0] if word[0] in SECOND else "")
        printed += "*" if second.endswith("*") else ""
        found[mount] = _weapon(vehicle, mount, printed, second=main)
    return MappingProxyType(found)


def mounted_id(vehicle: str, mount: Mount) -> str:
    """The counter id of what a vehicle carries there."""
    return f"{vehicle}{AT}{mount.replace(' ', '-')}"


def carried(vehicle: Piece, mount: str) -> Armament | SupportWeapon:
    """What a vehicle carries there.

    Raises:
        OpforError: it is no vehicle, or carries nothing there.
    """
    where = mount.replace("-", " ")
    if isinstance(vehicle, Vehicle) and where in get_args(Mount):
        piece = mounted(vehicle).get(where)  # type: ignore[call-overload] # as checked
        if piece is not None:
            found: Armament | SupportWeapon = piece
            return found
    raise OpforError(f"{vehicle.name} carries no {where}")


def _machine_guns(printed: str) -> dict[Mount, int]:
    """FP of each MG: bow / coaxial / AA; rear ones as R, side ones as S with their FP.

    Of several in the rear the strongest counts, of those in the sides one.
    """
    found: dict[Mount, int] = {}
    for mount, word in zip(MG_ROW, printed.split("/"), strict=False):
        front, *others = word.split() or ("",)
        if factors := _factors(front):
            found[mount] = factors
        for other in others:
            where: Mount = "RMG" if other.startswith("R") else "side MG"
            each = other[1:] if where == "RMG" else other[1:].partition("x")[0]
            found[where] = max(found.get(where, 0), _factors(each))
    return found


def _factors(word: str) -> int:
    """FP of one word: "4", "2*", and "2x2" for twice two; 0 where none is printed."""
    number = re.match(r"\*?(\d+)(?:x(\d+))?", word)
    return int(number[1]) * int(number[2] or 1) if number else 0


def _common(vehicle: Vehicle, mount: Mount) -> dict[str, object]:
    return {
        "nation": vehicle.nation,
        "since": vehicle.since,
        "until": vehicle.until,
        "source": vehicle.source,
        "confidence": vehicle.confidence,
        "name": f"{vehicle.name} {mount}",
    }


def _weapon(
    vehicle: Vehicle, mount: Mount, printed: str, *, second: str
) -> Armament | SupportWeapon:
    """One armament that is no MG of the row: a gun, an ATR, a MG or a flamethrower.

    B#, X# and ROF are the Main Armament's; but the X# of a gun's vehicle that carries
    a flamethrower besides is the flamethrower's.
    """
    main = mount == "MA"
    word = printed.strip("*")
    if flames := FLAMES.match(word):
        lost = vehicle.removal
        return SupportWeapon(
            **_common(vehicle, mount),  # type: ignore[arg-type]
            kind="FT",
            fp=int(flames[1]),
            range=1,
            rof=vehicle.rof if main else 0,
            breakdown=0 if lost else vehicle.breakdown,
            removal=lost,
        )
    if word in ("ATR", "MG"):
        return SupportWeapon(
            **_common(vehicle, mount),  # type: ignore[arg-type]
            kind="ATR" if word == "ATR" else "MG",
            fp=1,
            range=12,
            long_range=word != "ATR",
            rof=vehicle.rof if main else 0,
            breakdown=vehicle.breakdown or 12 if main else 12,
        )
    burning = bool(FLAMES.match(second.strip("*")))
    return _gun(vehicle, mount, printed, owns_removal=not burning)


def _gun(
    vehicle: Vehicle, mount: Mount, printed: str, *, owns_removal: bool
) -> Armament:
    word = printed.lstrip("*")
    read = CALIBRE.match(word)
    if read is None:
        raise OpforError(f"{printed!r} is no armament", f"{vehicle.id} ma")
    main = mount == "MA"
    removal = vehicle.removal if main and owns_removal else 0
    return Armament(
        **_common(vehicle, mount),  # type: ignore[arg-type]
        calibre=round(float(read[1])),
        barrel=read[2],  # type: ignore[arg-type] # as the pattern says
        ife=int(read[3] or 0),
        rof=vehicle.rof if main else 0,
        breakdown=0 if removal else (vehicle.breakdown or 12) if main else 12,
        removal=removal,
        min_range=int(read[4] or 0),
        max_range=int(read[5] or 0),
        turret=vehicle.turret if mount in TURNING else "NT",
        no_ap=vehicle.no_ap and main,
        no_he=vehicle.no_he and main,
        low_ammo=vehicle.low_ammo and main,
        noted=printed.startswith("*"),
        special=vehicle.special if main else "",
    )


def _mg(vehicle: Vehicle, mount: Mount, fp: int, *, main: bool) -> SupportWeapon:
    return SupportWeapon(
        **_common(vehicle, mount),  # type: ignore[arg-type]
        kind="MG",
        fp=fp,
        range=_normal_range(vehicle, mount),
        rof=vehicle.rof if main else 0,
        breakdown=vehicle.breakdown or 12 if main else 12,
        repair=1,
    )


def _normal_range(vehicle: Vehicle, mount: Mount) -> int:
    said = NORMAL_RANGE.search(vehicle.special)
    if said and said[1] in (None, mount):
        return int(said[2])
    return MG_RANGE[mount]


def mounts(vehicle: Vehicle) -> Iterator[tuple[Mount, str]]:
    """Where a vehicle carries Weapons, and the counter id of each."""
    for mount in mounted(vehicle):
        yield mount, mounted_id(vehicle.id, mount)
