"""An attack that the ENEMY could make, with its chances."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import Share
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a08_first_fire.offers import check_first_fire
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import is_ft, plan_ft
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import is_thrown
from opfor.rules.c_ordnance.c02_ordnance.c02_29_ife import is_ife, plan_ife
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit, plan_shot
from opfor.rules.c_ordnance.c03_to_hit.c03_74_hits import (
    critical_attack,
    hit_attack,
    in_area,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import reading
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms.s01_terms import chance_and_effect
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p3_kill_chance import chances, not_chosen
from opfor.rules.s_solitaire.s08_fire.s08_p9_charge_and_throw import worth_throwing
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit

GOOD, FAIR = Fraction(5, 12), Fraction(1, 4)
"""A separate attack that needs no FG; what a leader mans a MG alone for."""


def things_of(view: GameView, units: Iterable[Unit]) -> tuple[str, ...]:
    """The ids of some units and of the Weapons that they possess."""
    found: list[str] = []
    for unit in units:
        found += [unit.id, *(weapon.id for weapon in view.state.weapons_of(unit.id))]
    return tuple(found)


def owner_of(view: GameView, thing: str) -> Unit | None:
    """The unit that a thing is, or that possesses it."""
    weapon = view.state.weapons.get(thing)
    return view.state.units.get(weapon.owner if weapon else thing)


def place_of(view: GameView, things: Sequence[str]) -> LocationName:
    """The Location of some things, which are all in one."""
    owner = owner_of(view, things[0])
    assert owner is not None  # noqa: S101 - things are manned
    return owner.location


ON_THE_IFT = ((is_ft, plan_ft), (is_ife, plan_ife))
"""Attacks by one Weapon that need no To Hit DR: which order is one, and its plan."""


def planned(view: GameView, order: Fire) -> RatedAttack | None:
    """An attack with its chances; None if a rule forbids it."""
    # Who fires alone is looked at by himself, and as what his Location could fire.
    key = "planned", order
    return view.world.once(view.state, key, lambda: _planned(view, order))


def _planned(view: GameView, order: Fire) -> RatedAttack | None:
    try:
        if order.at:
            return _at_vehicle(view, order)
        if is_to_hit(view, order):
            return _shot(view, order)
        for named, plan in ON_THE_IFT:
            if named(view, order):
                return _rated(view, order, plan(view, "ENEMY", order))
        if is_thrown(view, order):
            thrown = worth_throwing(view, order)
            return _rated(view, order, thrown) if thrown else None
        if view.state.window and view.state.window.asked:
            attack = check_first_fire(view, "ENEMY", order)
        else:
            attack = plan_attack(view, "ENEMY", order)
    except Illegal:
        return None
    return _rated(view, order, attack)


def _shot(view: GameView, order: Fire) -> RatedAttack | None:
    """A shot of ordnance: the chance of a hit times that of its HE (S8.p3).

    No Intensive Fire that the ENEMY need not use (S8.p9), and only HE. Where
    nothing but a CH could do anything, the chance of that.
    Reading: D-855.
    """
    shot = plan_shot(view, "ENEMY", order)
    if not_chosen(view, shot) or not shot.fp:
        return None
    # S8.p2: nobody whom it can hit, as in a Location with vehicles alone (D-341)
    area = shot.type == "area"
    there = in_area(view, shot) if area else [aim.id for aim in shot.aims if aim.id]
    if not there:
        return None
    odds = to_hit_odds(shot)
    hit = max(odds.hit.values(), default=Fraction(0))
    # C3.4, D-140: only with the Area Target Type TEM and movement count for it
    made = hit_attack(view, shot, there)
    share = Share(shot.unit, shot.piece.name, shot.fp, "HE", order.firers[0])
    attack = replace(made, froms=(shot.start,), shares=(share,))
    easiest = min(reading(shot, aim).drm for aim in shot.all_aims)
    rated = replace(_rated(view, order, attack, hit=hit), to_hit=easiest)
    deadly = max(odds.critical.values(), default=Fraction(0))
    if rated.effect or not deadly:
        return rated
    # S8.p2: a CH is an effect, too (C3.74)
    best = _rated(view, order, critical_attack(view, shot, there), hit=deadly)
    return replace(rated, chance=best.chance, effect=best.effect)


def _at_vehicle(view: GameView, order: Fire) -> RatedAttack | None:
    """A shot at a vehicle: the chance to eliminate it stands for the p(NMC+)."""
    found = chances(view, order)
    return RatedAttack(order, found.attack, found.kill, found.effect) if found else None


def _rated(
    view: GameView, order: Fire, attack: Attack, *, hit: Fraction = Fraction(1)
) -> RatedAttack:
    """An attack with its chances, times that of a hit."""
    chance, effect = chance_and_effect(view, attack)
    return RatedAttack(order, attack, hit * chance, hit * effect)


def by_itself(view: GameView, thing: str) -> bool:
    """Whether a thing fires by itself: ordnance, FT and DC; it fires first (S8.p4)."""
    order = Fire((thing,), OFFBOARD)
    return is_to_hit(view, order) or is_ft(view, order) or is_thrown(view, order)


def apart(view: GameView, things: Sequence[str]) -> list[tuple[str, ...]]:
    """Things of one Location by who may fire together: each vehicle apart (D-311)."""
    found: dict[str, list[str]] = {}
    for thing in things:
        owner = owner_of(view, thing)
        if owner is not None:
            found.setdefault(owner.id if owner.vehicle else "", []).append(thing)
    return [tuple(part) for part in found.values()]


def still_there(view: GameView, ids: Iterable[str]) -> list[Unit]:
    """The units of these that are on the map."""
    found = (view.state.units.get(id_) for id_ in ids)
    return [unit for unit in found if unit is not None and unit.location]
