"""S8: the Targets of an ENEMY Location, and what the rules compare them by.

Each measure says one thing of one Target as the firer sees it; the clauses of the
Attack Tables and the priority lists of S6.3 are made of them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from opfor.core.modifier import total
from opfor.core.priority import Line, least, most, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    mmc,
    smc,
    us_number,
)
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import readied
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import range_factor
from opfor.rules.a_infantry.a07_fire.attack import against, own_cover
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import fires_into
from opfor.rules.s_solitaire.s01_terms.ranges import FAR
from opfor.rules.s_solitaire.s01_terms.s01_terms import (
    friend_places,
    friends_at,
    known_at,
)
from opfor.rules.s_solitaire.s01_terms.targets_from import own_melee
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import armed_vehicle, heavy
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.planned_attack import (
    by_itself,
    owner_of,
    planned,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p3_infantry_pf_atr_and_mg import (
    light_shots,
    reach_at_armor,
)
from opfor.rules.s_solitaire.s09_vehicles.armament import has_ordnance
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ammunition import shots_at_vehicles
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

NEVER = Fraction(0)
"""The chance of what cannot be."""


class Target(Struct, frozen=True):
    """A Location with a Target, and the attack that its firer could make on it."""

    where: LocationName
    volley: RatedAttack

    @property
    def chance(self) -> Fraction:
        """The p(NMC+) of the attack."""
        return self.volley.chance

    def __str__(self) -> str:
        return self.where


class Aiming(NamedTuple):
    """Who looks for a Target: the game, the Location that fires, and with what."""

    view: GameView
    here: LocationName
    things: tuple[str, ...] = ()


@rule(
    "S8.p2",
    "An attack that can have an effect is made",
    exc=("not at a Melee of its own side",),
    cites=("S1", "S6.23", "A7.4"),
)
def targets_of(view: GameView, things: tuple[str, ...]) -> list[Target]:
    """The Targets of the things of one Location that an attack could do something to.

    Anything but "no effect" on some Final DR is enough, which also strips concealment;
    a PTC on units that it neither pins nor strips is none.
    EXC: a Melee that holds ENEMY units, whom the attack would hit as well (A7.4).
    """
    key = ("targets", things)
    return view.world.once(view.state, key, lambda: [*_targets(view, things)])


def has_targets(view: GameView, things: tuple[str, ...]) -> bool:
    """Whether there is any such Target."""
    return any(True for _ in _targets(view, things))


def for_a_group(view: GameView, units: Iterable[Unit]) -> tuple[str, ...]:
    """The things of some units of a Location with which they could join in a FG.

    Ordnance, FT and DC are fired apart (A7.55); who is less than a squad and has a
    Target for one keeps his fire for it (A7.351).
    Reading: D-865.
    """
    found: list[str] = []
    for unit in units:
        things = things_of(view, [unit])
        alone = tuple(thing for thing in things if by_itself(view, thing))
        kind = mmc(view, unit)
        squad = kind is not None and kind.size == "squad"
        if squad or not alone or not any(targets_of(view, (id_,)) for id_ in alone):
            found += [thing for thing in things if thing not in alone]
    return tuple(found)


def only_concealed(view: GameView, things: tuple[str, ...]) -> bool:
    """Whether there are such Targets, and none in a Location with a Known one."""
    places = _in_sight(view, things)
    seen = [at for at in places if known_at(view, at)]
    if len(seen) == len(places) or any(True for _ in _aimed(view, things, seen)):
        return False
    hidden = (at for at in places if at not in seen)
    return any(True for _ in _aimed(view, things, hidden))


def _targets(view: GameView, things: tuple[str, ...]) -> Iterator[Target]:
    return _aimed(view, things, _in_sight(view, things))


def _aimed(
    view: GameView, things: tuple[str, ...], places: Iterable[LocationName]
) -> Iterator[Target]:
    for at in places:
        shot = best_attack(view, things, at)
        if shot is not None and shot.effect:
            yield Target(at, shot)


def _in_sight(view: GameView, things: tuple[str, ...]) -> list[LocationName]:
    """The Locations of FRIENDLY units that some things could be fired at."""
    if not things:
        return []
    arms = (view.state.weapons.get(id_) for id_ in things)
    far = any(arm and ordnance(view, arm) for arm in arms)
    unit = owner_of(view, things[0])
    assert unit is not None  # noqa: S101 - things are manned
    here = unit.location
    return [
        at
        for at in friend_places(view)
        if (far or view.world.range(here, at) <= FAR) and fires_into(view, unit, at)
        if at == here or not own_melee(view, at)
    ]


# -- measures ----------------------------------------------------------------------


def those_at(view: GameView, target: Target) -> list[Unit]:
    """The FRIENDLY units that are a Target there."""
    return friends_at(view, target.where)


def open_to(aiming: Aiming, target: Target) -> list[Unit]:
    """Those of them whom the attack can do anything to: no BU AFV by small arms.

    All of them where it is a shot at a vehicle, after which another may follow.
    """
    units, volley = those_at(aiming.view, target), target.volley
    if volley.order.at:
        return units
    hurt = {unit.id for unit in attacked_units(aiming.view, volley.attack)}
    return [unit for unit in units if unit.id in hurt]


def in_order(aiming: Aiming, target: Target) -> bool:
    """A Good Order Target is there."""
    return any(unit.good_order for unit in those_at(aiming.view, target))


def standing(aiming: Aiming, target: Target) -> bool:
    """Somebody there whom the attack can hurt is neither broken nor pinned."""
    units = open_to(aiming, target)
    return any(not (unit.broken or unit.pinned) for unit in units)


def known(aiming: Aiming, target: Target) -> bool:
    """A Known Target is there."""
    return bool(known_at(aiming.view, target.where))


def known_in_order(aiming: Aiming, target: Target) -> bool:
    """A Good Order Known Target is there."""
    return any(unit.good_order for unit in known_at(aiming.view, target.where))


def unknown(aiming: Aiming, target: Target) -> bool:
    """A concealed Target is there."""
    units = those_at(aiming.view, target)
    return any(not known_to_other_side(unit) for unit in units)


def known_smc(aiming: Aiming, target: Target) -> int:
    """Known SMC there."""
    units = known_at(aiming.view, target.where)
    return sum(smc(aiming.view, unit) is not None for unit in units)


def known_us(aiming: Aiming, target: Target) -> int:
    """Known Targets there, in US#."""
    return us_number(aiming.view, known_at(aiming.view, target.where))


