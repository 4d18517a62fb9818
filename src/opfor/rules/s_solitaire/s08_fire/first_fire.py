"""S8.p14 to S8.p16: the ENEMY as DEFENDER while the FRIENDLY side moves.

At each expenditure of MF in LOS the Activated Locations are asked, the best p(NMC+)
first. One that wants to fire makes its one Action DR of the Player Turn, if it has
made none, and then fires; one that does not says nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.explain import Decided, Narrowed
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_morale_level import morale_level
from opfor.rules.a_infantry.a01_units import adjacent, mmc
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a08_first_fire.modes import (
    Mode,
    firers,
    mode,
    target_of_window,
)
from opfor.rules.a_infantry.a08_first_fire.window import mandatory
from opfor.rules.a_infantry.a09_machine_guns.fire_lanes import lane
from opfor.rules.a_infantry.a23_demolition.thrown import charge
from opfor.rules.a_infantry.a26_victory.control import controls, vpo_locations
from opfor.rules.c_ordnance.c02_ordnance.ordnance import ordnance
from opfor.rules.choices.give_order import order
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms import friends
from opfor.rules.s_solitaire.s06_actions.actions import (
    defenders,
    defensive_roll,
    heavy,
    owes_roll,
)
from opfor.rules.s_solitaire.s08_fire.attack_choice import (
    GOOD,
    best_attack,
    fire_group,
    planned,
)
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, Weapon

QUARTER = Fraction(1, 4)

LEVELS: Mapping[str, tuple[Fraction, Fraction]] = MappingProxyType(
    {
        "eager": (QUARTER, Fraction(1, 6)),
        "steady": (GOOD, QUARTER),
        "cool": (Fraction(7, 12), GOOD),
    }
)
"""The discipline level, and the one a step lower, by the Mission's fire discipline."""

PERSISTENT = 7
"""The morale with which a unit risks FPF (S8.p16)."""

WAVE_RANGE = 2
"""Hexes within which a Human Wave First Fires (S8.p18)."""

RESERVE_APART, RESERVE_SIGHT, RESERVE_MMC = 2, 8, 3
"""What makes a Reserve: Locations so close, so many MMC within so many hexes."""

CROSSING, REACH = 2, 4
"""What makes a Fire Lane worth while: so many MMC to cross it, within so many hexes."""


class FiringLocation(Struct, frozen=True):
    """A Location, or what of it would fire in one way: first, SFF or FPF.

    Args:
        here: where it is.
        mode: how it would fire.
        units: who would.
        volley: the attack it would make.
    """

    here: LocationName
    mode: Mode
    units: tuple[str, ...]
    volley: RatedAttack


# -- the moment --------------------------------------------------------------------


@rule(
    "S8.p14",
    "Who fires in the FRIENDLY MPh",
    cites=("S6.12", "S5.2", "S6.311", "S8.6", "S8.p12", "S8.p15", "S8.p16"),
)
def first_fire(play: Play) -> bool:
    """The next Action DR or attack of a Location that wants to fire; else False.

    Locations are asked in the order of their p(NMC+). A FG forms with those who want
    to fire too, if it is better than the attacks apart (S8.p12).
    """
    # A8.312: who must fire does so before all.
    if must := mandatory(play, "ENEMY"):
        return _fires_at_once(play, must)
    # S8.p14: a mover that is broken is left alone.
    if not any(unit.good_order or unit.berserk for unit in play.state.movers()):
        return False
    found = posts(play)
    # S8.p14 to S8.p18: who wants to fire, the best p(NMC+) first.
    whys = [wants(play, post, found) for post in found]
    willing = [post for post, why in zip(found, whys, strict=True) if why]
    # S6.12: his Action DR; after it everybody is asked again.
    if willing and _rolls(play, willing[0].volley.attack.units):
        return True
    explain(play, found, whys)
    if not willing:
        return False
    # S8.p12: a FG of those who want to.
    first, *rest = willing
    join = [p.volley for p in rest if p.here != first.here and p.mode == first.mode]
    shot = fire_group(play, first.volley, join)
    # S6.12: each of the FG makes his Action DR as well.
    if _rolls(play, shot.attack.units):
        return True
    _fires(play, first.here, laned(play, shot), next(filter(None, whys)))
    return True


