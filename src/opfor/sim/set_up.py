"""How a side sets up: near what it is to hold, in cover, with a field of fire."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import cycle, islice

from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import in_arc, inward
from opfor.sim.arms import arms_of
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit
from opfor.state.world import World

PER_TEM, PER_HEX = 1.0, 0.7
"""What a Location gains by a point of TEM, and loses by a hex to what is held."""

FIELD = 0.04
"""What it gains for each hex toward the ENEMY that it sees."""

HEXES = 8
"""How far the field of fire is looked at."""

REACH = 16
"""How far that of Guns and vehicles is looked at."""

APART, ALONE = 2, 2.0
"""Hexes within which Guns stand too close together, and what more are worth."""

IN_A_HOLE = 2
"""TEM that a foxhole gives at least."""


def places(
    view: GameView, things: Sequence[str], free: Sequence[str]
) -> dict[str, str]:
    """A Location for each unit and each foxhole.

    The best places around each VPO Location in turn get a squad each, those with MG
    first; leaders join the first ones, foxholes go where there is least TEM.
    """
    if not any(id_ in view.state.units for id_ in things):
        return _holes(view, things, [LocationName(at) for at in free])
    units = [view.state.units[id_] for id_ in things if id_ in view.state.units]
    if len(units) == 1 and (units[0].vehicle or _has_gun(view, units[0])):
        return {units[0].id: _post(view, [LocationName(at) for at in free])}
    troops = sorted(
        (unit for unit in units if not smc(view, unit)),
        key=lambda unit: -sum(fp for fp, _ in arms_of(view, [unit])),
    )
    spots = _spots(view, free, len(troops))
    found = {unit.id: str(spot) for unit, spot in zip(troops, spots, strict=True)}
    leaders = [unit for unit in units if smc(view, unit)]
    found |= {unit.id: str(at) for unit, at in zip(leaders, cycle(spots), strict=False)}
    return found


def _has_gun(view: GameView, unit: Unit) -> bool:
    return any(weapon.gun for weapon in view.state.weapons_of(unit.id))


def _post(view: GameView, free: Sequence[LocationName]) -> LocationName:
    """Where a Gun or vehicle has most to fire at, apart from others of them."""
    world, state = view.world, view.state
    ahead = inward(view, "FRIENDLY")
    taken = [
        unit.location
        for unit in state.units.values()
        if unit.location and (unit.vehicle or _has_gun(view, unit))
    ]
    aims = list(vpo(view)) or list(free[:1])

    def worth(at: LocationName) -> float:
        alone = all(world.range(at, other) > APART for other in taken)
        tem = PER_TEM * world.ground.tem(world.locate(at))
        near = min(world.range(at, aim) for aim in aims)
        seen = FIELD * _seen_ahead(world, at, ahead)
        return seen + tem - PER_HEX / 2 * near + ALONE * alone

    return max(free, key=lambda at: (worth(at), str(at)))


def _seen_ahead(world: World, at: LocationName, ahead: int) -> int:
    """The hexes that a Gun or vehicle there sees in a CA; by the map alone, so kept."""
    kept: dict[tuple[LocationName, int], int]
    kept = world.lasting("hexes seen in a CA", None, dict)
    if (at, ahead) not in kept:
        kept[at, ahead] = sum(
            world.range(at, to) <= REACH
            and in_arc(world, at, ahead, to)
            and world.hindrance(at, to) >= 0
            for to in world.names
            if "/" not in to
        )
    return kept[at, ahead]


def _spots(view: GameView, free: Iterable[str], number: int) -> list[LocationName]:
    """A Location for each squad: of each VPO Location in turn the best one left."""
    left = [LocationName(at) for at in free]
    aims = [at for at in vpo(view) if at in left] or left[:1]
    # Which is best follows from the map alone, in every game on it.
    best = view.world.lasting("posts", (left, aims), lambda: _posts(view, left, aims))
    found: list[LocationName] = []
    for aim in islice(cycle(aims), number):
        rest = (at for at in best[aim] if at not in found)
        # where all have somebody, the one that was left last gets more
        found.append(next(rest, None) or found[-1])
    return found


def _posts(
    view: GameView, free: Sequence[LocationName], aims: Sequence[LocationName]
) -> dict[LocationName, list[LocationName]]:
    """All Locations, the best one to guard each of some first."""
    score, world = {at: _score(view, at) for at in free}, view.world

    def worth(at: LocationName, aim: LocationName) -> tuple[float, str]:
        return score[at] - PER_HEX * world.range(at, aim), str(at)

    return {
        aim: sorted(free, key=partial(worth, aim=aim), reverse=True) for aim in aims
    }


def _score(view: GameView, at: LocationName) -> float:
    world = view.world
    tem = world.ground.tem(world.locate(at))
    return PER_TEM * tem + FIELD * _seen_toward(world, at)


def _seen_toward(world: World, at: LocationName) -> int:
    """The hexes near by, farther from the FBE, that it sees; by the map alone."""
    kept: dict[LocationName, int]
    kept = world.lasting("hexes seen toward the ENEMY", None, dict)
    if at not in kept:
        far, reach = world.fbe_distance(at), world.ranges(at)
        kept[at] = sum(
            world.hindrance(at, to) >= 0
            for to in world.names
            if "/" not in to and reach[world.locate(to).hex] <= HEXES
            if world.fbe_distance(to) > far
        )
    return kept[at]


def _holes(
    view: GameView, holes: Sequence[str], free: Sequence[LocationName]
) -> dict[str, str]:
    """Foxholes for those who have least TEM, then near the VPO Locations."""
    world, aims = view.world, list(vpo(view)) or list(free[:1])

    def worth(at: LocationName) -> tuple[bool, int, int, str]:
        manned = bool(view.state.units_at(at, "FRIENDLY"))
        tem = world.ground.tem(world.locate(at))
        return not manned, tem * manned, min(world.range(at, a) for a in aims), at

    spots = sorted(free, key=worth)
    return {id_: str(at) for id_, at in zip(holes, cycle(spots), strict=False)}
