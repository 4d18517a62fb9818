"""C5: the DRM that the firer brings to a To Hit DR, case by case."""

from typing import NamedTuple

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.rules.a_infantry.a05_stacking import overstacked
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import mp_in_sight
from opfor.rules.d_vehicles.d03_fire.d03_44_armor_leaders import crew_drm
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

TURRETS = {"RST": "ST", "1MT": "ST"}
"""Turrets that turn as slow ones (D-301)."""

TIGHT = ("woods", "rubble")
"""Terrain beside buildings in which a Gun turns and aims at its own hex badly."""


class Firing(NamedTuple):
    """Who fires what from where at what, as the cases look at it.

    Args:
        view: the game.
        unit: who fires.
        piece: what.
        weapon: its counter; None for what a unit carries within it.
        target: the Location aimed at.
        spines: hexspines that its CA changes.
        intensive: it is Intensive Fire.
        spotted: another unit sees for it.
        careful: it avoids backblast (C13.8).
        captured: it is captured equipment.
        tracks: Deliberate Immobilization is tried (C5.7).
    """

    view: GameView
    unit: Unit
    piece: Ordnance
    weapon: Weapon | None
    target: LocationName
    spines: int = 0
    intensive: bool = False
    spotted: bool = False
    careful: bool = False
    captured: bool = False
    tracks: bool = False


def firer_drm(firing: Firing) -> list[Mod]:
    """Every DRM of the firer that counts."""
    found = (
        turning(firing),
        late(firing),
        latw_in_afph(firing),
        pinned(firing),
        within_hex(firing),
        intensive(firing),
        deliberate(firing),
        unfamiliar(firing),
        *vehicular(firing),
        *_state(firing),
    )
    return [mod for mod in found if mod is not None]


def _value(firing: Firing, case: str) -> int:
    table = firing.view.world.enemy.table("C5")
    return int(table.look_up(case=case).result)


def _mod(firing: Firing, case: str, name: str, number: str, times: int = 1) -> Mod:
    return Mod(name, times * _value(firing, case), number)


def tight(view: GameView, where: LocationName) -> bool:
    """Whether a Location is woods, a building or rubble."""
    name = view.world.ground.terrain(view.world.locate(where)).name
    return view.world.in_building(where) or any(word in name for word in TIGHT)


def cramped(view: GameView, unit: Unit) -> bool:
    """Whether who fires is in woods, a building or rubble, and not in Bypass of it."""
    return tight(view, unit.location) and not state_of(unit).bypass


@rule(
    "C5.1",
    "Case A: the Gun changes its CA",
    exc=("bounding First Fire",),
    cites=("C3.22", "D3.3"),
)
def turning(firing: Firing) -> Mod | None:
    """By the turret for the first hexspine, +1 for each further one.

    Doubled in woods, a building or rubble, but for a vehicle in Bypass.
    Reading: D-872.
    EXC: not for bounding First Fire, where a turret turns with the MP.
    """
    if not firing.spines or _in_own_move(firing):
        return None
    turret = TURRETS.get(firing.piece.turret, firing.piece.turret)
    value = _value(firing, f"A {turret}")
    value += (firing.spines - 1) * _value(firing, "A more")
    if cramped(firing.view, firing.unit):
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
    if not _in_afph(firing) or firing.piece.kind == "LATW" or has_moved(firing.unit):
        return None
    case = "B in cover" if cramped(firing.view, firing.unit) else "B"
    return _mod(firing, case, "Case B: AFPh", "C5.2")


def _in_own_move(firing: Firing) -> bool:
    view, unit = firing.view, firing.unit
    return view.state.phase == "MPh" and view.state.side == unit.side


def _in_afph(firing: Firing) -> bool:
    waited = firing.weapon.fired if firing.weapon else firing.unit.fired
    return firing.view.state.phase == "AFPh" and waited != "opportunity"


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
    if firing.view.world.range(firing.unit.location, firing.target):
        return None
    times = 2 if cramped(firing.view, firing.unit) else 1
    return _mod(firing, "E", "Case E: within the hex", "C5.5", times)


@rule("C5.6", "Case F: Intensive Fire")
def intensive(firing: Firing) -> Mod | None:
    """+2; its B# falls by 2, and it keeps no ROF."""
    if not firing.intensive:
        return None
    return _mod(firing, "F", "Case F: Intensive Fire", "C5.6")