def _fires_at_once(play: Play, must: Sequence[Unit]) -> bool:
    """What A8.312 demands: the Location of the movers fires at them."""
    at, here = target_of_window(play), must[0].location
    must = [unit for unit in must if unit.location == here]
    ids = tuple(f.id for f in firers(play) if f.unit.id in {u.id for u in must})
    shot = best_attack(play, ids, at)
    alone = shot.order if shot else Fire((must[0].id,), at)
    if _rolls(play, [unit.id for unit in must]):
        return True
    order(play, "ENEMY", alone)
    return True


def _fires(play: Play, here: LocationName, shot: RatedAttack, why: Fact) -> None:
    at, chance = shot.order.target, shot.chance
    play.emit(Note(fact("fires_because", where=here, at=at, why=why, chance=chance)))
    order(play, "ENEMY", shot.order)


def explain(
    play: Play, found: Sequence[FiringLocation], whys: Sequence[Fact | None]
) -> None:
    """Note for `why` which Location fires, and why each of the others does not.

    A unit that is hidden is not told of unless it fires.
    """
    chosen = next((p for p, why in zip(found, whys, strict=True) if why), None)
    shown = [
        (post, why)
        for post, why in zip(found, whys, strict=True)
        if post is chosen or not _hidden(play, post)
    ]
    left, reasons = tuple(_name(post) for post, _ in shown), list[Narrowed]()
    names = left
    for post, why in shown:
        if not why:
            after = tuple(name for name in left if name != _name(post))
            held = fact("holds_its_fire", who=_name(post), why=refusal(play, post))
            reasons.append(Narrowed(held, left, after))
            left = after
    if len(left) > 1:
        reasons.append(Narrowed(fact("the_best_p_nmc"), left, left[:1]))
    if shown:
        at = target_of_window(play)
        play.emit(
            Decided(
                fact("first_fire_at", where=at),
                chosen=_name(chosen) if chosen else "",
                candidates=names,
                reasons=tuple(reasons),
            )
        )


def _name(post: FiringLocation) -> str:
    return post.here if post.mode == "first" else f"{post.here} ({post.mode})"


def _hidden(view: GameView, post: FiringLocation) -> bool:
    return all(view.state.units[id_].hidden for id_ in post.units)


def _rolls(play: Play, ids: Sequence[str]) -> bool:
    """The Action DR of the first group of an attack that has not made one (S6.12)."""
    new = [id_ for id_ in ids if owes_roll(play.state.units[id_])]
    if not new:
        return False
    defensive_roll(play, defenders(play, play.state.units[new[0]]))
    return True


def posts(view: GameView) -> list[FiringLocation]:
    """What could fire at the movers, Location by Location and mode by mode.

    The best p(NMC+) first; what cannot have any effect is left out (S8.p2).
    """
    return view.world.once(view.state, "posts", lambda: _posts(view))


def _posts(view: GameView) -> list[FiringLocation]:
    at = target_of_window(view)
    things: dict[tuple[LocationName, Mode, bool], list[str]] = {}
    owners: dict[str, str] = {}
    for firer in firers(view):
        how = mode(firer.thing)
        if how is not None:
            key = firer.unit.location, how, bool(firer.unit.wave)
            things.setdefault(key, []).append(firer.id)
            owners[firer.id] = firer.unit.id
    for crew, weapon in _pieces(view) if at else ():
        key = crew.location, "first", bool(crew.wave)
        things.setdefault(key, []).append(weapon.id)
        owners[weapon.id] = crew.id
    found = []
    for (here, how, _), ids in things.items():
        shot = best_attack(view, tuple(ids), at)
        if shot is not None and shot.effect:
            units = tuple(dict.fromkeys(owners[id_] for id_ in shot.order.firers))
            found.append(FiringLocation(here, how, units, shot))
    return sorted(found, key=lambda post: -post.volley.chance)


def _pieces(view: GameView) -> Iterator[tuple[Unit, Weapon]]:
    """Guns, the guns of vehicles, and DC, with whoever mans them."""
    for weapon in view.state.weapons.values():
        unit = view.state.units.get(weapon.owner)
        if unit is None or unit.side != "ENEMY" or not unit.location:
            continue
        heavy_ = weapon.gun or (weapon.mount and ordnance(view, weapon))
        big = bool(heavy_ or charge(view, weapon))
        if big and unit.good_order:
            yield unit, weapon


# -- whether it wants to -----------------------------------------------------------


