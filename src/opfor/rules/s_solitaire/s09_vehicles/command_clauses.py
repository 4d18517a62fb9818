"""The words of {A4c}: what a Move Command has a vehicle do.

docs/move-commands.md explains how a row is written in them. What a clause comes to is a
`VehiclePlan`: where to, how far, and how it ends.
"""

from collections.abc import Callable, Sequence

from opfor.core.explain import decide
from opfor.core.fact import Fact, fact
from opfor.core.priority import Line, PriorityList, least, random_dr, where
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import covers, vector
from opfor.rules.choices.vocabulary import Clause, Vocabulary, always
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import overrun_cost
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends, has_target, known_at
from opfor.rules.s_solitaire.s09_movement.danger import hexside_tem
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import roll_at_start
from opfor.rules.s_solitaire.s09_movement.s09_25_vpo import toward_vpo
from opfor.rules.s_solitaire.s09_vehicles.armament import (
    behind,
    could_destroy,
    shows_front,
)
from opfor.rules.s_solitaire.s09_vehicles.routes import (
    FAR,
    VehicleRoute,
    by_mp,
    route_to,
    routes,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    at_weapon,
    bearing_arms,
    facing,
    moved_to,
    seen_from,
    turn_cost,
    vehicles_at,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_35_roads import on_road
from opfor.rules.s_solitaire.s09_vehicles.s09_321_attitude import (
    entering_attitude,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import MP, kind_of, steps, terrain_of
from opfor.state.counters import Gun
from opfor.state.in_progress import VehiclePlan
from opfor.state.play import GameView, Play
from opfor.state.units import NO_CA, Attitude, LocationName, Unit

FIRING = (4, 12)
"""The range in hexes at which a vehicle likes to fight."""


Condition = Callable[[GameView, Unit], bool]
Manner = Callable[[Play, Unit], VehiclePlan | None]
Stops = Callable[[GameView, Unit], bool]
Spot = Line[LocationName]


# -- conditions --------------------------------------------------------------------


def known_target(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle has a Known Target where it is."""
    return bool(seen_from(view, unit))


def attitude_of(view: GameView, unit: Unit) -> Attitude:
    """The Attitude of a vehicle."""
    return entering_attitude(view, unit)


def placed_to_fire(view: GameView, unit: Unit) -> bool:
    """Whether its armament bears on a Known Target where it stands, BU too (D-933)."""
    moving = unit.vehicle is not None and unit.vehicle.motion
    return not moving and any(
        bearing_arms(view, unit, at, known=True, opened=True)
        for at in seen_from(view, unit)
    )


CONDITIONS: Vocabulary[Condition] = Vocabulary(
    (
        always("on a road", lambda view, unit: on_road(view, unit.location)),
        always("a Known Target exists", known_target),
        always("no Known Target", lambda view, unit: not known_target(view, unit)),
        always("placed to fire", placed_to_fire),
        always(
            "Advance Attitude", lambda view, unit: attitude_of(view, unit) == "Advance"
        ),
        always("Hold Attitude", lambda view, unit: attitude_of(view, unit) == "Hold"),
    )
)
"""What must hold for a clause to count, before its colon."""


# -- where to ----------------------------------------------------------------------


def along_the_road(view: GameView, unit: Unit) -> VehiclePlan | None:
    """Along the road; None without one."""
    roads = any(step.road for step in steps(view, unit, unit.location))
    return VehiclePlan(how="road", motion=True) if roads else None


def budget(view: GameView, unit: Unit) -> int:
    """Quarters of MP that a vehicle has for its way, if it stops in the end."""
    started = unit.vehicle is not None and unit.vehicle.motion
    return kind_of(view, unit).mp * MP - MP - (0 if started else MP)


def reached(view: GameView, unit: Unit) -> dict[LocationName, VehicleRoute]:
    """The Locations that a vehicle can come to in this MPh, its own among them."""
    most_ = budget(view, unit), FAR
    return routes(view, unit, unit.location, count=by_mp, most=most_)


def _into(
    play: Play,
    unit: Unit,
    ways: dict[LocationName, VehicleRoute],
    aim: Fact,
    *lines: Spot,
) -> VehiclePlan | None:
    """Into one of some Locations, by a list; the nearest in MP, then a Random dr."""
    if not ways:
        return None
    near: Spot = least("nearest in MP", lambda at: ways[at].count or (0, 0))
    tie = random_dr(play, fact("where_goes", units=[unit.id]))
    order = PriorityList((*lines, near), tie)
    purpose = fact("vehicle_makes_for", unit=unit.id, aim=aim)
    to = decide(play, order, list(ways), purpose=purpose)
    return VehiclePlan(how="route", way=tuple(step.to for step in ways[to].steps))


def to_firing_position(play: Play, unit: Unit) -> VehiclePlan | None:
    """Where its armament bears on a Known Target: best out of reach, and in cover."""
    ways = {
        at: way
        for at, way in reached(play, unit).items()
        if seen_from(play, moved_to(unit, at))
    }

    def fair(at: LocationName) -> bool:
        found = seen_from(play, moved_to(unit, at))
        return any(FIRING[0] <= play.world.range(at, to) <= FIRING[1] for to in found)

    return _into(
        play,
        unit,
        ways,
        fact("a_firing_position"),
        where("out of range of Known A-T Weapons", lambda at: not _at_reach(play, at)),
        where("a Known Target 4 to 12 hexes away", fair),
        where("wall, hedge or woods for cover", lambda at: _covered(play, at)),
    )


def _at_reach(view: GameView, at: LocationName) -> bool:
    return any(
        friend in known_at(view, friend.location)
        and at_weapon(view, friend, at)
        and sees(view, friend.location, at)
        for friend in friends(view)
    )


def _covered(view: GameView, at: LocationName) -> bool:
    return hexside_tem(view, at) > 0 or terrain_of(view, at) in ("woods", "light woods")


def toward(*, half: bool, ce: bool) -> Manner:
    """Toward a VPO Location, with half or all of its MP: by S9.25 and S9.251 which."""

    def going(play: Play, unit: Unit) -> VehiclePlan | None:
        goals, here = toward_vpo(play, stack(play, [unit])), unit.location
        way = route_to(play, unit, goals, count=by_mp)
        if not way and all(play.world.range(here, at) > 1 for at in goals):
            way = route_to(play, unit, _beside(play, goals), count=by_mp)
        if not way:
            return None
        most_ = kind_of(play, unit).mp * MP // 2 if half else 0
        ends = tuple(step.to for step in way)
        return VehiclePlan(how="route", way=ends, most=most_, ce=ce)

    return going


def _beside(view: GameView, goals: Sequence[LocationName]) -> list[LocationName]:
    """The Locations next to some that no vehicle enters."""
    hexes = [Location(view.world.locate(at).hex) for at in goals]
    every = ((view.world.name(hex_), side) for hex_ in hexes for side in range(SIDES))
    near = [to for at, side in every if (to := view.world.across(at, side))]
    return list(dict.fromkeys(near))


def support(hexes: int) -> Manner:
    """Near the closest ENEMY MMC that has a Target or moves, not ahead of it."""

    def going(play: Play, unit: Unit) -> VehiclePlan | None:
        men = [
            other
            for other in play.state.units.values()
            if other.side == "ENEMY"
            and other.location
            and other.good_order
            and mmc(play, other)
            and (other.action == "Move" or has_target(play, [other]))
        ]
        if not men:
            return None
        world = play.world
        closest = min(men, key=lambda u: world.range(unit.location, u.location))
        ahead = world.fbe_distance(closest.location)
        ways = {
            at: way
            for at, way in reached(play, unit).items()
            if world.range(at, closest.location) <= hexes
            and world.fbe_distance(at) >= ahead
        }
        return _into(play, unit, ways, fact("supports", unit=closest.id))

    return going


def flank(play: Play, unit: Unit) -> VehiclePlan | None:
    """Where it sees the side or rear of a Known vehicle, or is out of a Gun's CA."""
    ways = {
        at: way
        for at, way in reached(play, unit).items()
        if any(_flanked(play, to, at) for to in seen_from(play, moved_to(unit, at)))
    }
    rear: Spot = where("the rear of a vehicle", lambda at: _sees_rear(play, unit, at))
    return _into(play, unit, ways, fact("a_flanking_position"), rear)


def _flanked(view: GameView, there: LocationName, at: LocationName) -> bool:
    for other in vehicles_at(view, there):
        if not shows_front(view, other, at):
            return True
    return out_of_ca(view, there, at)


def _sees_rear(view: GameView, unit: Unit, at: LocationName) -> bool:
    there = seen_from(view, moved_to(unit, at))
    return any(behind(view, o, at) for to in there for o in vehicles_at(view, to))


def out_of_ca(view: GameView, there: LocationName, at: LocationName) -> bool:
    """Whether a Known Gun is in a Location and a second one lies out of its CA."""
    way = vector(view.world, there, at)
    for friend in known_at(view, there):
        for weapon in view.state.weapons_of(friend.id):
            gun = isinstance(view.world.counter(weapon.counter), Gun)
            if gun and weapon.gun and weapon.gun.ca != NO_CA:
                return not covers(weapon.gun.ca, way)
    return False


def by_ras(play: Play, unit: Unit) -> VehiclePlan:
    """By RAS, over roads and open ground."""
    return VehiclePlan(how="RAS", heading=roll_at_start(play, stack(play, [unit])))


def overrun(play: Play, unit: Unit) -> VehiclePlan | None:
    """An OVR of Known Infantry in Open Ground, or of a Gun from outside its CA.

    Not where a Known A-T Weapon within four hexes sees the way's end, nor where its MP
    do not suffice in this MPh: then the next clause counts (D-021).
    """
    found = [at for at in seen_from(play, unit) if _overruns(play, unit, at)]
    if not found:
        return None
    ways: dict[LocationName, VehicleRoute] = {}
    most_ = budget(play, unit) // 2, FAR
    every = routes(play, unit, unit.location, count=by_mp, most=most_)
    for at in found:
        for step in steps(play, unit, at):
            way = every.get(step.to)
            if way and _suffices(play, unit, way, at):
                ways[at] = min(
                    (ways.get(at, way), way), key=lambda one: one.count or (0, 0)
                )
    driving = _into(play, unit, ways, fact("overruns"))
    if driving is None:
        return None
    target = next(at for at in ways if _ends(ways[at]) == driving.way)
    return VehiclePlan(how="overrun", way=(*driving.way, target), target=target)


def _suffices(view: GameView, unit: Unit, way: VehicleRoute, at: LocationName) -> bool:
    """Whether its MP take a vehicle along a way and into an OVR at its end (D7.1)."""
    here, vca = unit.location, state_of(unit).vca
    last = way.steps[-1].to if way.steps else here
    into = (step for step in steps(view, unit, last) if step.to == at)
    spent = overrun_cost(view, unit)
    for step in (*way.steps, *into):
        spine = facing(vca, step.side)
        spent += turn_cost(view, moved_to(unit, here), vca, spine) + step.quarters
        here, vca = step.to, spine
    return here == at and spent <= budget(view, unit)


def _ends(way: VehicleRoute) -> tuple[LocationName, ...]:
    return tuple(step.to for step in way.steps)


OVERRUN_GUARD = 4
"""Hexes within which a Known A-T Weapon keeps a vehicle from an OVR."""


def _overruns(view: GameView, unit: Unit, at: LocationName) -> bool:
    if vehicles_at(view, at) or view.world.locate(at).level:
        return False
    bare = view.world.ground.open_ground(view.world.locate(at))
    if not (bare or out_of_ca(view, at, unit.location)):
        return False
    return not any(
        friend.location != at
        and friend in known_at(view, friend.location)
        and view.world.range(friend.location, at) <= OVERRUN_GUARD
        and at_weapon(view, friend, at)
        and sees(view, friend.location, at)
        for friend in friends(view)
    )


def pull_back(play: Play, unit: Unit) -> VehiclePlan | None:
    """Out of LOS of every Known Target that could destroy it; None if none could."""
    foes = [
        friend
        for at in seen_from(play, unit)
        for friend in known_at(play, at)
        if _deadly(play, friend, unit)
    ]
    if not foes:
        return None
    ways = {
        at: way
        for at, way in reached(play, unit).items()
        if not any(sees(play, friend.location, at) for friend in foes)
    }
    return _into(play, unit, ways, fact("pulls_back"))


def _deadly(view: GameView, friend: Unit, unit: Unit) -> bool:
    return at_weapon(view, friend, unit.location) and could_destroy(view, friend, unit)


def stay(_play: Play, _unit: Unit) -> VehiclePlan:
    """It stays Stopped."""
    return VehiclePlan(how="stay")


VPO = "toward the closest FRIENDLY Controlled VPO Location"

DRIVES: Vocabulary[Manner] = Vocabulary(
    (
        always("stay", stay),
        always("along the road toward the FBE, in Motion", along_the_road),
        always("into the nearest firing position", to_firing_position),
        always(f"half its MP {VPO}, then CE", toward(half=True, ce=True)),
        always(f"all MP {VPO}", toward(half=False, ce=False)),
        Clause("within {n} hexes of the closest MMC that fires or moves", support),
        always("into a flanking position", flank),
        always("all MP by RAS", by_ras),
        always("overrun Infantry in Open Ground or a Gun from outside its CA", overrun),
        always("out of LOS of every Known Target able to destroy it", pull_back),
    )
)
"""What a clause has a vehicle do."""


def _known_within(hexes: int) -> Stops:
    def stops(view: GameView, unit: Unit) -> bool:
        found = seen_from(view, unit)
        return any(view.world.range(unit.location, at) <= hexes for at in found)

    return stops


STOPS: Vocabulary[Stops] = Vocabulary(
    (
        always("stop with a Known Target", known_target),
        Clause("stop with a Known Target within {n} hexes", _known_within),
    )
)
"""What ends a drive."""
