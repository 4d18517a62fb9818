"""C3, C7: the exact chances of a whole shot, from its To Hit DR to what it does.

Every To Hit DR with the dr that a 2 may need, and every Effects DR of HE, Multiple Hits
and CH among them; of a shot at a vehicle what `to_kill_odds` counts. A PF is taken to
be at hand. What a fate brings after it (a crew's checks) is not counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import DR
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_3_odds import ONE, OUTCOMES, Outcome, odds
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import fate_on_ift
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.c_ordnance.c03_to_hit.c03_8_multiple_hits import twice
from opfor.rules.c_ordnance.c03_to_hit.c03_74_hits import (
    critical_attack,
    hit_attack,
    in_area,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit, Verdict
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import (
    effective,
    needs_dr,
    verdicts,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate
from opfor.rules.c_ordnance.c07_to_kill.to_kill_odds import vehicle_odds
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import HARM
from opfor.state.play import GameView

FACES = range(1, 7)


class ShotOdds(Struct, frozen=True):
    """The chances of a shot.

    Args:
        units: for each target that is no vehicle how likely each outcome is.
        vehicles: for each vehicle how likely each fate is.
    """

    units: Mapping[str, Mapping[Outcome, Fraction]]
    vehicles: Mapping[str, Mapping[Fate, Fraction]]


class HitCase(NamedTuple):
    """One way in which the dice of a To Hit DR may fall, and its chance."""

    dice: DR
    said: Mapping[str, Verdict]
    chance: Fraction


def ways(shot: ToHit) -> Iterator[HitCase]:
    """Each way in which the shot is fired; those in which it fails are left out."""
    for dice in filter(lambda dice: effective(shot, dice), ROLLS):
        extras: Sequence[int] = FACES if needs_dr(shot, dice) else (0,)
        chance = Fraction(1, len(ROLLS) * len(extras))
        for extra in extras:
            yield HitCase(dice, verdicts(shot, dice, extra), chance)


@rule("C3.3/odds", "Chances of a shot", cites=("C3.4", "C3.8", "C3.74", "C7.7"))
def shot_odds(view: GameView, shot: ToHit) -> ShotOdds:
    """What a shot does to each of its targets, as exact fractions.

    Of a S? in the Location nothing is said; nor of leaders whom a CH parts from those
    who check their morale.
    """
    if shot.at:
        return ShotOdds({}, {shot.at: vehicle_odds(view, shot).fates})
    if shot.smoke:
        return ShotOdds({}, {})
    return _at_location(view, shot)


# -- a Location --------------------------------------------------------------------


class HitTargets(NamedTuple):
    """Who suffers a hit, who a CH, and whether it is a Multiple Hit."""

    hits: tuple[str, ...]
    critical: tuple[str, ...]
    twice: bool


def _at_location(view: GameView, shot: ToHit) -> ShotOdds:
    ids = in_area(view, shot) if shot.type == "area" else [a.id for a in shot.aims]
    there = [view.state.units[id_] for id_ in ids if id_]
    units = {u.id: dict.fromkeys(OUTCOMES, Fraction(0)) for u in there if not u.vehicle}
    cars = {u.id: dict.fromkeys(HARM, Fraction(0)) for u in there if u.vehicle}
    for struck, chance in _struck(shot, ids).items():
        for made in _attacks(view, shot, struck):
            for id_, outcomes in odds(view, made).units.items():
                deadly = id_ in struck.critical and _mans_gun(view, id_)
                for outcome, share in outcomes.items():
                    end: Outcome = "eliminated" if deadly else outcome
                    units[id_][end] += share * chance
            for unit in attacked_units(view, made):
                if unit.vehicle:
                    for dice in ROLLS:
                        fate = fate_on_ift(view, made, unit, dice)
                        cars[unit.id][fate] += chance / len(ROLLS)
    for outcomes in units.values():
        outcomes["unhurt"] += ONE - sum(outcomes.values())
    for fates in cars.values():
        fates["none"] += ONE - sum(fates.values())
    return ShotOdds(units, cars)


def _mans_gun(view: GameView, id_: str) -> bool:
    """Whether a CH, which destroys his Gun, takes him with it (C3.74)."""
    return any(weapon.gun is not None for weapon in view.state.weapons_of(id_))


def _struck(shot: ToHit, ids: Sequence[str]) -> Mapping[HitTargets, Fraction]:
    """Who is hit how, over all To Hit DR and the Random Selection of a CH."""
    found: dict[HitTargets, Fraction] = {}
    for way in ways(shot):
        for struck, share in _chosen(shot, way, ids):
            if struck.hits or struck.critical:
                found[struck] = found.get(struck, Fraction(0)) + share * way.chance
    return found


def _chosen(
    shot: ToHit, way: HitCase, ids: Sequence[str]
) -> Iterator[tuple[HitTargets, Fraction]]:
    two = twice(shot, way.dice)
    if shot.type == "area":
        what = way.said[""]
        hit, dead = what == "hit", what == "critical"
        yield (
            HitTargets(tuple(ids) if hit else (), tuple(ids) if dead else (), two),
            ONE,
        )
        return
    hits = [id_ for id_, what in way.said.items() if what == "hit" and id_]
    dead_ = [id_ for id_, what in way.said.items() if what == "critical" and id_]
    if not dead_:
        yield HitTargets(tuple(hits), (), two), ONE
    for number in range(1, len(dead_) + 1):
        share = all_highest(number, len(dead_))
        for chosen in combinations(dead_, number):
            others = tuple(id_ for id_ in dead_ if id_ not in chosen)
            yield HitTargets((*hits, *others), chosen, two), share


def all_highest(number: int, of: int) -> Fraction:
    """The chance that just these, of some, tie for the highest dr."""
    return sum(
        (Fraction((die - 1) ** (of - number), len(FACES) ** of) for die in FACES),
        Fraction(0),
    )


def _attacks(view: GameView, shot: ToHit, struck: HitTargets) -> Iterator[Attack]:
    """The attacks on the IFT that follow, each with the chances of its own DR."""
    if struck.hits:
        yield replace(hit_attack(view, shot, struck.hits), twice=struck.twice)
    if struck.critical:
        yield replace(critical_attack(view, shot, struck.critical), twice=struck.twice)