def wants(
    view: GameView, post: FiringLocation, found: Sequence[FiringLocation]
) -> Fact | None:
    """Why a Location wants to fire now; None if it does not."""
    units = [view.state.units[id_] for id_ in post.units]
    # S8.p18: Human Waves.
    if any(unit.wave for unit in units):
        return wave_wants(view, post, found)
    # S8.p16: Subsequent First Fire, FPF.
    if post.mode == "SFF":
        return subsequent(view, post)
    if post.mode == "FPF":
        return protective(view, post)
    # S8.p14: the lines for First Fire; S8.p15: the reserve waits.
    why = lines(view, post)
    if why and why.kind not in URGENT and held_in_reserve(view, post, found):
        return None
    return why


def refusal(view: GameView, post: FiringLocation) -> Fact:
    """Why a Location that does not want to fire holds its fire."""
    chance = post.volley.chance
    if any(view.state.units[id_].wave for id_ in post.units):
        return fact("a_human_wave_waits", hexes=WAVE_RANGE)
    if post.mode == "FPF":
        return fact("not_worth_the_nmc_of_fpf", chance=chance)
    if post.mode == "first" and lines(view, post):
        return fact("it_is_the_reserve", chance=chance)
    level, _ = LEVELS[view.state.mission.fire_discipline]
    return fact("the_odds_are_under", chance=chance, level=level)


URGENT = ("self_preservation", "it_can_destroy_the_vehicle", "it_is_in_or_by_a_vpo")
"""The lines that bring a Reserve to fire (S8.p15): a, b and e of S8.p14."""


def lines(view: GameView, post: FiringLocation) -> Fact | None:
    """The first line of S8.p14 that holds for a Location; None if none does."""
    chance, target = post.volley.chance, post.volley.order.target
    level, lower = LEVELS[view.state.mission.fire_discipline]
    if close(view, post.here, target):
        return fact("self_preservation")
    if kills_vehicle(view, post):
        return fact("it_can_destroy_the_vehicle")
    if chance >= QUARTER and by_vpo(view, target):
        return fact("it_is_in_or_by_a_vpo")
    if chance >= level:
        return fact("the_odds_are_good", level=level)
    if chance >= lower and slips_away(view, post.here, target):
        return fact("it_could_get_away")
    return None


def close(view: GameView, here: LocationName, target: LocationName) -> bool:
    """Line a: the mover is ADJACENT or in the same Location, in no Melee (S6.311)."""
    if any(unit.melee for unit in view.state.movers()):
        return False
    return here == target or adjacent(view, here, target)


@rule("S8.p14/b", "A vehicle that can be destroyed", cites=("S8.p14", "S8.p3/kill"))
def kills_vehicle(view: GameView, post: FiringLocation) -> bool:
    """Line b: a Gun or armed vehicle destroys a moving vehicle by a chance of 1/4."""
    fire = post.volley.order
    arms = [view.state.weapons.get(id_) for id_ in fire.firers]
    heavy_ = any(arm and (arm.gun or arm.mount) for arm in arms)
    return bool(fire.at) and heavy_ and post.volley.chance >= QUARTER


def by_vpo(view: GameView, target: LocationName) -> bool:
    """Line e: the mover is in a VPO Location, or ADJACENT to one."""
    vpo = vpo_locations(view)
    return target in vpo or any(adjacent(view, target, at) for at in vpo)


@rule("S8.p14/d", "A mover about to get away", cites=("S8.p14",))
def slips_away(view: GameView, here: LocationName, target: LocationName) -> bool:
    """Line d: with the MF it has left the mover could leave the LOS, or find TEM.

    Reading: D-150 a Location next to it that it can afford, whatever it will do.
    """
    move = view.state.move
    if move is None or move.stopped:
        return False
    left, ground = move.allotment - move.spent, view.world.ground
    now = ground.tem(view.world.locate(target))
    for to, entry in view.world.ways(target):
        if entry.quarters > left:
            continue
        if not sees(view, here, to) or ground.tem(view.world.locate(to)) > now:
            return True
    return False


# -- holding fire ------------------------------------------------------------------


@rule("S8.p15", "Holding fire, and the reserve", cites=("S6.12", "S8.p14"))
def held_in_reserve(
    view: GameView, post: FiringLocation, found: Sequence[FiringLocation]
) -> bool:
    """Whether a Location holds its First Fire for what has not moved yet.

    Of Locations within two hexes of each other the one with the lowest p(NMC+), while
    three unmoved Good Order FRIENDLY MMC are within 8 hexes and in LOS of any of them.
    """
    if not view.state.mission.reserve:
        return False
    near = [
        other
        for other in found
        if other.mode == "first"
        and view.world.range(post.here, other.here) <= RESERVE_APART
    ]
    if len({other.here for other in near}) < 2:
        return False
    if min(near, key=lambda other: other.volley.chance) is not post:
        return False
    waiting = [
        unit
        for unit in _unmoved(view)
        if any(_in_sight(view, other.here, unit) for other in near)
    ]
    return len(waiting) >= RESERVE_MMC


