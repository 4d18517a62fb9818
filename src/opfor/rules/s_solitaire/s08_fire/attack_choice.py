"""S8.p8, p9, p11, p12: how the ENEMY makes up an attack on a Target it has chosen.

Who of a Location fires with what, who directs it, and which Locations join. Nothing is
asked and nothing changes: what is best follows from the state, and is kept as long as
the state lasts.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import adjacent, mmc, smc
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.rules.a_infantry.a07_fire.firepower import Share
from opfor.rules.a_infantry.a07_fire.ift import IftResult
from opfor.rules.a_infantry.a07_fire.plan import plan_attack
from opfor.rules.a_infantry.a08_first_fire.offers import check_first_fire
from opfor.rules.a_infantry.a10_morale.levels import leads, modifier
from opfor.rules.a_infantry.a22_flamethrower import is_ft, plan_ft
from opfor.rules.a_infantry.a23_demolition.thrown import is_thrown
from opfor.rules.c_ordnance.c02_ordnance.ife import is_ife, plan_ife
from opfor.rules.c_ordnance.c02_ordnance.ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.numbers import to_hit_odds
from opfor.rules.c_ordnance.c03_to_hit.plan import is_to_hit, plan_shot
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms import NMC, p_of_each
from opfor.rules.s_solitaire.s06_actions.coaxial_mg import coaxial
from opfor.rules.s_solitaire.s08_fire.antitank_odds import chances
from opfor.rules.s_solitaire.s08_fire.antitank_offers import light_shots
from opfor.rules.s_solitaire.s08_fire.demolition_charges import worth_throwing
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s09_vehicles.ammunition import (
    known_vehicles,
    shots_at_vehicles,
)
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit, Weapon

PTC = IftResult("PTC")

GOOD, FAIR = Fraction(5, 12), Fraction(1, 4)
"""A separate attack that needs no FG; what a leader mans a MG alone for."""

SURE = Fraction(7, 12)
"""The chance for which a MG that breaks down easily uses Sustained Fire (S8.p11)."""

FRAIL = 11
"""The B# up to which a MG counts as breaking down easily."""


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


# -- one attack --------------------------------------------------------------------


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

    No Intensive Fire, which the ENEMY does not choose (S8.p9), and only HE.
    """
    shot = plan_shot(view, "ENEMY", order)
    if shot.intensive or not shot.fp:
        return None
    hit = max(to_hit_odds(shot).hit.values(), default=Fraction(0))
    made = fp_attack(
        view,
        "ENEMY",
        order.target,
        shot.fp,
        source="HE",
        froms=(shot.start,),
        tem=False,
        halved=False,
    )
    share = Share(shot.unit, shot.piece.name, shot.fp, "HE", order.firers[0])
    return _rated(view, order, replace(made, shares=(share,)), hit=hit)


def _at_vehicle(view: GameView, order: Fire) -> RatedAttack | None:
    """A shot at a vehicle: the chance to eliminate it stands for the p(NMC+)."""
    found = chances(view, order)
    return RatedAttack(order, found.attack, found.kill, found.effect) if found else None


def _rated(
    view: GameView, order: Fire, attack: Attack, *, hit: Fraction = Fraction(1)
) -> RatedAttack:
    """An attack with its chances, times that of a hit."""
    chance, effect = p_of_each(view, attack, (NMC, PTC))
    return RatedAttack(order, attack, hit * chance, hit * effect)


def best_attack(
    view: GameView, things: tuple[str, ...], target: LocationName
) -> RatedAttack | None:
    """The best attack on a Target by the things of one Location; None if there is none.

    Args:
        view: the game.
        things: ids of the units and Weapons that may take part.
        target: the Location attacked.
    """
    key = ("volley", things, target)
    return view.world.once(view.state, key, lambda: _best_attack(view, things, target))


def _best_attack(
    view: GameView, things: tuple[str, ...], target: LocationName
) -> RatedAttack | None:
    # S8.p4: ordnance, FT and DC fire first, each by itself.
    alone = [thing for thing in things if by_itself(view, thing)]
    shots = [shot for thing in alone if (shot := _alone(view, thing, target))]
    best = max(shots, key=lambda shot: shot.chance, default=None)
    if best is not None and best.effect:
        return best
    rest = tuple(thing for thing in things if thing not in alone)
    # S8.p9: what each unit fires; S8.p8: who directs.
    parts = (weapons_used(view, part, target) for part in apart(view, rest))
    groups = [made for part in parts if part and (made := directed(view, part, target))]
    group = max(groups, key=lambda made: (made.chance, made.effect), default=None)
    # S8.p3: a PF, ATR or MG at a vehicle, if that is better.
    shot = at_armor(view, rest, target)
    if shot and (group is None or not group.effect or shot.chance > group.chance):
        return shot
    return group


def at_armor(
    view: GameView, things: Iterable[str], target: LocationName
) -> RatedAttack | None:
    """The best shot of PF, ATR or MG at a vehicle of a Location; None without one."""
    if not known_vehicles(view, target):
        return None
    orders = [order for thing in things for order in light_shots(view, thing, target)]
    shots = [shot for order in orders if (shot := planned(view, order)) and shot.effect]
    return max(shots, key=lambda shot: (shot.chance, shot.effect), default=None)


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


@rule("S8.p9", "Use of SW", cites=("A7.351", "S8.p11"))
def weapons_used(
    view: GameView, things: Sequence[str], target: LocationName
) -> tuple[str, ...]:
    """Who of one Location fires at a Target, and with what: what has most FP.

    A squad fires its inherent FP and one SW, or two SW if those have more. What has
    no LOS, is out of range or has fired is left out.
    """
    found: list[str] = []
    for unit in _owners(view, things):
        own = [thing for thing in things if _belongs(view, thing, unit)]
        found += _best_of(view, unit, own, target)
    return tuple(found)


def _owners(view: GameView, things: Sequence[str]) -> list[Unit]:
    owners = (owner_of(view, thing) for thing in things)
    return list({unit.id: unit for unit in owners if unit is not None}.values())


def _belongs(view: GameView, thing: str, unit: Unit) -> bool:
    weapon = view.state.weapons.get(thing)
    return (weapon.owner if weapon else thing) == unit.id


def _best_of(
    view: GameView, unit: Unit, own: Sequence[str], target: LocationName
) -> tuple[str, ...]:
    """The one or two of a unit's things that fire together with most FP."""
    fp = {
        thing: shot.attack.fp
        for thing in own
        if (shot := _alone(view, thing, target)) and useful(view, unit, thing, shot)
    }
    groups = [*combinations(fp, 2), *((thing,) for thing in fp)]
    groups.sort(key=lambda group: -sum(fp[thing] for thing in group))
    for group in groups:
        if len(group) == 1 or planned(view, Fire(group, target)) is not None:
            return group
    return ()


