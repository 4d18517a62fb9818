"""S5.3: the attack that a just-Activated Location must make at once.

Small arms and MG fire by A7, Guns and the Main Armament of vehicles by C3. If the
player resolves fire on his table, the program tells what the attack is, and he says
what it did.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field
from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.rules.asl.a07_fire import column, director, target_drm
from opfor.rules.asl.a07_offers import bears, readied
from opfor.rules.asl.a07_power import Share, firepower, range_factor
from opfor.rules.asl.a08_window import fire_at_once
from opfor.rules.asl.c02_ordnance import ordnance as as_ordnance
from opfor.rules.asl.c02_ordnance import working
from opfor.rules.asl.c03_arc import in_arc
from opfor.rules.asl.c03_shooting import gun_shot
from opfor.rules.asl.d01_vehicles import armament
from opfor.rules.orders import Fire
from opfor.rules.reports import FATES, on_table, suffer
from opfor.rules.s08_kill import first_shot
from opfor.state.counters import Gun
from opfor.state.events import UnitChanged, WeaponChanged, WindowChanged
from opfor.state.moment import (
    Move,
    Window,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Unit,
    Weapon,
)

Mover = Literal["infantry", "vehicle"]
"""What moves, as table {x1} tells apart."""

SUBSEQUENT = 2 * MF
"""MF spent to enter a Location from which Subsequent First Fire follows (S5.3)."""


class Shot(Struct, frozen=True):
    """What a Gun or vehicle fires by the To Hit process."""

    unit: str
    what: str
    weapon: str


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
    tanks = [unit for unit in firers if unit.vehicle]
    light = [unit for unit in firers if unit.id not in crews and not unit.vehicle]
    shares = firepower(play, light, there)
    if not (shares or heavy or any(_mg(play, tank, there) for tank in tanks)):
        play.emit(Note(f"no Target for the units in {here}: they stay concealed"))
        return
    by_hand = on_table(play, "fire")
    _reveal(play, [*(share.unit for share in shares), *crews])
    if shares and by_hand:
        _tell(play, light, shares, there, move)
        _mark(play, light)
    elif shares:
        _fire(play, light, there)
    _fire_ordnance(play, heavy, there, by_hand=by_hand)
    for tank in tanks:
        _fire_mg(play, tank, there, by_hand=by_hand)
    if move.here >= SUBSEQUENT and by_hand:
        play.emit(Note(f"{here}: Subsequent First Fire and ROF attacks follow"))
    for unit in movers if by_hand else ():
        if unit.id in play.state.units:
            _adjudicate(play, play.state.units[unit.id])


def _mark(play: Play, firers: list[Unit]) -> None:
    """Those whose fire the player resolves have First Fired with all they have."""
    for unit in firers:
        fired = replace(play.state.units[unit.id], fired="first")
        play.emit(UnitChanged(fired, "has fired"))
        for weapon in play.state.weapons_of(unit.id):
            used = replace(weapon, fired="first")
            play.emit(WeaponChanged(used, "has fired"))


def _fire_ordnance(
    play: Play, heavy: list[Shot], there: LocationName, *, by_hand: bool
) -> None:
    """Each fires, or the player is told of what he resolves."""
    for shot in heavy:
        if by_hand:
            told = f"{shot.what} (To Hit process)"
            here = play.state.units[shot.unit].location
            play.emit(Note(f"{here} First Fires at {there}: {told}"))
        elif play.state.move:
            _fire_gun(play, shot, there, play.state.move)


def _mg(play: Play, tank: Unit, there: LocationName) -> tuple[str, ...]:
    """The MG of a vehicle that bear on a Location."""
    return tuple(
        ready.firer.thing.id
        for ready in readied(play, tank)
        if range_factor(play, ready.firer, there) is not None
        and bears(play, ready.firer, there)
    )


def _fire_mg(play: Play, tank: Unit, there: LocationName, *, by_hand: bool) -> None:
    """The MG of a vehicle fire together at what moves, after its MA (D3.5)."""
    unit = play.state.units.get(tank.id)
    near = _mg(play, unit, there) if unit else ()
    if unit is None or not near or not play.state.movers():
        return
    if by_hand:
        play.emit(Note(f"{unit.location} First Fires at {there}: the MG of {unit.id}"))
        return
    try:
        fire_at_once(play, Fire(near, there), [unit.id])
    except Illegal as error:
        play.emit(Note(f"the MG of {unit.id} do not fire: {error.what}"))


def _fire_gun(play: Play, shot: Shot, there: LocationName, move: Move) -> None:
    """A Gun fires, and again while it keeps its ROF, once for each MF spent there."""
    for _ in range(max(1, move.here // MF)):
        unit, weapon = play.state.units.get(shot.unit), play.state.weapons[shot.weapon]
        left = [one for one in play.state.movers() if one.location == there]
        if unit is None or not left or (weapon.fired and not weapon.rof):
            return
        if gun_shot(play, "ENEMY", first_shot(play, weapon.id, there)) is None:
            return
        _count(play, (weapon.id,), move)


def _count(play: Play, ids: Iterable[str], move: Move) -> None:
    """Shots of this attack count for those of the moment that follows (A8.1)."""
    window = play.state.window or Window(side="ENEMY", mf=move.here, asked=False)
    shots = dict(window.shots)
    for id_ in ids:
        shots[id_] = shots.get(id_, 0) + 1
    play.emit(WindowChanged(replace(window, shots=shots)))


def _fire(play: Play, firers: list[Unit], there: LocationName) -> None:
    """All that can reach the movers fires as one group, directed if that helps.

    What follows the attack is A8's: Residual FP, ROF and Subsequent First Fire.
    """
    near = [
        ready.firer.thing.id
        for unit in firers
        for ready in readied(play, unit)
        if range_factor(play, ready.firer, there) is not None
    ]
    directed = director(play, firers)
    leaders = (directed[0].id,) if directed else ()
    order = Fire(tuple(near), there, leaders)
    _reveal(play, leaders)
    try:
        fire_at_once(play, order, [unit.id for unit in firers])
    except Illegal as error:
        play.emit(Note(f"no attack from {firers[0].location}: {error}"))


def _tell(
    play: Play,
    firers: list[Unit],
    shares: list[Share],
    there: LocationName,
    move: Move,
) -> None:
    """Tell the player what the attack is that he resolves on his table."""
    here = firers[0].location
    mods = mover_drm(play, here, there, move)
    if directed := director(play, firers):
        _reveal(play, [directed[0].id])
        mods = [*mods, *([directed[1]] if directed[1].value else [])]
    play.emit(Note(_told(here, there, shares, mods)))


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


def ordnance(play: Play, firers: list[Unit], target: LocationName) -> list[Shot]:
    """The Guns and vehicles that have the Location as a Target; crews fire their Gun.

    EXC: nothing that is limbered or dm, or whose CA or range does not take it in.
    """
    shots = [
        _main_shot(play, unit, weapon)
        for unit in firers
        for weapon in armament(play, unit)
    ]
    shots += [
        _gun_shot(play, unit, weapon, target)
        for unit in firers
        for weapon in play.state.weapons_of(unit.id)
    ]
    return [shot for shot in shots if shot is not None]


def _main_shot(play: Play, unit: Unit, weapon: Weapon) -> Shot | None:
    """Ordnance of a vehicle, whose VCA and TCA take in what caused it (S5.4)."""
    piece = play.world.counter(unit.counter)
    if as_ordnance(play, weapon) is None or not working(weapon):
        return None
    return Shot(unit.id, f"{piece.name} with its {weapon.mount}", weapon.id)


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
    what = f"the {piece.name}, crewed by {unit.id}"
    return Shot(unit.id, what, weapon.id)


def _told(
    here: LocationName, there: LocationName, shares: list[Share], mods: list[Mod]
) -> str:
    fp = sum((share.fp for share in shares), start=shares[0].fp * 0)
    parts = " + ".join(f"{share.name} {share.how}" for share in shares)
    return (
        f"{here} First Fires at {there}: {float(fp):g} FP ({parts}), "
        f"IFT column {column(fp) or 'none'}, DRM {total(mods):+d} ({breakdown(mods)})"
    )


def _reveal(play: Play, firers: Iterable[str]) -> None:
    for id_ in dict.fromkeys(firers):
        unit = play.state.units[id_]
        if unit.concealed:
            # It has its Action by this, and makes no Action DR (S6.12 EXC).
            fires = replace(unit, concealed=False, action=unit.action or "Fire")
            play.emit(UnitChanged(fires, "fires"))


def _adjudicate(play: Play, unit: Unit) -> None:
    """Ask what the attack did to a moving unit, and do it."""
    form = (Field("result", f"{unit.id} is", "option", FATES),)
    asked = Adjudicate(
        purpose=f"what the attack did to {unit.id}", side="FRIENDLY", form=form
    )
    suffer(play, unit, play.ask(asked)["result"])