def _in_sight(view: GameView, here: LocationName, unit: Unit) -> bool:
    hexes = view.world.range(here, unit.location)
    return hexes <= RESERVE_SIGHT and sees(view, here, unit.location)


@rule("S8.p15/lane", "Fire Lanes", cites=("A9.22", "S8.p15"))
def laned(view: GameView, shot: RatedAttack) -> RatedAttack:
    """The same attack with a Fire Lane by its one MMG or HMG, if that is worth while.

    It is if two Good Order FRIENDLY MMC that have yet to move are within four hexes of
    it, and it lies between them and the nearest VPO Location that they do not Control.
    """
    arms = [view.state.weapons.get(id_) for id_ in shot.order.firers]
    guns = [arm for arm in arms if arm and heavy(view, arm)]
    if len(guns) != 1 or len(shot.attack.froms) != 1:
        return shot
    wide = planned(view, replace(shot.order, lane=True))
    kind = view.world.counter(guns[0].counter)
    if wide is None or not isinstance(kind, SupportWeapon):
        return shot
    beaten = lane(view, shot.attack.froms[0], shot.order.target, kind.range)
    crossing = [unit for unit in _unmoved(view) if must_cross(view, unit, beaten)]
    return wide if len(crossing) >= CROSSING else shot


def _unmoved(view: GameView) -> list[Unit]:
    """The Good Order FRIENDLY MMC that have yet to move."""
    movers = view.state.movers()
    return [
        unit
        for unit in friends(view)
        if mmc(view, unit) and unit.good_order and not unit.moved
        if unit not in movers
    ]


def must_cross(view: GameView, unit: Unit, beaten: Sequence[LocationName]) -> bool:
    """Whether a Fire Lane lies near a unit and on its straight way to a VPO."""
    far, here = view.world.range, unit.location
    goals = [at for at in vpo_locations(view) if not controls(view, "FRIENDLY", at)]
    goal = min(goals, key=lambda at: far(here, at), default=None)
    if goal is None:
        return False
    return any(
        far(here, at) <= REACH and far(here, at) + far(at, goal) == far(here, goal)
        for at in beaten
    )


@rule("S8.p16", "Subsequent First Fire and FPF", cites=("A8.3", "A8.31", "S6.212"))
def subsequent(view: GameView, post: FiringLocation) -> Fact | None:
    """Why a First-Fire-marked Location fires again: the level, or 1/4 if pressed."""
    chance, target = post.volley.chance, post.volley.order.target
    level, _ = LEVELS[view.state.mission.fire_discipline]
    if chance >= level:
        return fact("sff_at_good_odds", level=level)
    pressed = close(view, post.here, target) or by_vpo(view, target)
    return fact("sff_when_pressed") if pressed and chance >= QUARTER else None


def protective(view: GameView, post: FiringLocation) -> Fact | None:
    """Why a Location uses FPF (S8.p16): at TPBF, or at good odds if it can take it."""
    target = post.volley.order.target
    if post.here == target:
        return fact("fpf_at_tpbf")
    movers = view.state.movers()
    if not adjacent(view, post.here, target) or post.volley.chance < GOOD:
        return None
    firm = all(
        morale_level(view, view.state.units[id_]) >= PERSISTENT for id_ in post.units
    )
    good = any(unit.good_order for unit in movers)
    held = post.here in vpo_locations(view)
    return fact("fpf_at_good_odds") if good and (firm or held) else None


def wave_wants(
    view: GameView, post: FiringLocation, found: Sequence[FiringLocation]
) -> Fact | None:
    """Why a Location of a Human Wave First Fires (S8.p18): at two hexes at the most.

    ADJACENT Locations first. One keeps a shot for a mover that comes ADJACENT, and none
    fires at a mover that is broken or pinned.
    """
    target = post.volley.order.target
    if all(unit.broken or unit.pinned for unit in view.state.movers()):
        return None
    beside = close(view, post.here, target)
    if view.world.range(post.here, target) > WAVE_RANGE:
        return None
    if post.mode != "first" and not beside:
        return None
    if not beside and any(
        close(view, o.here, target) for o in found if o.mode == "first"
    ):
        return None
    return fact("human_wave_adjacent" if beside else "human_wave_near")
