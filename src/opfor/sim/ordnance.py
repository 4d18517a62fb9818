"""Which shots of Guns, Main Armament and A-T weapons are worth their while.

A shot at a vehicle is worth what its To Hit and To Kill numbers make of it, one at
Infantry what its FP do on the IFT. Only ammunition that the crew would take is tried.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import total
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import ON_THE_IFT
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import column_of
from opfor.rules.a_infantry.a07_fire.a07_ift import read_ift
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import target_of_window
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance, reaches
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned
from opfor.rules.c_ordnance.c03_to_hit.offers import FIRST_PF, PF_REACH, ready
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS
from opfor.rules.c_ordnance.c03_to_hit.to_hit_reading import ToHitReading
from opfor.rules.c_ordnance.c04_to_hit_numbers import to_hit_number
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Hit, to_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import kill_odds
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import carried, fp_of, load
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing, afv, state_of
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.sim.judgement import Assessment
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

AFV, SOFT = 2.5, 1.0
"""What a vehicle is worth, in squads: with armor, and without."""

HARM = {
    "burn": 1.0,
    "eliminated": 1.0,
    "shock": 0.6,
    "immobilized": 0.4,
    "stun": 0.4,
    "possible shock": 0.2,
}
"""What becomes of a vehicle, as a share of it."""

TURRET = 15 / 36
"""How often a hit is on the turret (C3.9)."""

PIERCING: tuple[Ammo, ...] = ("APDS", "APCR", "AP", "HEAT", "HE")
"""Ammunition against vehicles, the first that can harm the target is taken."""

BROKEN = 0.3
"""What a shot at broken units alone counts for."""

BOUNDING = 0.3
"""The worth from which on a shot is made in the own MPh."""

LITTLE = 0.01
"""The worth without which nothing is fired, whatever happens."""

INTENSIVE = 5 / 12
"""The worth from which on a Gun is strained by Intensive Fire."""

NEVER = 13
"""The Original DR from which on something fails that does not fail."""


class _Try(NamedTuple):
    """A shot that could be made, and the most that it may be worth."""

    most: float
    order: Fire


def best(
    judge: Assessment, *, least: float, only: Iterable[Unit] | None = None
) -> Fire | None:
    """The shot that is worth most, if it is worth enough; of some units alone.

    Those that may be worth most are planned first, and no more than need be.
    """
    tries = list(enumerate(_tries(judge, only)))
    tries.sort(key=lambda each: -each[1].most)
    found, worth, first = None, max(least, LITTLE), len(tries)
    for nth, (most, order) in tries:
        if most < worth:
            break
        here = shot_worth(judge, order)
        # Of shots as good as each other the first one is taken.
        if here > worth or (here == worth and nth < first):
            found, worth, first = order, here, nth
    return found


def _tries(judge: Assessment, only: Iterable[Unit] | None) -> Iterator[_Try]:
    """One shot of each piece at each target, and of PF at what is near."""
    view = judge.view
    there = {at: _targets(judge, at) for at in _places(judge)}
    ids = None if only is None else {unit.id for unit in only}
    for manned in ready(view, judge.side):
        start = manned.unit.location
        if not start or (ids is not None and manned.unit.id not in ids):
            continue
        for at, targets in there.items():
            if reaches(view, manned.piece, manned.unit, at) and (
                start == at or sees(view, start, at)
            ):
                yield from _at(view, manned, at, targets)
    if ids is None and view.world.date >= FIRST_PF:
        yield from _fists(judge, there)


def _places(judge: Assessment) -> list[LocationName]:
    state = judge.view.state
    if state.window and state.window.asked:
        moving = target_of_window(judge.view)
        return [moving] if moving else []
    return sorted(judge.known_enemies)


def _targets(judge: Assessment, at: LocationName) -> list[Unit]:
    """Enemies there that are seen; of a window those that move."""
    state = judge.view.state
    there = [u for u in state.units_at(at) if u.side != judge.side and not u.hidden]
    if state.window and state.window.asked and state.move is not None:
        return [unit for unit in there if unit.id in state.move.units]
    return there


def _at(
    view: GameView, manned: Manned, at: LocationName, there: Iterable[Unit]
) -> Iterator[_Try]:
    unit, piece, weapon = manned
    assert weapon is not None  # noqa: S101 - what is ready is on the map
    for aimed in there:
        if aimed.vehicle is not None and piece.kind != "MTR":
            ammo, most = _piercing(view, piece, weapon, unit, aimed)
            if most > 0:
                yield _Try(most, Fire((weapon.id,), at, ammo=ammo, at=aimed.id))
    if piece.kind not in ON_THE_IFT and any(u.vehicle is None for u in there):
        yield _Try(_most_at_men(view, manned), Fire((weapon.id,), at))


def _piercing(
    view: GameView, piece: Ordnance, weapon: Weapon, unit: Unit, aimed: Unit
) -> tuple[Ammo | Literal[""], float]:
    """The ammunition that harms a vehicle most, and what a hit by it is worth."""
    hexes = view.world.range(unit.location, aimed.location)
    side = facing(view, aimed, unit.location, turret=False) if hexes else "side"
    worth: dict[Ammo | Literal[""], float] = {
        a: damage(view, replace(_hit(piece, hexes, side), ammo=a), aimed)
        for a in PIERCING
        if a in carried(piece) and a not in weapon.depleted
    }
    return max(worth.items(), key=lambda each: each[1], default=("", 0.0))


def _most_at_men(view: GameView, manned: Manned) -> float:
    """What a sure hit on Infantry in Good Order is worth."""
    _, piece, weapon = manned
    try:
        ammo = load(piece, weapon, "")
    except Illegal:
        return 0.0
    kind = "area" if piece.kind == "MTR" else "infantry"
    return _checks(view, int(fp_of(view, piece, ammo, kind)))


def _hit(piece: Ordnance, hexes: int, side: Facing) -> Hit:
    return Hit(piece=piece, ammo="AP", hexes=hexes, side=side)


def _fists(
    judge: Assessment, there: Mapping[LocationName, Iterable[Unit]]
) -> Iterator[_Try]:
    """PF at vehicles within three hexes."""
    view, state = judge.view, judge.view.state
    tanks = [u for units in there.values() for u in units if u.vehicle]
    for tank in tanks:
        for unit in state.units.values():
            if unit.side != judge.side or not unit.location or unit.fired:
                continue
            if view.world.range(unit.location, tank.location) > PF_REACH:
                continue
            if unit.good_order and mmc(view, unit) is not None:
                yield _Try(AFV, Fire((unit.id,), tank.location, ammo="PF", at=tank.id))


# -- worth -------------------------------------------------------------------------


def shot_worth(judge: Assessment, order: Fire) -> float:
    """What a shot should cost the enemy, in squads; 0 if it may not be fired."""
    try:
        shot = plan_shot(judge.view, judge.side, order)
    except Illegal:
        return 0.0
    found = _at_vehicle(judge.view, shot) if shot.at else _at_men(judge, shot)
    return 0.0 if shot.intensive and found < INTENSIVE else found


def _chance(shot: ToHit, extra: int) -> float:
    needed = shot.number - total(shot.mods) - extra
    return _hits(needed, shot.fails, unsteady=shot.unsteady)


@lru_cache(1024)
def _hits(needed: int, fails: int, *, unsteady: bool) -> float:
    """The chance of a DR of no more than a number, which does not fail.

    An Improbable Hit and a lack of shells are not counted.
    """
    read = ToHitReading(needed, 0, infantry=False, unsteady=unsteady)
    return sum(a.total < fails and not read.missed(a) for a in ROLLS) / 36


def _at_vehicle(view: GameView, shot: ToHit) -> float:
    unit = view.state.units[shot.at]
    hexes = view.world.range(shot.start, shot.target)
    side: Facing = facing(view, unit, shot.start, turret=False) if hexes else "side"
    hit = replace(_hit(shot.piece, hexes, side), ammo=shot.ammo)
    return _chance(shot, total(shot.aims[0].mods)) * damage(view, hit, unit)


def damage(view: GameView, hit: Hit, unit: Unit) -> float:
    """What a hit on a vehicle should cost its side, in squads."""
    hidden = bool(state_of(unit).hull_down)
    key = hit.piece.name, hit.piece.nation, hit.ammo, hit.hexes, hit.side
    kept: dict[object, float] = view.world.lasting("damage by hits", None, dict)
    worth = kept.get((key, unit.counter, hidden))
    if worth is None:
        whole = AFV if afv(view, unit) else SOFT
        turret = _severity(view, replace(hit, turret=True), unit)
        hull = 0.0 if hidden else _severity(view, hit, unit)
        worth = whole * (TURRET * turret + (1 - TURRET) * hull)
        kept[key, unit.counter, hidden] = worth
    return worth


def _severity(view: GameView, hit: Hit, unit: Unit) -> float:
    odds = kill_odds(view, to_kill(view, hit, unit))
    return sum(HARM.get(fate, 0.0) * float(p) for fate, p in odds.items())


def _at_men(judge: Assessment, shot: ToHit) -> float:
    """p(NMC+) of a hit, for each unit that the shot could hit."""
    view, aims = judge.view, [aim for aim in shot.aims if aim.id]
    if shot.type == "area":
        there = [u for u in _targets(judge, shot.target) if u.vehicle is None]
        chances = [_chance(shot, 0)] * len(there)
    else:
        there = [view.state.units[aim.id] for aim in aims]
        chances = [_chance(shot, total(aim.mods)) for aim in aims]
    shares = [
        p * (BROKEN if unit.broken else 1.0)
        for p, unit in zip(chances, there, strict=True)
    ]
    return max(shares, default=0.0) * _checks(view, int(shot.fp))


def _checks(view: GameView, fp: int) -> float:
    """The chance that an attack of some FP brings a NMC or worse."""
    kept: dict[int, float] = view.world.lasting("NMC by FP", None, dict)
    if fp not in kept:
        column = column_of(view, Fraction(fp))
        found = (read_ift(view, column, roll.total).kind for roll in ROLLS)
        kept[fp] = sum(kind in ("MC", "K", "KIA") for kind in found) / 36
    return kept[fp]


# -- what is feared ----------------------------------------------------------------


def danger(
    view: GameView, piece: Ordnance, hexes: int, unit: Unit, side: Facing
) -> float:
    """What one shot at a vehicle should cost it, as a share of it."""
    if piece.max_range and hexes > piece.max_range:
        return 0.0
    if piece.th and hexes >= len(piece.th):
        return 0.0
    key = piece.name, piece.nation, hexes, unit.counter, side
    kept: dict[object, float] = view.world.lasting("dangers", None, dict)
    if key not in kept:
        rounds = [ammo for ammo in carried(piece) if ammo in PIERCING]
        whole = AFV if afv(view, unit) else SOFT
        hits = (replace(_hit(piece, hexes, side), ammo=ammo) for ammo in rounds)
        worst = max((damage(view, hit, unit) for hit in hits), default=0.0)
        numbers = to_hit_number(view, piece, "vehicle", hexes, "AP", red=False)
        kept[key] = _hits(total(numbers), NEVER, unsteady=False) * worst / whole
    return kept[key]
