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

CALIBRE = re.compile(r"^(\*?)(\d+)(?:\.\d+)?(\*|LL?|)(?:\((\d+)\))?$")
MG_ROW: tuple[Mount, ...] = ("BMG", "CMG", "AAMG")
MG_RANGE: Mapping[Mount, int] = MappingProxyType(
    {"BMG": 8, "CMG": 12, "AAMG": 8, "RMG": 8}
)
"""Normal range of vehicular MG in hexes (D1.8)."""

FLAMES = re.compile(r"^[BTS]F(\d+)$")


@cache
def mounted(vehicle: Vehicle) -> Mapping[Mount, Armament | SupportWeapon]:
    """The Weapons of a vehicle, by where it carries them; empty for an unarmed one."""
    found: dict[Mount, Armament | SupportWeapon] = {}
    main, _, bow = vehicle.ma.partition(";")
    fp = _machine_guns(vehicle.mg)
    main_mg = next((mg for mg in MG_ROW if main.strip("*") == mg), None)
    if main and main_mg is None:
        found["MA"] = _main(vehicle, main.strip())
    for mount, factors in fp.items():
        own = mount == main_mg
        found["MA" if own else mount] = _mg(vehicle, mount, factors, main=own)
    if bow.strip().startswith("B"):
        found["bow gun"] = _gun(vehicle, "bow gun", bow.strip()[1:], second=True)
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
    """FP of each MG: bow / coaxial / AA, then rear ones as R with their FP."""
    found: dict[Mount, int] = {}
    for mount, word in zip(MG_ROW, printed.split("/"), strict=False):
        front, *others = word.split() or ("",)
        if factors := _factors(front):
            found[mount] = factors
        for other in others:
            if other.startswith("R") and (factors := _factors(other[1:])):
                found["RMG"] = factors
    return found


def _factors(word: str) -> int:
    """FP of one word: "4", "2*", and "2x2" for twice two."""
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


def _main(vehicle: Vehicle, printed: str) -> Armament | SupportWeapon:
    """The Main Armament: a gun, an ATR or a flamethrower."""
    if flames := FLAMES.match(printed):
        return SupportWeapon(
            **_common(vehicle, "MA"),  # type: ignore[arg-type]
            kind="FT",
            fp=int(flames[1]),
            range=1,
            rof=vehicle.rof,
            breakdown=vehicle.breakdown if not vehicle.removal else 0,
            removal=vehicle.removal,
        )
    if printed.strip("*") in ("ATR", "MG"):
        return SupportWeapon(
            **_common(vehicle, "MA"),  # type: ignore[arg-type]
            kind="ATR" if "ATR" in printed else "MG",
            fp=1,
            range=12,
            rof=vehicle.rof,
            breakdown=vehicle.breakdown,
        )
    return _gun(vehicle, "MA", printed)


def _gun(
    vehicle: Vehicle, mount: Mount, printed: str, *, second: bool = False
) -> Armament:
    read = CALIBRE.match(printed.lstrip("*"))
    if read is None:
        raise OpforError(f"{printed!r} is no armament", f"{vehicle.id} ma")
    return Armament(
        **_common(vehicle, mount),  # type: ignore[arg-type]
        calibre=int(read[2]),
        barrel=read[3],  # type: ignore[arg-type] # as the pattern says
        ife=int(read[4] or 0),
        rof=0 if second else vehicle.rof,
        breakdown=12 if second else vehicle.breakdown,
        removal=0 if second else vehicle.removal,
        turret="NT" if second else vehicle.turret,
        no_ap=vehicle.no_ap and not second,
        no_he=vehicle.no_he and not second,
        low_ammo=vehicle.low_ammo and not second,
        noted=printed.startswith("*"),
        special="" if second else vehicle.special,
    )


def _mg(vehicle: Vehicle, mount: Mount, fp: int, *, main: bool) -> SupportWeapon:
    return SupportWeapon(
        **_common(vehicle, mount),  # type: ignore[arg-type]
        kind="MG",
        fp=fp,
        range=MG_RANGE[mount],
        rof=vehicle.rof if main else 0,
        breakdown=vehicle.breakdown if main else 12,
        repair=1,
    )


def mounts(vehicle: Vehicle) -> Iterator[tuple[Mount, str]]:
    """Where a vehicle carries Weapons, and the counter id of each."""
    for mount in mounted(vehicle):
        yield mount, mounted_id(vehicle.id, mount)