@rule("C5.7", "Case G: Deliberate Immobilization")
def deliberate(firing: Firing) -> Mod | None:
    """+5 for a shot at what a vehicle moves on."""
    if not firing.tracks:
        return None
    return _mod(firing, "G", "Case G: Deliberate Immobilization", "C5.7")


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
    piece = firing.view.world.counter(firing.unit.counter)
    return not firing.piece.gun or getattr(piece, "size", "") == "crew"


# -- vehicles ----------------------------------------------------------------------


def has_moved(unit: Unit) -> bool:
    """Whether a vehicle has entered a hex in this Player Turn, or is in Motion."""
    return unit.vehicle is not None and (unit.vehicle.entered or unit.vehicle.motion)


def vehicular(firing: Firing) -> list[Mod]:
    """Cases B to C4 and I of a vehicle, and what its crew brings."""
    if firing.unit.vehicle is None:
        return []
    found = [
        *bounding(firing),
        buttoned_up(firing),
        *crew_drm(firing.view, firing.unit),
    ]
    return [mod for mod in found if mod is not None]


@rule(
    "C5.3",
    "Case C: bounding fire",
    cites=("C5.31", "C5.32", "C5.34", "D3.3", "C5.2"),
)
def bounding(firing: Firing) -> list[Mod]:
    """What a vehicle's own movement in this Player Turn brings to its fire.

    Case B and, by its turret, Case C in its MPh, in the AFPh once it has moved, and in
    Motion at any time; by the MP it has spent in LOS of the target Case C1 (up to 3) or
    C2 (up to 2). In Motion Case C4 besides: +1 for a stabilized gun; for any other no
    DRM, but the lower dr of its To Hit DR counts double.
    Reading: D-301.
    """
    view, unit = firing.view, firing.unit
    own = view.state.side == unit.side
    moving = own and (view.state.phase == "MPh" or has_moved(unit))
    if not moving and not state_of(unit).motion:
        return []
    steady = "G" in state_of(unit).equipment
    none = firing.piece.turret == "NT"
    case = "C stabilized" if steady else "C none" if none else "C turret"
    base = "B in cover" if cramped(view, unit) else "B"
    found = [
        _mod(firing, base, "Case B", "C5.2"),
        _mod(firing, case, "Case C: bounding fire", "C5.3"),
    ]
    if moving and (limited := _restricted(mp_in_sight(view, unit, firing.target))):
        found.append(_mod(firing, limited, f"Case {limited}: restricted aim", "C5.31"))
    if state_of(unit).motion:
        found.append(STEADY if steady else UNSTEADY)
    return found


STEADY = Mod("Case C4: in Motion", 1, "C5.34")

UNSTEADY = Mod("Case C4: in Motion, lower dr doubled", 0, "C5.34")
"""What stands for it among the DRM until the dice are rolled."""


def _restricted(spent: int) -> str:
    """The case of so many quarters of MP in LOS of the target; empty for neither."""
    if spent > RESTRICTED:
        return ""
    return "C2" if spent <= VERY_RESTRICTED else "C1"


RESTRICTED, VERY_RESTRICTED = 12, 8
"""Quarters of MP in LOS of the target up to which aim is restricted (C5.31)."""


@rule("C5.9", "Case I: buttoned up")
def buttoned_up(firing: Firing) -> Mod | None:
    """+1 for the Main Armament of an AFV whose crew is not CE."""
    unit = firing.unit
    if state_of(unit).ce or not afv(firing.view, unit):
        return None
    return _mod(firing, "I", "Case I: BU", "C5.9")


def _state(firing: Firing) -> list[Mod]:
    """CX, encircled, overstacked, spotted; a hero helps with what one man fires."""
    unit, found = firing.unit, []
    if unit.cx:
        found.append(_mod(firing, "CX", "CX", "A4.51"))
    if unit.encircled:
        found.append(_mod(firing, "encircled", "encircled", "A7.7"))
    if unit.vehicle is None:
        # A5.12: for each squad too many; a vehicle is not among them
        over = overstacked(firing.view, unit.side, unit.location)
        if over:
            found.append(_mod(firing, "overstacked", "overstacked", "A5.12", over))
    if firing.spotted:
        found.append(_mod(firing, "spotted", "spotted fire", "C9.3"))
    man = smc(firing.view, unit)
    if man and (man.kind == "hero" or unit.heroic) and firing.piece.kind == "LATW":
        found.append(_mod(firing, "hero", "hero", "A15.24"))
    return found
