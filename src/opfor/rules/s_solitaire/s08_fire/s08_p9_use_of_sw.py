"""S8: how the ENEMY uses its SW."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import firepower
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s06_actions.s06_314_coaxial_mg import coaxial
from opfor.rules.s_solitaire.s08_fire.planned_attack import owner_of, planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p3_armor_by_ordnance import shot_alone
from opfor.rules.s_solitaire.s08_fire.s08_p8_leaders import mans
from opfor.rules.s_solitaire.s08_fire.s08_p11_sustained_fire import spared
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

TWO = 2
"""Things that a unit on foot fires together: itself and a SW, or two SW (A7.351)."""


@rule("S8.p9", "Use of SW", cites=("A7.351", "S8.p11"))
def weapons_used(
    view: GameView, things: Sequence[str], target: LocationName
) -> tuple[str, ...]:
    """Who of one Location fires at a Target, and with what: what has most FP.

    A squad fires its inherent FP and one SW, or two SW if those have more; a vehicle
    all its MG. What has no LOS, is out of range or has fired is left out; what alone
    has less than 1 FP is not, since only the total must reach that (D-592).
    """
    found: list[str] = []
    weak: list[str] = []
    for unit in _owners(view, things):
        own = [thing for thing in things if _belongs(view, thing, unit)]
        fires = _best_of(view, unit, own, target)
        found += fires
        if not fires and unit.id in own and has_some_fp(view, unit, target):
            weak.append(unit.id)
    return _with_weak_units(view, tuple(found), weak, target)


def has_some_fp(view: GameView, unit: Unit, target: LocationName) -> bool:
    """Whether a unit on foot has FP at a Target, be it less than 1 FP (D-592)."""
    if unit.vehicle or not sees(view, unit.location, target):
        return False
    return any(share.fp > 0 for share in firepower(view, [unit], target))


def _with_weak_units(
    view: GameView, found: tuple[str, ...], weak: Sequence[str], target: LocationName
) -> tuple[str, ...]:
    """Those of a Location who fire, and with them who has less than 1 FP (D-592)."""
    if not weak:
        return found
    whole = (*found, *weak)
    shot = planned(view, Fire(whole, target))
    return whole if shot and all(_adds(shot, id_) for id_ in weak) else found


def _owners(view: GameView, things: Sequence[str]) -> list[Unit]:
    owners = (owner_of(view, thing) for thing in things)
    return list({unit.id: unit for unit in owners if unit is not None}.values())


def _belongs(view: GameView, thing: str, unit: Unit) -> bool:
    weapon = view.state.weapons.get(thing)
    return (weapon.owner if weapon else thing) == unit.id


def _best_of(
    view: GameView, unit: Unit, own: Sequence[str], target: LocationName
) -> tuple[str, ...]:
    """Those of a unit's things that fire together with most FP: two, or a vehicle's."""
    shots = {thing: shot_alone(view, thing, target) for thing in own}
    fp = {
        thing: shot.attack.fp
        for thing, shot in shots.items()
        if shot and useful(view, unit, thing, shot)
    }
    most = len(own) if unit.vehicle else TWO
    groups: dict[tuple[str, ...], Fraction] = {}
    for size in range(most, 1, -1):
        groups |= {
            each: sum((fp[thing] for thing in each), Fraction(0))
            for each in combinations(fp, size)
        }
    groups |= {(thing,): fp[thing] for thing in fp}
    groups |= _with_weak(
        view, unit, [t for t in own if t in fp or not shots[t]], target
    )
    for group in sorted(groups, key=lambda group: -groups[group]):
        if len(group) == 1 or planned(view, Fire(group, target)) is not None:
            return group
    return ()


def _with_weak(
    view: GameView, unit: Unit, own: Sequence[str], target: LocationName
) -> dict[tuple[str, ...], Fraction]:
    """The FP of groups with things of less than 1 FP that can only join in (D-592)."""
    weak = {thing for thing in own if shot_alone(view, thing, target) is None}
    if not weak or not sees(view, unit.location, target):
        return {}
    most = len(own) if unit.vehicle else TWO
    groups = (each for size in range(2, most + 1) for each in combinations(own, size))
    made = {
        each: shot
        for each in groups
        if weak & {*each} and (shot := planned(view, Fire(each, target)))
    }
    return {
        group: shot.attack.fp
        for group, shot in made.items()
        if all(
            _adds(shot, thing) and useful(view, unit, thing, shot)
            for thing in weak & {*group}
        )
    }


def _adds(shot: RatedAttack, thing: str) -> bool:
    """Whether a thing adds FP to an attack."""
    shares = shot.attack.shares
    return any(
        share.fp > 0 and (share.weapon or share.unit) == thing for share in shares
    )


def useful(view: GameView, unit: Unit, thing: str, shot: RatedAttack) -> bool:
    """Whether a unit should fire one of its things (S8.p8, S8.p11, S6.314)."""
    weapon = view.state.weapons.get(thing)
    if weapon is None:
        return True
    if weapon.mount == "CMG" and not coaxial(view, unit, shot):
        return False
    return spared(view, unit, weapon, shot) and mans(view, unit, shot)
