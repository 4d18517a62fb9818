"""C7: what a shot at a vehicle may come to: over every To Hit and To Kill DR."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from msgspec import Struct

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c03_to_hit.c03_8_multiple_hits import to_kill_drs
from opfor.rules.c_ordnance.c03_to_hit.c03_9_hit_location import hits_turret
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit, Verdict
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import (
    effective,
    needs_dr,
    verdicts,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate, Kill, to_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import kill_odds
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import (
    HARM,
    hit_on,
    tracks,
    worst_of,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.rules.d_vehicles.d04_hull_down import hull_down
from opfor.state.play import GameView
from opfor.state.units import Unit

SIXTH = Fraction(1, 6)


class VehicleOdds(Struct, frozen=True, kw_only=True):
    """What a shot at a vehicle may come to.

    Args:
        places: the chance to hit each part of it that can be hit: turret, hull.
        kills: the To Kill attempt of a plain hit on each part and Target Facing.
        fates: the chance of each fate, a miss as `none`; they sum up to 1.
    """

    places: Mapping[str, Fraction]
    kills: Mapping[tuple[str, Facing], Kill]
    fates: Mapping[Fate, Fraction]


class _Strike(Struct, frozen=True):
    """One way to hit: where, how hard, and its chance."""

    turret: bool
    side: Facing
    critical: bool
    times: int
    chance: Fraction


def vehicle_odds(view: GameView, shot: ToHit) -> VehicleOdds:
    """The exact chances of a shot by the Vehicle Target Type (C3.31, C7.7).

    The dr for an Original 2 and for the facing within a hex are counted too; what a
    hit does to the crew or to Riders beside is not.
    """
    unit = view.state.units[shot.at]
    places: dict[str, Fraction] = {}
    kills: dict[tuple[str, Facing], Kill] = {}
    fates = dict.fromkeys(HARM, Fraction(0))
    for strike in _strikes(view, shot, unit):
        where = "turret" if strike.turret else "hull"
        places[where] = places.get(where, Fraction(0)) + strike.chance
        hit = hit_on(
            view, shot, strike.side, turret=strike.turret, critical=strike.critical
        )
        kill = to_kill(view, hit, unit)
        if not strike.critical:
            kills[where, strike.side] = kill
        for fate, chance in _fates(view, shot, kill, times=strike.times).items():
            fates[fate] += strike.chance * chance
    fates["none"] += 1 - sum(places.values(), Fraction(0))
    return VehicleOdds(places=places, kills=kills, fates=fates)


def _strikes(view: GameView, shot: ToHit, unit: Unit) -> Iterator[_Strike]:
    hidden = hull_down(view, unit, shot.start)
    for dice, verdict, chance in _hits(shot):
        turret = hits_turret(dice, verdict) and not tracks(shot)
        if hidden and not turret:
            continue
        for side, share in _sides(view, shot, unit, turret=turret).items():
            deadly = verdict == "critical"
            times = to_kill_drs(shot, dice)
            yield _Strike(turret, side, deadly, times, chance * share)


def _hits(shot: ToHit) -> Iterator[tuple[DR, Verdict, Fraction]]:
    """The To Hit DR that hit, with the dr of an Original 2, and the chance of each."""
    for dice in ROLLS:
        if not effective(shot, dice):
            continue
        extras = range(1, 7) if needs_dr(shot, dice) else (0,)
        for extra in extras:
            verdict = verdicts(shot, dice, extra)[shot.at]
            if verdict != "miss":
                yield dice, verdict, Fraction(1, 36 * len(extras))


def _sides(
    view: GameView, shot: ToHit, unit: Unit, *, turret: bool
) -> Mapping[Facing, Fraction]:
    """The Target Facing; within a hex each by its share of a dr (C3.91)."""
    if view.world.range(shot.start, shot.target):
        return {facing(view, unit, shot.start, turret=turret): Fraction(1)}
    found: dict[Facing, Fraction] = {}
    table = view.world.enemy.table("C7-facing")
    for dr in range(1, 7):
        side: Facing = table.look_up(dr).result
        found[side] = found.get(side, Fraction(0)) + SIXTH
    return found


def _fates(
    view: GameView, shot: ToHit, kill: Kill, *, times: int
) -> Mapping[Fate, Fraction]:
    """What the To Kill DR of a hit do, one or several."""
    if not kill.possible:
        return {"none": Fraction(1)}
    once = kill_odds(view, kill)
    found = dict.fromkeys(HARM, Fraction(0))
    for pair in product(once.items(), repeat=times):
        chance = Fraction(1)
        for _, share in pair:
            chance *= share
        found[worst_of(shot, [fate for fate, _ in pair])] += chance
    return found