def _alone(view: GameView, thing: str, target: LocationName) -> RatedAttack | None:
    key = ("alone", thing, target)
    return view.world.once(view.state, key, lambda: _by_one(view, thing, target))


@rule("S8.p3/armor", "Ordnance at vehicles before Infantry", cites=("S9.34", "S8.p3"))
def _by_one(view: GameView, thing: str, target: LocationName) -> RatedAttack | None:
    """The attack of one thing by itself: at a vehicle if it could harm it (D-341).

    With the ammunition that is most likely to eliminate it.
    """
    orders = shots_at_vehicles(view, thing, target)
    shots = [shot for order in orders if (shot := planned(view, order)) and shot.effect]
    best = max(shots, key=lambda shot: (shot.chance, shot.effect), default=None)
    return best or _at_personnel(view, thing, target)


@rule("S8.p9/ife", "IFE where it is better", cites=("C2.29", "S8.p9"))
def _at_personnel(
    view: GameView, thing: str, target: LocationName
) -> RatedAttack | None:
    """The attack of one thing at what is no vehicle; by IFE if its p(NMC+) is greater.

    Reading: D-347.
    """
    plain = planned(view, Fire((thing,), target))
    weapon = view.state.weapons.get(thing)
    piece = ordnance(view, weapon) if weapon else None
    if piece is None or not piece.ife:
        return plain
    ife = planned(view, Fire((thing,), target, ammo="IFE"))
    if ife is None or (plain is not None and plain.chance >= ife.chance):
        return plain
    return ife


def useful(view: GameView, unit: Unit, thing: str, shot: RatedAttack) -> bool:
    """Whether a unit should fire one of its things (S8.p8, S8.p11, S6.314)."""
    weapon = view.state.weapons.get(thing)
    if weapon is None:
        return True
    if weapon.mount == "CMG" and not coaxial(view, unit, shot):
        return False
    return spared(view, unit, weapon, shot) and mans(view, unit, shot)


