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
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import bears, readied
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import range_factor
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.a07_52_drm import column, target_drm
from opfor.rules.a_infantry.a07_fire.attack import HAS_FT, Attack, possesses_ft
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import fire_at_once, trace
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import lay
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import plan_ft
from opfor.rules.a_infantry.on_table import fates_of, on_table, suffer
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import (
    gun_shot,
    shot_numbers,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import report_fate
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s05_activation.s05_3_ordnance_first_shot import first_shot
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p5_just_activated import (
    MandatoryFirer,
    opening,
    pieces,
)
from opfor.state.events import UnitChanged, WeaponChanged, WindowChanged
from opfor.state.in_progress import Move, Window
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit

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
    movers = [unit for unit in play.state.movers() if unit.good_order_or_berserk]
    if not firers or not movers or play.state.move is None:
        return
    # S5.3: what can fire at the movers, small arms, Guns and vehicles
    here, there = firers[0].location, movers[0].location
    heavy = pieces(play, firers, there)
    shot = opening(play, firers, there, heavy)
    tanks = [unit for unit in firers if unit.vehicle]
    # S5.3 EXC: who has no Target stays concealed
    if not (shot or heavy or any(_mg(play, tank, there) for tank in tanks)):
        play.emit(Note(fact("no_target_for_the_units_in", where=here)))
        return
    by_hand = on_table(play, "fire")
    # S5.3: who fires loses concealment, without an Action DR
    _reveal(play, [*(_firing(shot) if shot else ()), *(one.unit for one in heavy)])
    # A8.1: small arms as one Fire Group
    if shot and by_hand:
        play.emit(Note(attack_by_hand(shot.attack)))
        _mark(play, shot)
    elif shot:
        _fire(play, shot)
    # C3: each Gun and MA by a shot of its own, a FT on the IFT
    _fire_pieces(play, heavy, there, by_hand=by_hand)
    # D3.5: the MG of a vehicle after its MA
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
        play.emit(Note(fact("further_attacks_follow", where=here)))
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
            play.emit(Note(piece_by_hand(play, one, there)))
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
        play.emit(Note(mg_by_hand(play, unit, near, there)))
        return
    try:
        fire_at_once(play, Fire(near, there), [unit.id])
    except Illegal as error:
        play.emit(Note(fact("mg_do_not_fire", vehicle=unit.id, bar=error.what)))


def _fire_gun(
    play: Play, piece: MandatoryFirer, there: LocationName, move: Move
) -> None:
    """A Gun fires, and again while it keeps its ROF, once for each MF spent there.

    Not again once the movers have lost Good Order; at a berserk one until it is gone.
    """
    # S5.3: one shot for each MF spent there, while ROF lasts
    for shot in range(max(1, move.here // MF)):
        unit, weapon = (
            play.state.units.get(piece.unit),
            play.state.weapons.get(piece.id),
        )
        left = [one for one in play.state.movers() if one.location == there]
        if unit is None or not left or (weapon and weapon.fired and not weapon.rof):
            return
        if shot and not any(one.good_order_or_berserk for one in left):
            return
        if gun_shot(play, "ENEMY", first_shot(play, piece.id, there)) is None:
            return
        _count(play, (piece.id,), move)
        if weapon is None:
            return


def _burn(play: Play, piece: MandatoryFirer, there: LocationName, move: Move) -> None:
    """A FT attacks the movers, and leaves its Residual FP.

    Not if its unit has cowered with its own FP: its SW have fired with it (A7.9).
    """
    movers = [one for one in play.state.movers() if one.location == there]
    unit = play.state.units.get(piece.unit)
    if not movers or unit is None:
        return
    # A22: its attack on the IFT
    try:
        made = plan_ft(play, "ENEMY", Fire((piece.id,), there))
    except Illegal as error:
        bar = fact(
            "piece_does_not_fire", where=unit.location, piece=piece.what, bar=error.what
        )
        play.emit(Note(bar))
        return
    _count(play, (piece.id,), move)
    rolled = resolve(play, made)
    # A8.2: its Residual FP
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
        where = shot.attack.froms[0]
        play.emit(Note(fact("no_attack_from", where=where, bar=str(error))))


def attack_by_hand(made: Attack) -> Fact:
    """What the attack is that the player resolves on his table."""
    parts = [fact("fp_part", name=share.name, how=share.how) for share in made.shares]
    return fact(
        "first_fires",
        where=made.froms[0],
        at=made.target,
        fp=f"{float(made.fp):g}",
        parts=parts,
        column=str(column(made.fp) or "none"),
        drm=fact("drm", sum=total(made.drm), mods=breakdown(made.drm)),
    )


def piece_by_hand(play: Play, one: MandatoryFirer, there: LocationName) -> Fact:
    """The shot of a Gun or a FT that he resolves there."""
    here = play.state.units[one.unit].location
    try:
        if one.flames:
            return attack_by_hand(plan_ft(play, "ENEMY", Fire((one.id,), there)))
        order = first_shot(play, one.id, there)
        shot = plan_shot(play, "ENEMY", order, activated=True)
    except Illegal as bar:
        return fact("piece_does_not_fire", where=here, piece=one.what, bar=bar.what)
    how = shot_numbers(shot)
    return fact("piece_first_fires", where=here, at=there, piece=one.what, shot=how)


def mg_by_hand(play: Play, tank: Unit, near: tuple[str, ...], at: LocationName) -> Fact:
    """The fire of a vehicle's MG that he resolves there."""
    try:
        return attack_by_hand(plan_attack(play, "ENEMY", Fire(near, at)))
    except Illegal as bar:
        return fact("mg_do_not_fire", vehicle=tank.id, bar=bar.what)


def mover_kind(play: Play, move: Move) -> Mover:
    """The rows of {x1} for what moves: vehicles have their own."""
    units = _movers(play, move)
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

    Of several the lowest that one meets: -1 if one on foot has a FT (A22.4).
    Reading: D-388 a vehicle's are the same CE and BU.
    """
    mods = target_drm(play, firer, target, move)
    foot = [u for u in _movers(play, move) if not (u.vehicle or u.aboard)]
    # S5.31: who has lost Good Order on the move brings no S? to life
    able = [unit for unit in foot if unit.good_order_or_berserk or not moving]
    if any(possesses_ft(play, unit) for unit in able):
        mods.append(HAS_FT)
    if moving and mover_kind(play, move) == "infantry":
        return mods
    return [mod for mod in mods if mod.rule != "A4.6"]


def _movers(play: Play, move: Move) -> list[Unit]:
    return [play.state.units[id_] for id_ in move.units if id_ in play.state.units]


def _reveal(play: Play, firers: Iterable[str]) -> None:
    for id_ in dict.fromkeys(firers):
        unit = play.state.units[id_]
        if unit.concealed:
            # It has its Action by this, and makes no Action DR (S6.12 EXC).
            fires = replace(unit, concealed=False, action=unit.action or "Fire")
            play.emit(UnitChanged(fires, fact("fires")))


def _adjudicate(play: Play, unit: Unit) -> None:
    """Ask what the attack did to a moving unit, and do it."""
    purpose = f"what the attack did to {unit.id}"
    if unit.vehicle:
        report_fate(play, unit.id, purpose, "ENEMY")
        return
    form = (Field("result", f"{unit.id} is", "option", fates_of(play, unit)),)
    asked = Adjudicate(purpose=purpose, side="FRIENDLY", form=form)
    suffer(play, unit, play.ask(asked)["result"])
