"""S5.3: the attack that a just-Activated Location must make at once.

Small arms and MG fire by A7, Guns and the Main Armament of vehicles by C3. If the
player resolves fire on his table, the program tells what the attack is, and he says
what it did.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field
from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.drm import column, target_drm
from opfor.rules.a_infantry.a07_fire.firepower import range_factor
from opfor.rules.a_infantry.a07_fire.offers import bears, readied
from opfor.rules.a_infantry.a07_fire.plan import plan_attack
from opfor.rules.a_infantry.a07_fire.resolution import resolve
from opfor.rules.a_infantry.a08_first_fire.residual_fp import lay
from opfor.rules.a_infantry.a08_first_fire.window import fire_at_once, trace
from opfor.rules.a_infantry.a22_flamethrower import plan_ft
from opfor.rules.a_infantry.on_table import fates_of, on_table, suffer
from opfor.rules.c_ordnance.c03_to_hit.plan import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.resolution import gun_shot, told
from opfor.rules.c_ordnance.c07_resolution import report_fate
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.antitank_odds import first_shot
from opfor.rules.s_solitaire.s08_fire.attack_choice import RatedAttack
from opfor.rules.s_solitaire.s08_fire.just_activated import (
    MandatoryFirer,
    opening,
    pieces,
)
from opfor.state.events import UnitChanged, WeaponChanged, WindowChanged
from opfor.state.in_progress import (
    Move,
    Window,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Unit,
)

Mover = Literal["infantry", "vehicle"]
"""What moves, as table {x1} tells apart."""

SUBSEQUENT = 2 * MF
"""MF spent to enter a Location from which Subsequent First Fire follows (S5.3)."""


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
    if not firers or not movers or play.state.move is None:
        return
    here, there = firers[0].location, movers[0].location
    heavy = pieces(play, firers, there)
    shot = opening(play, firers, there, heavy)
    tanks = [unit for unit in firers if unit.vehicle]
    if not (shot or heavy or any(_mg(play, tank, there) for tank in tanks)):
        play.emit(Note(f"no Target for the units in {here}: they stay concealed"))
        return
    by_hand = on_table(play, "fire")
    _reveal(play, [*(_firing(shot) if shot else ()), *(one.unit for one in heavy)])
    if shot and by_hand:
        play.emit(Note(_told(shot.attack)))
        _mark(play, shot)
    elif shot:
        _fire(play, shot)
    _fire_pieces(play, heavy, there, by_hand=by_hand)
    for tank in tanks:
        _fire_mg(play, tank, there, by_hand=by_hand)
    if by_hand:
        _count_all(play, [*(shot.order.firers if shot else ()), *(p.id for p in heavy)])
        _ask_results(play, here, movers)


def _count_all(play: Play, ids: Iterable[str]) -> None:
    """What the player fires on his table has had all its shots at this Location."""
    move = play.state.move
    if move is None:
        return
    for _ in range(max(1, move.here // MF)):
        _count(play, ids, move)


def _ask_results(play: Play, here: LocationName, movers: list[Unit]) -> None:
    """What the attacks did that the player resolved on his table."""
    if play.state.move and play.state.move.here >= SUBSEQUENT:
        play.emit(Note(f"{here}: Subsequent First Fire and ROF attacks follow"))
    for unit in movers:
        if unit.id in play.state.units:
            _adjudicate(play, play.state.units[unit.id])


def _firing(shot: RatedAttack) -> list[str]:
    """The units that take part in an attack, who directs it included."""
    units = [share.unit for share in shot.attack.shares]
    return list(dict.fromkeys([*units, *shot.order.leaders]))


def _mark(play: Play, shot: RatedAttack) -> None:
    """What the player fires on his table has First Fired."""
    units = [share.unit for share in shot.attack.shares]
    for id_ in dict.fromkeys((*units, *shot.order.firers)):
        if unit := play.state.units.get(id_):
            play.emit(UnitChanged(replace(unit, fired="first"), fact("has_fired")))
        elif weapon := play.state.weapons.get(id_):
            play.emit(WeaponChanged(replace(weapon, fired="first"), fact("has_fired")))


def _fire_pieces(
    play: Play, heavy: list[MandatoryFirer], there: LocationName, *, by_hand: bool
) -> None:
    """Each fires, or the player is told of what he resolves."""
    for one in heavy:
        if by_hand:
            play.emit(Note(_told_piece(play, one, there)))
        elif play.state.move:
            (_burn if one.flames else _fire_gun)(play, one, there, play.state.move)


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
        play.emit(Note(_told_mg(play, unit, near, there)))
        return
    try:
        fire_at_once(play, Fire(near, there), [unit.id])
    except Illegal as error:
        play.emit(Note(f"the MG of {unit.id} do not fire: {error.what}"))


def _fire_gun(
    play: Play, piece: MandatoryFirer, there: LocationName, move: Move
) -> None:
    """A Gun fires, and again while it keeps its ROF, once for each MF spent there."""
    for _ in range(max(1, move.here // MF)):
        unit, weapon = (
            play.state.units.get(piece.unit),
            play.state.weapons.get(piece.id),
        )
        left = [one for one in play.state.movers() if one.location == there]
        if unit is None or not left or (weapon and weapon.fired and not weapon.rof):
            return
        if gun_shot(play, "ENEMY", first_shot(play, piece.id, there)) is None:
            return
        _count(play, (piece.id,), move)
        if weapon is None:
            return


def _burn(play: Play, piece: MandatoryFirer, there: LocationName, move: Move) -> None:
    """A FT attacks the movers, and leaves its Residual FP."""
    movers = [one for one in play.state.movers() if one.location == there]
    if not movers or piece.unit not in play.state.units:
        return
    made = plan_ft(play, "ENEMY", Fire((piece.id,), there))
    _count(play, (piece.id,), move)
    rolled = resolve(play, made)
    lay(play, trace(play, made, rolled), movers)


def _count(play: Play, ids: Iterable[str], move: Move) -> None:
    """Shots of this attack count for those of the moment that follows (A8.1)."""
    window = play.state.window or Window(side="ENEMY", mf=move.here, asked=False)
    shots = dict(window.shots)
    for id_ in ids:
        shots[id_] = shots.get(id_, 0) + 1
    play.emit(WindowChanged(replace(window, shots=shots)))


def _fire(play: Play, shot: RatedAttack) -> None:
    """All that can reach the movers fires as one group.

    What follows the attack is A8's: Residual FP, ROF and Subsequent First Fire.
    """
    units = [share.unit for share in shot.attack.shares]
    try:
        fire_at_once(play, shot.order, list(dict.fromkeys(units)))
    except Illegal as error:
        play.emit(Note(f"no attack from {shot.attack.froms[0]}: {error}"))


def _told(made: Attack) -> str:
    """What the attack is that the player resolves on his table."""
    parts = " + ".join(f"{share.name} {share.how}" for share in made.shares)
    return (
        f"{made.froms[0]} First Fires at {made.target}: {float(made.fp):g} FP "
        f"({parts}), IFT column {column(made.fp) or 'none'}, "
        f"DRM {total(made.drm):+d} ({breakdown(made.drm)})"
    )


def _told_piece(play: Play, one: MandatoryFirer, there: LocationName) -> str:
    """The shot of a Gun or a FT that he resolves there."""
    here = play.state.units[one.unit].location
    try:
        if one.flames:
            return _told(plan_ft(play, "ENEMY", Fire((one.id,), there)))
        order = first_shot(play, one.id, there)
        shot = plan_shot(play, "ENEMY", order, activated=True)
    except Illegal as bar:
        return f"{here}: {one.what} does not fire: {bar.what}"
    said = told(shot).removeprefix(f"{shot.piece.name} from {here} at {there}: ")
    return f"{here} First Fires at {there}: {one.what}, {said}"


def _told_mg(play: Play, tank: Unit, near: tuple[str, ...], at: LocationName) -> str:
    """The fire of a vehicle's MG that he resolves there."""
    try:
        return _told(plan_attack(play, "ENEMY", Fire(near, at)))
    except Illegal as bar:
        return f"the MG of {tank.id} do not fire: {bar.what}"


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
    """The DRM of an attack on what moved; FFMO and FFNAM are for moving Infantry.

    Reading: D-388 a vehicle's are the same CE and BU.
    """
    mods = target_drm(play, firer, target, move)
    if moving and mover_kind(play, move) == "infantry":
        return mods
    return [mod for mod in mods if mod.rule != "A4.6"]


def _reveal(play: Play, firers: Iterable[str]) -> None:
    for id_ in dict.fromkeys(firers):
        unit = play.state.units[id_]
        if unit.concealed:
            # It has its Action by this, and makes no Action DR (S6.12 EXC).
            fires = replace(unit, concealed=False, action=unit.action or "Fire")
            play.emit(UnitChanged(fires, "fires"))


def _adjudicate(play: Play, unit: Unit) -> None:
    """Ask what the attack did to a moving unit, and do it."""
    purpose = f"what the attack did to {unit.id}"
    if unit.vehicle:
        report_fate(play, unit.id, purpose, "ENEMY")
        return
    form = (Field("result", f"{unit.id} is", "option", fates_of(play, unit)),)
    asked = Adjudicate(purpose=purpose, side="FRIENDLY", form=form)
    suffer(play, unit, play.ask(asked)["result"])
