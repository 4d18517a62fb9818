"""C5: the DRM that the firer brings to a To Hit DR, case by case.

Case C (bounding fire), G and I are those of vehicles, and not here yet.
"""

from typing import NamedTuple

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.asl.a01_units import smc
from opfor.rules.asl.c02_ordnance import Ordnance
from opfor.state.play import Look
from opfor.state.units import LocationName, Unit, Weapon

TIGHT = ("woods", "rubble")
"""Terrain beside buildings in which a Gun turns and aims at its own hex badly."""


class Firing(NamedTuple):
    """Who fires what from where at what, as the cases look at it.

    Args:
        look: the game.
        unit: who fires.
        piece: what.
        weapon: its counter; None for what a unit carries within it.
        target: the Location aimed at.
        spines: hexspines that its CA changes.
        intensive: it is Intensive Fire.
        spotted: another unit sees for it.
        careful: it avoids backblast (C13.8).
        captured: it is captured equipment.
    """

    look: Look
    unit: Unit
    piece: Ordnance
    weapon: Weapon | None
    target: LocationName
    spines: int = 0
    intensive: bool = False
    spotted: bool = False
    careful: bool = False
    captured: bool = False


def firer_drm(firing: Firing) -> list[Mod]:
    """Every DRM of the firer that counts."""
    found = (
        turning(firing),
        late(firing),
        latw_in_afph(firing),
        pinned(firing),
        within_hex(firing),
        intensive(firing),
        unfamiliar(firing),
        *_state(firing),
    )
    return [mod for mod in found if mod is not None]


def _value(firing: Firing, case: str) -> int:
    table = firing.look.world.enemy.table("C5")
    return int(table.look_up(case=case).result)


def _mod(firing: Firing, case: str, name: str, number: str, times: int = 1) -> Mod:
    return Mod(name, times * _value(firing, case), number)


def tight(look: Look, where: LocationName) -> bool:
    """Whether a Location is woods, a building or rubble."""
    name = look.world.ground.terrain(look.world.locate(where)).name
    return look.world.in_building(where) or any(word in name for word in TIGHT)


@rule("C5.1", "Case A: the Gun changes its CA", cites=("C3.22",))
def turning(firing: Firing) -> Mod | None:
    """By the turret for the first hexspine, +1 for each further one.

    Doubled for a Gun that does not turn freely in woods, a building or rubble.
    """
    if not firing.spines:
        return None
    turret = firing.piece.turret
    value = _value(firing, f"A {turret}")
    value += (firing.spines - 1) * _value(firing, "A more")
    if turret == "NT" and tight(firing.look, firing.unit.location):
        value *= 2
    return Mod(f"Case A: CA changed by {firing.spines}", value, "C5.1")


@rule(
    "C5.2",
    "Case B: fire in the AFPh",
    exc=("Opportunity Fire", "LATW, which have Case C3"),
    cites=("A7.25",),
)
def late(firing: Firing) -> Mod | None:
    """+2 in the AFPh, +3 out of woods, a building or rubble.

    EXC: Opportunity Fire. EXC: LATW, which have Case C3.
    """
    if not _in_afph(firing) or firing.piece.kind == "LATW":
        return None
    case = "B in cover" if tight(firing.look, firing.unit.location) else "B"
    return _mod(firing, case, "Case B: AFPh", "C5.2")


def _in_afph(firing: Firing) -> bool:
    waited = firing.weapon.fired if firing.weapon else firing.unit.fired
    return firing.look.state.phase == "AFPh" and waited != "opportunity"


@rule(
    "C5.33",
    "Case C3: LATW in the AFPh, or to avoid backblast",
    cites=("C13.8",),
)
def latw_in_afph(firing: Firing) -> Mod | None:
    """+2 for LATW in the AFPh, +2 for whoever avoids backblast; both count."""
    times = int(firing.piece.kind == "LATW" and _in_afph(firing)) + int(firing.careful)
    return _mod(firing, "C3", "Case C3: LATW", "C5.33", times) if times else None


@rule("C5.4", "Case D: pinned firer")
def pinned(firing: Firing) -> Mod | None:
    """+2."""
    if not firing.unit.pinned:
        return None
    return _mod(firing, "D", "Case D: pinned", "C5.4")


@rule("C5.5", "Case E: fire within the hex")
def within_hex(firing: Firing) -> Mod | None:
    """+2 at a target in its own hex, doubled in woods, a building or rubble."""
    where = firing.unit.location
    if firing.look.world.range(where, firing.target):
        return None
    times = 2 if tight(firing.look, where) else 1
    return _mod(firing, "E", "Case E: within the hex", "C5.5", times)


@rule("C5.6", "Case F: Intensive Fire")
def intensive(firing: Firing) -> Mod | None:
    """+2; its B# falls by 2, and it keeps no ROF."""
    if not firing.intensive:
        return None
    return _mod(firing, "F", "Case F: Intensive Fire", "C5.6")


@rule(
    "C5.8",
    "Case H: captured ordnance, or a crew that cannot handle it",
    cites=("A21.13",),
)
def unfamiliar(firing: Firing) -> Mod | None:
    """+2 for captured ordnance, +2 for a Gun that no crew mans; both count."""
    times = int(firing.captured) + int(not qualified(firing))
    return _mod(firing, "H", "Case H: unfamiliar", "C5.8", times) if times else None


def qualified(firing: Firing) -> bool:
    """Whether the unit can handle it: a Gun needs a crew, a SW anybody (A21.13)."""
    piece = firing.look.world.counter(firing.unit.counter)
    return not firing.piece.gun or getattr(piece, "size", "") == "crew"


def _state(firing: Firing) -> list[Mod]:
    """CX, encircled, overstacked, spotted; a hero helps with what one man fires."""
    unit, found = firing.unit, []
    if unit.cx:
        found.append(_mod(firing, "CX", "CX", "A4.51"))
    if unit.encircled:
        found.append(_mod(firing, "encircled", "encircled", "A7.7"))
    if firing.spotted:
        found.append(_mod(firing, "spotted", "spotted fire", "C9.3"))
    man = smc(firing.look, unit)
    if man and (man.kind == "hero" or unit.heroic) and firing.piece.kind == "LATW":
        found.append(_mod(firing, "hero", "hero", "A15.24"))
    return found
