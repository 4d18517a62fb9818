"""S5.3: the attack that a just-Activated Location must make at once.

The IFT and the To Hit process are not here yet, so the program tells what the attack
is, and the player says what it did; the moving units go on or lose Good Order by his
word.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field, Option
from opfor.core.event import Note
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.rules.asl.a07_fire import column, director, target_drm
from opfor.rules.asl.a07_power import Share, firepower
from opfor.rules.asl.c03_arc import in_arc
from opfor.state.counters import Gun, Vehicle
from opfor.state.events import UnitChanged, UnitRemoved
from opfor.state.play import Play
from opfor.state.units import LocationName, Move, Unit, Weapon

Mover = Literal["infantry", "vehicle"]
"""What moves, as table {x1} tells apart."""

SUBSEQUENT = 2 * MF
"""MF spent to enter a Location from which Subsequent First Fire follows (S5.3)."""

RESULTS = (
    Option("none", "no effect"),
    Option("pinned", "pinned"),
    Option("broken", "broken"),
    Option("eliminated", "eliminated"),
)


@rule(
    "S5.3",
    "Mandatory ENEMY Attack",
    exc=("no attack on a unit that is no Target of the just-Activated unit",),
    cites=("S5.31", "A8.1"),
)
def mandatory_attack(play: Play, activated: list[str]) -> None:
    """The units just Activated in one Location First Fire at the movers.

    EXC: a unit or SW for which the movers are no Target does not fire and stays
    concealed. Panic is not possible for them.
    """
    firers = [play.state.units[id_] for id_ in activated if id_ in play.state.units]
    movers = [unit for unit in play.state.movers() if unit.good_order]
    move = play.state.move
    if not firers or not movers or move is None:
        return
    here, there = firers[0].location, movers[0].location
    heavy = ordnance(play, firers, there)
    crews = list(dict.fromkeys(shot.unit for shot in heavy))
    shares = firepower(play, [u for u in firers if u.id not in crews], there)
    if not shares and not heavy:
        play.emit(Note(f"no Target for the units in {here}: they stay concealed"))
        return
    _reveal(play, [*(share.unit for share in shares), *crews])
    if shares:
        mods = mover_drm(play, here, there, move)
        if directed := director(play, firers):
            _reveal(play, [directed[0].id])
            mods = [*mods, *([directed[1]] if directed[1].value else [])]
        play.emit(Note(_told(here, there, shares, mods)))
    for shot in heavy:
        play.emit(Note(f"{here} First Fires at {there}: {shot.what} (To Hit process)"))
    if move.here >= SUBSEQUENT:
        play.emit(Note(f"{here}: Subsequent First Fire and ROF attacks follow"))
    for unit in movers:
        _adjudicate(play, unit)


def mover_kind(play: Play, move: Move) -> Mover:
    """The rows of {x1} for what moves: vehicles have their own."""
    units = [play.state.units[id_] for id_ in move.units if id_ in play.state.units]
    return "vehicle" if units and all(u.vehicle for u in units) else "infantry"


def mover_drm(
    play: Play,
    firer: LocationName,
    target: LocationName,
    move: Move,
    *,
    moving: bool = True,
) -> list[Mod]:
    """The DRM of an attack on what moved; FFMO and FFNAM are for moving Infantry."""
    mods = target_drm(play, firer, target, move)
    if moving and mover_kind(play, move) == "infantry":
        return mods
    return [mod for mod in mods if mod.rule != "A4.6"]


class Shot(Struct, frozen=True):
    """What a Gun or vehicle fires by the To Hit process, which is not here yet."""

    unit: str
    what: str


def ordnance(play: Play, firers: list[Unit], target: LocationName) -> list[Shot]:
    """The Guns and vehicles that have the Location as a Target; crews fire their Gun.

    EXC: nothing that is limbered or dm, or whose CA or range does not take it in.
    """
    shots = [_vehicle_shot(play, unit) for unit in firers if unit.vehicle]
    shots += [
        _gun_shot(play, unit, weapon, target)
        for unit in firers
        for weapon in play.state.weapons_of(unit.id)
    ]
    return [shot for shot in shots if shot is not None]


def _vehicle_shot(play: Play, unit: Unit) -> Shot | None:
    """The armament of a vehicle, whose VCA and TCA take in what caused it (S5.4)."""
    piece = play.world.counter(unit.counter)
    if not isinstance(piece, Vehicle) or not (piece.ma or piece.mg):
        return None
    arms = [f"MA {piece.ma}" if piece.ma else "", f"MG {piece.mg}" if piece.mg else ""]
    return Shot(unit.id, f"{piece.name} with {' and '.join(filter(None, arms))}")


def _gun_shot(
    play: Play, unit: Unit, weapon: Weapon, target: LocationName
) -> Shot | None:
    piece, gun = play.world.counter(weapon.counter), weapon.gun
    if not isinstance(piece, Gun) or gun is None or weapon.dm or gun.limbered:
        return None
    hexes = play.world.range(unit.location, target)
    if not piece.min_range <= hexes <= (piece.max_range or hexes):
        return None
    if not in_arc(play.world, unit.location, gun.ca, target):
        return None
    return Shot(unit.id, f"the {piece.name}, crewed by {unit.id}")


def _told(
    here: LocationName, there: LocationName, shares: list[Share], mods: list[Mod]
) -> str:
    fp = sum((share.fp for share in shares), start=shares[0].fp * 0)
    parts = " + ".join(f"{share.name} {share.how}" for share in shares)
    return (
        f"{here} First Fires at {there}: {float(fp):g} FP ({parts}), "
        f"IFT column {column(fp) or 'none'}, DRM {total(mods):+d} ({breakdown(mods)})"
    )


def _reveal(play: Play, firers: list[str]) -> None:
    for id_ in dict.fromkeys(firers):
        unit = play.state.units[id_]
        if unit.concealed:
            play.emit(UnitChanged(replace(unit, concealed=False), "fires"))


def _adjudicate(play: Play, unit: Unit) -> None:
    """Ask what the attack did to a moving unit, and do it."""
    form = (Field("result", f"{unit.id} is", "option", RESULTS),)
    asked = Adjudicate(
        purpose=f"what the attack did to {unit.id}", side="FRIENDLY", form=form
    )
    match play.ask(asked)["result"]:
        case "pinned":
            play.emit(UnitChanged(replace(unit, pinned=True), "pinned"))
        case "broken":
            play.emit(UnitChanged(replace(unit, broken=True), "broken"))
        case "eliminated":
            play.emit(UnitRemoved(unit.id, "eliminated"))
