"""S9.26, S9.36, S9.37: the ways open to a vehicle, and what a route of it counts.

One way is compared with another by what the Terrain Chart has for it: MP for what is
entered, a Bog check where there is one. What a move costs in play, VCA changes and the
like, is for chapter D to say (D-238).
"""

from collections.abc import Callable, Collection, Sequence
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.geo.cost import landing
from opfor.geo.drive import ROAD, ROAD_BU
from opfor.geo.hexes import SIDES
from opfor.rules.asl.a01_units import piece
from opfor.rules.asl.a04_bypass import OBSTACLES
from opfor.rules.s01_terms import friends
from opfor.rules.s05_prohibited import PAVED
from opfor.rules.s09_movers import stack
from opfor.rules.s09_prohibited import prohibited
from opfor.state.counters import Vehicle
from opfor.state.play import Look
from opfor.state.units import OFFBOARD, LocationName, Unit

MP = MF
"""Quarters in one MP."""

MUDDY = ("mud", "deep snow")
"""Ground on which all but paved roads may bog a vehicle (D8.23)."""

Count = tuple[int, ...]
Counting = Callable[["Step"], Count]


class Step(Struct, frozen=True, kw_only=True):
    """One hex that a vehicle may enter next.

    Args:
        to: the Location.
        side: the hexside of the hex it leaves.
        quarters: of MP, by the Terrain Chart.
        bog: a Bog check is due.
        road: it comes by road.
        bypass: the hexsides along which it goes, for VBM.
    """

    to: LocationName
    side: int
    quarters: int
    bog: bool = False
    road: bool = False
    bypass: tuple[int, ...] = ()


def kind_of(look: Look, unit: Unit) -> Vehicle:
    """The counter of a vehicle.

    Errors:
        OpforError: it is none.
    """
    found = piece(look, unit)
    if not isinstance(found, Vehicle):
        raise OpforError(f"{unit.id} is no vehicle", "S9.3")
    return found


# -- by the terrain ----------------------------------------------------------------


def steps(look: Look, unit: Unit, start: LocationName) -> tuple[Step, ...]:
    """The hexes that the terrain lets a vehicle enter from a Location; kept."""
    found, ce = kind_of(look, unit), bool(unit.vehicle and unit.vehicle.ce)
    rate = ROAD if ce or found.unarmored else ROAD_BU
    name = f"vehicle ways {found.id} {rate}"
    kept: dict[LocationName, tuple[Step, ...]] = look.world.lasting(name, None, dict)
    if start not in kept:
        every = (_step(look, found, start, side, rate) for side in range(SIDES))
        kept[start] = tuple(step for step in every if step is not None)
    return kept[start]


def _step(
    look: Look, found: Vehicle, start: LocationName, side: int, rate: int
) -> Step | None:
    """The way across one hexside; None if no vehicle of this kind can take it."""
    world = look.world
    here, lists = world.locate(start), world.moves.lists
    across = lists.other[here.hex][side]
    there = landing(lists, here, side, across) if across >= 0 else "off the map"
    if isinstance(there, str) or there.level > 0:
        return None
    if world.ground.building[there.hex] and (found.open_topped or found.unarmored):
        return None
    to = world.name(there)
    way = world.drives(start, to, found, road_rate=rate)[-1]
    if way.bar:
        return None
    return Step(
        to=to,
        side=side,
        quarters=found.mp * MP if way.all else way.quarters,
        bog=bool(way.bog),
        road=way.road,
    )


# -- as things stand ---------------------------------------------------------------


def open_steps(look: Look, unit: Unit, start: LocationName) -> list[Step]:
    """The hexes that a vehicle may enter next: none that S9.26 forbids, or is held."""
    held = {friend.location for friend in friends(look)}
    mover = stack(look, [unit])
    return [
        step
        for step in steps(look, unit, start)
        if step.to not in held and not prohibited(look, mover, step.to)
    ]


