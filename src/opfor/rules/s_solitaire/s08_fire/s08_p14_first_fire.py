"""S8.p14: the ENEMY as DEFENDER while the FRIENDLY side moves.

At each expenditure of MF in LOS the Activated Locations are asked, the best p(NMC+)
first. One that wants to fire makes its one Action DR of the Player Turn, if it has
made none, and then fires; one that does not says nothing.
"""

from collections.abc import Iterator, Sequence

from opfor.core.event import Note
from opfor.core.explain import Decided, Narrowed
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import attacks_of, mandatory
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    FirstFirer,
    Mode,
    firers,
    mode,
    target_of_window,
)
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import charge
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.choices.give_order import order
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import (
    GUN,
    rank_of,
    rolls_first,
)
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.firing_location import (
    LEVELS,
    PARTS,
    QUARTER,
    FiringLocation,
    Part,
    best_chances,
    by_vpo,
    close,
)
from opfor.rules.s_solitaire.s08_fire.planned_attack import by_itself, things_of
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p12_fire_groups import fire_group
from opfor.rules.s_solitaire.s08_fire.s08_p15_holding_fire import held_in_reserve, laned
from opfor.rules.s_solitaire.s08_fire.s08_p16_subsequent_first_fire import (
    protective,
    subsequent,
)
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, Weapon

WAVE_RANGE = 2
"""Hexes within which a Human Wave First Fires (S8.p18)."""


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
    if not any(unit.good_order_or_berserk for unit in play.state.movers()):
        return False
    found = posts(play)
    # S8.p14 to S8.p18: who wants to fire, the best p(NMC+) first.
    whys = [wants(play, post, found) for post in found]
    willing = [post for post, why in zip(found, whys, strict=True) if why]
    # S6.12: his Action DR; after it everybody is asked again.
    if willing and rolls_first(play, willing[0].volley.attack.units):
        return True
    explain(play, found, whys)
    if not willing:
        return False
    # S8.p12: a FG of those who want to.
    first, *rest = willing
    join = [p.volley for p in rest if p.here != first.here and p.mode == first.mode]
    shot = fire_group(play, first.volley, join)
    # S6.12: each of the FG makes his Action DR as well.
    if rolls_first(play, shot.attack.units):
        return True
    _fires(play, first.here, laned(play, shot), next(filter(None, whys)))
    return True


def _fires_at_once(play: Play, must: Sequence[Unit]) -> bool:
    """What A8.312 and S6.212 demand: the next Location that must fires at the movers.

    By its best attack; one without any effect is made all the same.
    """
    at, here = target_of_window(play), must[0].location
    must = [unit for unit in must if unit.location == here]
    bound = {unit.id for unit in must}
    ids = [f.id for f in firers(play) if f.unit.id in bound]
    vehicles = [unit for unit in must if unit.vehicle]
    shot = best_attack(play, things_of(play, vehicles) or tuple(ids), at)
    alone = shot.order if shot else next(attacks_of(play, "ENEMY", must[0]))
    if rolls_first(play, [unit.id for unit in must]):
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
    if post.part != "others":
        return f"{post.here} ({post.volley.order.firers[0]})"
    return post.here if post.mode == "first" else f"{post.here} ({post.mode})"


def _hidden(view: GameView, post: FiringLocation) -> bool:
    return all(view.state.units[id_].hidden for id_ in post.units)


def posts(view: GameView) -> list[FiringLocation]:
    """What could fire at the movers, Location by Location and mode by mode.

    The best p(NMC+) of a Location first, of one Location its ordnance (S8.p4), which
    is weighed by itself, and so are the MG of its vehicles (D-882); what cannot have
    any effect is left out (S8.p2).
    """
    return view.world.once(view.state, "posts", lambda: _posts(view))


def _posts(view: GameView) -> list[FiringLocation]:
    at = target_of_window(view)
    things: dict[tuple[LocationName, Mode, bool, Part], list[str]] = {}
    owners: dict[str, str] = {}
    for firer in firers(view):
        how = mode(firer.thing, firer.unit)
        if how is not None:
            part = _part(view, firer)
            key = firer.unit.location, how, bool(firer.unit.wave), part
            things.setdefault(key, []).append(firer.id)
            owners[firer.id] = firer.unit.id
    for crew, weapon in _pieces(view) if at else ():
        key = crew.location, "first", bool(crew.wave), "ordnance"
        things.setdefault(key, []).append(weapon.id)
        owners[weapon.id] = crew.id
    found = []
    for (here, how, _, part), ids in things.items():
        shot = best_attack(view, tuple(ids), at)
        if shot is not None and shot.effect:
            units = tuple(dict.fromkeys(owners[id_] for id_ in shot.order.firers))
            found.append(FiringLocation(here, how, units, shot, part))
    best = best_chances(found)
    places = sorted(best, key=lambda here: -best[here])
    return sorted(
        found,
        key=lambda p: (
            places.index(p.here),
            PARTS.index(p.part),
            -p.volley.chance,
        ),
    )


def _part(view: GameView, firer: FirstFirer) -> Part:
    """With which part of its Location a thing is weighed.

    Who mans a Gun that works would spend with the others what it may need at a later
    expenditure of MF (D-865).
    """
    if by_itself(view, firer.id):
        return "ordnance"
    # D-882: no MG waits for what the MA of its vehicle wants
    if firer.unit.vehicle:
        return "vehicle MG"
    return "ordnance" if rank_of(view, firer.unit) == GUN else "others"


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
        hexes = 1 if way(view, "S8.p18 range") == "ADJACENT" else WAVE_RANGE
        return fact("a_human_wave_waits", hexes=hexes)
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
    odds_alone = way(view, "S8.p14 lines") == "odds alone"
    if not odds_alone and chance >= QUARTER and by_vpo(view, target):
        return fact("it_is_in_or_by_a_vpo")
    if chance >= level:
        return fact("the_odds_are_good", level=level)
    if not odds_alone and chance >= lower and slips_away(view, post.here, target):
        return fact("it_could_get_away")
    return None


@rule("S8.p14/b", "A vehicle that can be destroyed", cites=("S8.p14", "S8.p3/kill"))
def kills_vehicle(view: GameView, post: FiringLocation) -> bool:
    """Line b: a Gun or armed vehicle destroys a moving vehicle by a chance of 1/4."""
    fire = post.volley.order
    arms = [view.state.weapons.get(id_) for id_ in fire.firers]
    heavy_ = any(arm and (arm.gun or arm.mount) for arm in arms)
    return bool(fire.at) and heavy_ and post.volley.chance >= QUARTER


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
    most = 1 if way(view, "S8.p18 range") == "ADJACENT" else WAVE_RANGE
    if view.world.range(post.here, target) > most:
        return None
    if post.mode != "first" and not beside:
        return None
    if not beside and any(
        close(view, o.here, target) for o in found if o.mode == "first"
    ):
        return None
    return fact("human_wave_adjacent" if beside else "human_wave_near")
