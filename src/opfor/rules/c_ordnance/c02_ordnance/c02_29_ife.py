"""C2.29: ordnance that fires on the IFT by its Infantry Firepower Equivalent."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.dice import Rolled
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import enemy_locations
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import (
    Share,
    area_factors,
    share_of,
)
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import (
    check_harm,
    with_those_aboard,
)
from opfor.rules.a_infantry.a07_fire.attack import Attack, Participant, fp_attack
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a09_machine_guns.a09_2_multiple_rof import rof_of
from opfor.rules.a_infantry.a09_machine_guns.a09_7_malfunction import breakdown_of
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import after_fire, lose_by
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import moving_in
from opfor.rules.a_infantry.a24_smoke.a24_8_fire_out_of_smoke import out_of_smoke
from opfor.rules.c_ordnance.c02_ordnance.c02_2_b1_rate_of_fire import moment
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import GunTurn, spine_name
from opfor.rules.c_ordnance.c03_to_hit.c03_22_field_of_fire import (
    check_sight,
    check_target,
    turn_for,
)
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned, read_firer
from opfor.rules.c_ordnance.c05_firer_drm import Firing, turning
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import lose_aim
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import own_move, standing_of
from opfor.state.counters import SupportWeapon
from opfor.state.events import WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit, Weapon

REACH = 16
"""The range of IFE; it has no Long Range."""

OWN_B = re.compile(r"IFE ?=? ?B(\d+)")
"""The B# that a counter has for its IFE alone."""


def is_ife(_look: GameView, order: Fire) -> bool:
    """Whether an order is to fire by IFE."""
    return order.ammo == "IFE"


@rule("C2.29", "IFE", cites=("A7.21", "A7.23", "A7.24", "A9.2", "C5.1", "C6.5"))
def plan_ife(view: GameView, side: Side, order: Fire) -> Attack:
    """An attack on the IFT by the FP printed behind the calibre, as of small arms.

    PBF, TPBF, Area Fire and the AFPh change its FP; it keeps its ROF and fails by its
    B#. Case A counts for a change of CA. It fires by itself and is not directed, does
    not cower, and has no Intensive Fire.
    Reading: D-358.

    Errors:
        Illegal: it may not fire so.
    """
    if order.leaders or order.second or order.at or order.area or order.spotter:
        raise Illegal("C2.29", "IFE is fired plainly, and is not directed")
    manned = read_firer(view, side, order)
    unit, piece, weapon = manned
    if weapon is None or not piece.ife:
        raise Illegal("C2.29", f"{piece.name} has no IFE")
    # C2.2/b1: when it fires, and how often
    when = moment(view, manned)
    if when.intensive:
        raise Illegal("C2.29", "IFE is no Intensive Fire")
    # A6.7, C3.22: LOS, and its CA
    check_sight(view, manned, order)
    check_target(view, side, order.target)
    turn = turn_for(view, manned, order.target)
    targets = () if own_move(view, unit) else moving_in(view, order.target)
    check_harm(view, side, order.target, with_those_aboard(view, targets))
    # A7.21, A7.23, A7.24: its FP
    share = _share(view, manned, order.target)
    arm = _arm(view, unit, weapon, piece)
    return replace(
        fp_attack(
            view,
            side,
            order.target,
            share.fp,
            source="fire",
            mods=_mods(view, manned, order.target, turn),
            froms=(unit.location,),
            move=view.state.move if targets else None,
            targets=with_those_aboard(view, targets),
        ),
        arms=(replace(arm, mark=when.mark, rof=arm.rof if when.rof else 0),),
        shares=(share,),
    )


def _share(view: GameView, manned: Manned, target: LocationName) -> Share:
    """What it adds: its FP as those of a MG without Long Range."""
    unit, piece, weapon = manned
    factors = SupportWeapon(
        name=f"{piece.name} IFE",
        nation=piece.nation,
        kind="MG",
        fp=piece.ife,
        range=REACH,
        long_range=False,
    )
    firer = Firer(unit, factors, weapon)
    found = share_of(
        view,
        firer,
        target,
        (*standing_of(view, firer).factors, *area_factors(view, firer)),
    )
    if found is None:
        raise Illegal("C2.29", f"IFE reaches {REACH} hexes")
    return found


def _arm(view: GameView, unit: Unit, weapon: Weapon, piece: Ordnance) -> Participant:
    down, removal = breakdown_of(view, unit, weapon)
    own = OWN_B.search(getattr(view.world.counter(weapon.counter), "special", ""))
    if own:
        down -= piece.breakdown - int(own[1])
    return Participant(weapon.id, "", rof_of(view, unit, weapon), down, removal)


def _mods(
    view: GameView, manned: Manned, target: LocationName, turn: GunTurn
) -> list[Mod]:
    """CX, SMOKE around the firer, and Case A."""
    unit, piece, weapon = manned
    firing = Firing(view, unit, piece, weapon, target, spines=turn.spines)
    found = [Mod("CX", 1, "A4.51")] if unit.cx else []
    case_a = turning(firing)
    return [*found, *out_of_smoke(view, unit.location), *([case_a] if case_a else [])]


@rule("C2.29/turn", "What IFE costs a Gun", cites=("C2.29", "C3.22", "A12.121"))
def bring_to_bear(play: Play, made: Attack) -> Attack:
    """It turns to its target, and loses what it had acquired."""
    weapon = play.state.weapons[made.arms[0].id]
    # C6.5/loss: IFE acquires nothing
    lose_aim(play, [weapon.owner])
    weapon, unit = play.state.weapons[weapon.id], play.state.units[weapon.owner]
    # C3.22: a Gun turns to what it fires at
    order = Fire((weapon.id,), made.target, ammo="IFE")
    turn = turn_for(play, read_firer(play, made.side, order), made.target)
    if weapon.gun is not None and turn.spines:
        turned = replace(weapon, gun=replace(weapon.gun, ca=turn.ca))
        ahead = spine_name(play.world, unit.location, turn.ca)
        play.emit(WeaponChanged(turned, fact("turns_its_ca_to", to=ahead)))
        lose_by(play, unit.id, "changes CA")
    return made


def show(play: Play, made: Attack, _rolled: Rolled | None) -> None:
    """Its crew is seen, whatever the dice (A12.121, code G)."""
    after_fire(play, [made.arms[0].id], coloured=6)


def ife_offers(view: GameView, side: Side) -> Iterator[Offer]:
    """The attacks that IFE of a side can make at enemies."""
    for weapon in view.state.weapons.values():
        unit = view.state.units.get(weapon.owner)
        if unit is None or unit.side != side:
            continue
        if not getattr(view.world.counter(weapon.counter), "ife", 0):
            continue
        for target in enemy_locations(view, side):
            order = Fire((weapon.id,), target, ammo="IFE")
            try:
                made = plan_ife(view, side, order)
            except Illegal:
                continue
            label = f"IFE of {unit.id} at {target} ({float(made.fp):g} FP)"
            yield Offer(order, label, (target, unit.location))