@rule(
    "S9.36",
    "Bog hexes only as the last choice",
    exc=("Mud, or a Move Command into one",),
    cites=("S9.37", "S9.361", "D8.2"),
)
def dry_steps(
    look: Look,
    unit: Unit,
    start: LocationName,
    *,
    back: LocationName = OFFBOARD,
    ordered: LocationName = OFFBOARD,
) -> list[Step]:
    """The hexes among which a vehicle chooses: those that may not bog it, if any.

    Without entering the hex it has just left. Past an obstacle it goes by Bypass.

    EXC: in Mud all that no woods or obstacle blocks, paved roads first (S9.361); a hex
    that the Move Command has it enter, such as for an OVR.
    """
    every = [step for step in open_steps(look, unit, start) if step.to != back]
    if look.state.weather.ground in MUDDY:
        clear = [s for s in every if terrain_of(look, s.to) not in OBSTACLES]
        return [s for s in clear if paved(look, s)] or clear or every
    every = [around(look, step) if step.to != ordered else step for step in every]
    dry = [step for step in every if not step.bog or step.to == ordered]
    return dry or every


def terrain_of(look: Look, where: LocationName) -> str:
    """The name of a Location's terrain."""
    return look.world.ground.terrain(look.world.locate(where)).name


def paved(look: Look, step: Step) -> bool:
    """Whether a step follows a paved road."""
    hex_ = look.world.locate(step.to).hex
    return step.road and bool((look.world.joins.road[hex_] == PAVED).any())


@rule("S9.37", "Bypass to avoid Bog or Prohibited Locations", cites=("D2.3",))
def around(look: Look, step: Step) -> Step:
    """A step into an obstacle that may bog as a step by Bypass along it, if it can be.

    Along the hexside next to the one crossed, clockwise first; each costs twice what
    Open Ground does.
    """
    if not step.bog or terrain_of(look, step.to) not in OBSTACLES:
        return step
    clear = look.world.joins.clear[look.world.locate(step.to).hex]
    entered = (step.side + SIDES // 2) % SIDES
    for turn in (1, -1):
        side = (entered + turn) % SIDES
        if clear[side]:
            return replace(step, bypass=(side,), bog=False, quarters=2 * MP)
    return step


# -- routes ------------------------------------------------------------------------


def by_mp(step: Step) -> Count:
    """A route of least MP, then of least hexes."""
    return step.quarters, 1


def by_bog(step: Step) -> Count:
    """A route of least Bog hexes, then of least MP (S9.26, S9.32)."""
    return int(step.bog), step.quarters


class Way(Struct, frozen=True):
    """A route: its steps, and what it counts."""

    steps: tuple[Step, ...]
    count: Count


def routes(
    look: Look,
    unit: Unit,
    start: LocationName,
    *,
    count: Counting = by_bog,
    only: Callable[[Step], bool] = lambda _step: True,
    shut: Collection[LocationName] = (),
) -> dict[LocationName, Way]:
    """The cheapest route from a Location to every one that can be reached.

    Args:
        look: the game.
        unit: the vehicle.
        start: where from.
        count: what each step counts.
        only: the steps that may be taken.
        shut: Locations that may not be entered.
    """
    found = {start: Way((), ())}
    heap: list[tuple[Count, int, LocationName]] = [((), 0, start)]
    ways: dict[LocationName, tuple[Step, ...]] = {start: ()}
    done: set[LocationName] = set()
    order = 0
    while heap:
        so_far, _, here = heappop(heap)
        if here in done:
            continue
        done.add(here)
        found[here] = Way(ways[here], so_far)
        for step in _around_all(look, open_steps(look, unit, here)):
            if step.to in done or step.to in shut or not only(step):
                continue
            total = _plus(so_far, count(step))
            order += 1
            known = found.get(step.to)
            if known is None or total < known.count:
                found[step.to] = Way((), total)
                ways[step.to] = (*ways[here], step)
                heappush(heap, (total, order, step.to))
    return found


def _around_all(look: Look, every: Sequence[Step]) -> list[Step]:
    return [around(look, step) for step in every]


def _plus(one: Count, other: Count) -> Count:
    if not one:
        return other
    return tuple(a + b for a, b in zip(one, other, strict=True))


def route_to(
    look: Look,
    unit: Unit,
    goals: Collection[LocationName],
    *,
    count: Counting = by_bog,
    start: LocationName = OFFBOARD,
) -> tuple[Step, ...]:
    """The steps to the nearest of some Locations; empty if there is no way."""
    found = routes(look, unit, start or unit.location, count=count)
    ends = [found[goal] for goal in goals if goal in found and found[goal].steps]
    return min(ends, key=lambda way: way.count).steps if ends else ()