@rule(
    "S8.p11",
    "Sustained Fire only for good odds",
    exc=("Panic and TPBF",),
    cites=("A9.3", "S6.212"),
)
def spared(view: GameView, unit: Unit, weapon: Weapon, shot: RatedAttack) -> bool:
    """Whether a MG may fire at that risk: Sustained Fire of a MG with a low B#.

    Such a MG, with a printed B# of 11 or less, needs a p(NMC+) of 7/12.
    EXC: not in Panic or at TPBF.
    """
    piece = view.world.counter(weapon.counter)
    sustained = weapon.fired in ("first", "final") and not weapon.rof
    if not sustained or not isinstance(piece, SupportWeapon):
        return True
    if piece.breakdown > FRAIL or unit.panic or unit.location == shot.attack.target:
        return True
    return shot.chance >= SURE


# -- leaders -----------------------------------------------------------------------


@rule("S8.p8", "Leaders direct and man weapons", cites=("A7.53", "S6.317", "S8.3"))
def directed(
    view: GameView, firers: tuple[str, ...], target: LocationName
) -> RatedAttack | None:
    """An attack of one Location, directed by its best leader who can direct.

    One with a positive modifier directs only where cowering would cost more.
    """
    order = Fire(firers, target)
    best = planned(view, order)
    for id_ in leaders_at(view, place_of(view, firers)):
        led = planned(view, Fire(firers, target, (id_,)))
        least = best.chance if best else Fraction(0)
        helps = modifier(view, view.state.units[id_]) <= 0
        if led and (led.chance > least or (helps and led.chance == least)):
            return led
    return best


def mans(view: GameView, unit: Unit, shot: RatedAttack) -> bool:
    """Whether a unit fires the SW it possesses: a SMC seldom (S8.p8).

    Not where a MMC could man it, and alone only for a p(NMC+) of 1/4.
    """
    if smc(view, unit) is None:
        return True
    there = view.state.units_at(unit.location, unit.side)
    helped = any(mmc(view, other) and other.good_order for other in there)
    return not helped and shot.chance >= FAIR


def leaders_at(view: GameView, where: LocationName) -> list[str]:
    """The ENEMY leaders in a Location who could direct fire, the best first."""
    found = [u for u in view.state.units_at(where, "ENEMY") if leads(view, u)]
    found = [unit for unit in found if unit.good_order]
    return [unit.id for unit in sorted(found, key=lambda unit: modifier(view, unit))]


# -- several Locations -------------------------------------------------------------


@rule("S8.p12", "When a Fire Group is formed", cites=("A7.5", "A7.531", "S8.5"))
def fire_group(
    view: GameView,
    first: RatedAttack,
    others: Iterable[RatedAttack],
    *,
    wanted: bool = False,
) -> RatedAttack:
    """The attack with whoever had better join it: a FG of several Locations.

    Of the Locations that hang together ADJACENT, the next best joins as long as the
    p(NMC+) of the FG is greater than the chance that one of the separate attacks
    scores it. A leader directs in each Location, or none does.

    Args:
        view: the game.
        first: the attack of the Location that fires.
        others: what the others could do to the same Target by themselves.
        wanted: the row says FG: then the largest one is formed, unless a separate
            attack has 5/12.
    """
    # What is thrown, or fired by To Hit, is nobody's to join.
    able = (other for other in others if other.attack.froms)
    left = sorted(able, key=lambda other: -other.chance)
    best, apart, parts = first, 1 - first.chance, [first]
    whole = wanted and all(each.chance < GOOD for each in (first, *left))
    while (nearby := [o for o in left if _linked(view, parts, o)]) != []:
        grown = None
        for other in nearby:
            left.remove(other)
            grown = joined(view, [*parts, other])
            separate = 1 - apart * (1 - other.chance)
            better = best.chance if whole else separate
            if grown and (
                grown.chance > separate or (whole and grown.chance >= better)
            ):
                best, apart, parts = grown, 1 - separate, [*parts, other]
                break
    return best


def _linked(view: GameView, parts: Sequence[RatedAttack], other: RatedAttack) -> bool:
    here = other.attack.froms[0]
    places = [at for part in parts for at in part.attack.froms]
    return any(adjacent(view, at, here) for at in places)


def joined(view: GameView, parts: Sequence[RatedAttack]) -> RatedAttack | None:
    """The attack of several Locations together, directed in each or in none."""
    firers = tuple(thing for part in parts for thing in part.order.firers)
    target = parts[0].order.target
    led = [leaders_at(view, part.attack.froms[0])[:1] for part in parts]
    orders = [Fire(firers, target)]
    if all(led):
        orders.append(Fire(firers, target, tuple(id_ for ids in led for id_ in ids)))
    made = [shot for order in orders if (shot := planned(view, order))]
    return max(made, key=lambda shot: shot.chance, default=None)