def whole_us(aiming: Aiming, target: Target) -> int:
    """Targets there, in US#."""
    return us_number(aiming.view, those_at(aiming.view, target))


def weapons(aiming: Aiming, target: Target) -> int:
    """FRIENDLY possessed Weapons there."""
    units = those_at(aiming.view, target)
    return sum(len(aiming.view.state.weapons_of(unit.id)) for unit in units)


def heavy_weapons(aiming: Aiming, target: Target) -> bool:
    """Somebody there possesses a HW."""
    view = aiming.view
    units = those_at(view, target)
    return any(heavy(view, w) for u in units for w in view.state.weapons_of(u.id))


def anti_tank(aiming: Aiming, target: Target) -> bool:
    """Infantry there possesses an A-T Weapon within its range of the firer.

    A Gun that fires AP is one, as in S9.34 (D-241).
    """
    view, hexes = aiming.view, distance(aiming, target)
    there = those_at(view, target)
    return any(has_ordnance(view, u, hexes) for u in there if u.vehicle is None)


def distance(aiming: Aiming, target: Target) -> int:
    """Hexes to it."""
    return aiming.view.world.range(aiming.here, target.where)


def cover(_aiming: Aiming, target: Target) -> int:
    """The TEM of the Location, without that of what a unit is inside of."""
    return target.volley.attack.cover.value


def least_tem(aiming: Aiming, target: Target) -> int:
    """The least TEM that a FRIENDLY unit there has against the attack (D-931)."""
    view, attack = aiming.view, target.volley.attack
    if not attack.sheltered:
        return attack.cover.value
    units = [unit for unit in attacked_units(view, attack) if unit.side == "FRIENDLY"]
    mods = [
        own_cover(view, unit, attack.cover, attack.froms, attack.source)
        for unit in units
    ]
    return min((mod.value for mod in mods), default=attack.cover.value)


def final_drm(aiming: Aiming, target: Target) -> int:
    """The lowest Final IFT DRM that a Known Target there meets.

    Its own shelter and its FT (A22.4) count with what all in the Location meet.
    """
    view, attack = aiming.view, target.volley.attack
    units = [unit for unit in attacked_units(view, attack) if known_to_other_side(unit)]
    mine = (against(view, attack, u).drm for u in units if u.side == "FRIENDLY")
    return min(mine, default=total(attack.drm))


def to_hit_drm(_aiming: Aiming, target: Target) -> int:
    """The lowest Final TH DRM of a shot at whoever is there."""
    to_hit = target.volley.to_hit
    return total(target.volley.attack.drm) if to_hit is None else to_hit


def chance(_aiming: Aiming, target: Target) -> Fraction:
    """The p(NMC+) of the attack."""
    return target.chance


def in_vpo(aiming: Aiming, target: Target) -> bool:
    """It is a VPO Location."""
    return target.where in vpo_locations(aiming.view)


def known_in_vpo(aiming: Aiming, target: Target) -> bool:
    """It is a VPO Location with a Known Target."""
    return in_vpo(aiming, target) and known(aiming, target)


def beside_vpo(aiming: Aiming, target: Target) -> bool:
    """It is ADJACENT to a VPO Location."""
    view = aiming.view
    return any(adjacent(view, target.where, vpo) for vpo in vpo_locations(view))


def in_the_open(aiming: Aiming, target: Target) -> bool:
    """It is Open Ground, without TEM or Hindrance."""
    world = aiming.view.world
    bare = world.ground.open_ground(world.locate(target.where))
    return bare and cover(aiming, target) <= 0


def attacked(aiming: Aiming, target: Target) -> bool:
    """The ENEMY attacked it in this phase."""
    shots = aiming.view.state.shots
    return any(shot.side == "ENEMY" and shot.target == target.where for shot in shots)


def attacked_in_order(aiming: Aiming, target: Target) -> bool:
    """The ENEMY attacked it in this phase, and a Good Order Target is left."""
    return attacked(aiming, target) and in_order(aiming, target)


def return_fire(aiming: Aiming, target: Target) -> Fraction:
    """The FP there that could be fired at the firer."""
    view, found = aiming.view, Fraction(0)
    for unit in those_at(view, target):
        if unit.broken:
            continue
        for ready in readied(view, unit):
            factor = range_factor(view, ready.firer, aiming.here)
            found += ready.firer.piece.fp * factor[0] if factor else 0
    return found


def encircles(aiming: Aiming, target: Target) -> bool:
    """The attack would complete Encirclement: fire across opposite hexsides (A7.7)."""
    view, at = aiming.view, target.where
    own = _side(view, at, aiming.here)
    others = {
        _side(view, at, origin)
        for shot in view.state.shots
        if shot.side == "ENEMY" and shot.target == at and shot.encircles
        for origin in shot.froms
    }
    return own is not None and (own + 3) % 6 in others


def _side(view: GameView, at: LocationName, origin: LocationName) -> int | None:
    """The hexside of a Location that lies toward another one; None within the hex."""
    there, board = view.world.locate(origin).hex, view.world.map
    around = board.neighbours[view.world.locate(at).hex]
    apart = {
        side: board.distance(hex_, there)
        for side, hex_ in enumerate(around)
        if hex_ >= 0
    }
    same = view.world.range(at, origin) == 0
    return None if same else min(apart, key=lambda side: apart[side])


def near_own(aiming: Aiming, target: Target) -> int | None:
    """Hexes from it to the closest ENEMY MMC that is to Move or is ADJACENT to it."""
    view = aiming.view
    near = [
        view.world.range(unit.location, target.where)
        for unit in view.state.units.values()
        if unit.side == "ENEMY"
        and unit.location
        and mmc(view, unit)
        and (unit.action == "Move" or adjacent(view, unit.location, target.where))
    ]
    return min(near, default=None)


def vehicular(aiming: Aiming, target: Target) -> bool:
    """A vehicle is there."""
    return any(unit.vehicle is not None for unit in those_at(aiming.view, target))


def armed_vehicular(aiming: Aiming, target: Target) -> bool:
    """A Good Order armed vehicle is there."""
    return any(
        armed_vehicle(aiming.view, unit) and unit.good_order
        for unit in those_at(aiming.view, target)
    )


def kill_chance(aiming: Aiming, target: Target) -> Fraction:
    """The best chance that one A-T Weapon of the Location eliminates a vehicle there.

    Small arms at Infantry beside the vehicle have no part in it (D-900).
    """
    return max((shot.chance for shot in _armor_shots(aiming, target)), default=NEVER)


def within_half_reach(aiming: Aiming, target: Target) -> bool:
    """It is within half the range of an A-T Weapon that could harm a vehicle there.

    Reading: D-900 a PF reaches as far as its date lets it.
    """
    view, twice = aiming.view, 2 * distance(aiming, target)
    shots = _armor_shots(aiming, target)
    return any(twice <= reach_at_armor(view, shot.order) for shot in shots)


def _armor_shots(aiming: Aiming, target: Target) -> Iterator[RatedAttack]:
    """The shots of ordnance, PF, ATR and MG at vehicles there that can do anything."""
    view, at = aiming.view, target.where
    for thing in aiming.things:
        for order in (
            *shots_at_vehicles(view, thing, at),
            *light_shots(view, thing, at),
        ):
            shot = planned(view, order)
            if shot is not None and shot.effect:
                yield shot


def infantry(aiming: Aiming, target: Target) -> bool:
    """Infantry that is on foot is there."""
    there = those_at(aiming.view, target)
    return any(unit.vehicle is None and not unit.aboard for unit in there)


def personnel(aiming: Aiming, target: Target) -> bool:
    """Infantry is there."""
    return any(unit.vehicle is None for unit in those_at(aiming.view, target))


# -- lines of lists ----------------------------------------------------------------

Measure = Callable[[Aiming, Target], Any]
Narrowing = Callable[[Aiming, str], Line[Target]]
"""A line of a priority list, for who aims and in the words of its table."""


def keep(*tests: Measure) -> Narrowing:
    """Those that pass all tests."""
    return lambda aiming, text: where(
        text, lambda target: all(test(aiming, target) for test in tests)
    )


def top(key: Measure, *tests: Measure) -> Narrowing:
    """Those with the most of something, of those that pass the tests; not with none."""
    return lambda aiming, text: most(
        text, lambda target: _keyed(aiming, target, key, tests) or None
    )


def low(key: Measure, *tests: Measure) -> Narrowing:
    """Those with the least of something, of those that pass the tests."""
    return lambda aiming, text: least(
        text, lambda target: _keyed(aiming, target, key, tests)
    )


def _keyed(
    aiming: Aiming, target: Target, key: Measure, tests: Sequence[Measure]
) -> Any:
    return key(aiming, target) if all(test(aiming, target) for test in tests) else None
