"""S9.33 with D14.2: the vehicles of a platoon keep together, one moving after another.

The lead moves first. It goes no farther than the next one can follow, and each of the
others comes next to one that has moved before it does anything else (D-351).
"""

from collections.abc import Collection, Iterable
from heapq import heappop, heappush

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, random_dr, where
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import inward
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d02_movement.d02_14_entering_a_hex import Wish, way_into
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import mobile_vehicle
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE
from opfor.rules.s_solitaire.s09_vehicles.routes import FAR, Count
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    facing,
    moved_to,
    turn_cost,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_36_bog import dry_steps
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    enemy_vehicles,
    lead_of,
    platoon_of,
    sees_target,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import (
    MP,
    RouteStep,
    kind_of,
    open_steps,
)
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

BESIDE = 1
"""Hexes between vehicles that are in platoon formation (S9.332)."""

Facing = tuple[LocationName, int]
"""A Location, and the VCA of a vehicle there."""


def mates_of(view: GameView, unit: Unit) -> list[Unit]:
    """The others of a vehicle's platoon that can move at all."""
    return [
        mate
        for mate in platoon_of(view, unit)
        if mate.id != unit.id and mobile_vehicle(mate)
    ]


def due(unit: Unit) -> bool:
    """Whether a vehicle has a move left in this MPh that it has not begun."""
    if unit.moved or state_of(unit).trail:
        return False
    return unit.action == "Move" if unit.location else bool(unit.goal)


def gone(view: GameView, unit: Unit) -> list[Unit]:
    """Those of its platoon that have moved before it, or do not move in this MPh."""
    return [mate for mate in mates_of(view, unit) if mate.location and not due(mate)]


def beside(view: GameView, to: LocationName, mates: Iterable[Unit]) -> bool:
    """Whether a Location is next to one of some vehicles, or one is in it."""
    return any(view.world.range(to, mate.location) <= BESIDE for mate in mates)


def fallen_out(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle is next to none of its platoon that moved before it."""
    before = gone(view, unit)
    return bool(before) and not beside(view, unit.location, before)


def met_target(view: GameView, unit: Unit) -> bool:
    """Whether one of its platoon that moved before has a Target in its LOS."""
    return any(sees_target(view, mate) for mate in gone(view, unit))


def held(view: GameView, unit: Unit) -> set[LocationName]:
    """The Locations of the other Good Order ENEMY vehicles."""
    return {
        mate.location
        for mate in enemy_vehicles(view)
        if mate.good_order and mate.id != unit.id
    }


# -- the order ---------------------------------------------------------------------


def moves_before(view: GameView, unit: Unit) -> tuple[bool, Unit, int]:
    """What a vehicle's turn in the MPh follows from, as its platoon moves in one go.

    Whether the platoon is still to begin, whose place gives it its turn, and how far it
    is from those that have moved, or else from the lead.
    """
    world, here = view.world, unit.location or unit.goal
    begun = [mate for mate in gone(view, unit) if state_of(mate).trail or mate.moved]
    if begun:
        near = min(world.range(here, mate.location) for mate in begun)
        return False, unit, near
    lead = lead_of(view, [unit, *(m for m in mates_of(view, unit) if due(m))])
    first = lead.id == unit.id or not lead.location
    return True, lead, 0 if first else 1 + world.range(here, lead.location)


# -- a Target ---------------------------------------------------------------------


@rule(
    "S9.33",
    "Platoon movement",
    exc=("not into a vehicle's Location; Bog only as the last choice",),
    cites=("D14.2", "S9.331", "S9.341", "S9.36"),
)
def platoon_step(
    play: Play, unit: Unit, *, back: LocationName = OFFBOARD
) -> LocationName:
    """Where a vehicle of a platoon goes next once its lead has a Target in LOS.

    The lead vehicle stops as soon as it ends an impulse so, by ESB if it must, and
    spends Delay MP to fire; it has no next Location (NOWHERE). Each other one that has
    no Target goes on, next to one that moved before it, to bring one into its LOS; it
    neither goes away from the FRIENDLY side nor back to where it was (D-351).

    EXC: never into a Location with a Good Order ENEMY vehicle; into a Bog hex only if
    nothing else is left (D-571).
    """
    # S9.33: who has a Target stops.
    if sees_target(play, unit):
        return NOWHERE
    before, foes = gone(play, unit), [friend.location for friend in friends(play)]

    def foe(to: LocationName) -> int:
        return min((play.world.range(to, at) for at in foes), default=0)

    # S9.33: no Location with a Good Order vehicle; S9.36: of the others Bog last.
    shut = held(play, unit) | {at for at, _ in state_of(unit).trail}
    apart = {
        step.to
        for step in open_steps(play, unit, unit.location)
        if not beside(play, step.to, before)
    }
    ways = dry_steps(play, unit, unit.location, back=back, shut=shut | apart)
    open_ = {
        step.to: step
        for step in ways
        if sees_target(play, moved_to(unit, step.to))
        or foe(step.to) <= foe(unit.location)
    }
    if not open_:
        return NOWHERE

    order: PriorityList[LocationName] = PriorityList(
        (
            where("a Target from it", lambda to: sees_target(play, moved_to(unit, to))),
            least("nearest to a FRIENDLY unit", foe),
            least("least MP", lambda to: open_[to].quarters),
        ),
        random_dr(play, fact("where_goes", units=[unit.id])),
    )
    purpose = fact("looks_for_a_target", unit=unit.id)
    return decide(play, order, list(open_), purpose=purpose)


# -- on the way --------------------------------------------------------------------


@rule("S9.33/together", "A platoon keeps together", cites=("S9.33", "D14.2", "S9.332"))
def keeps_together(
    view: GameView, unit: Unit, to: LocationName, *, motion: bool = False
) -> LocationName:
    """Where a vehicle of a platoon enters next: `to`, or NOWHERE if it stops first.

    Who is next to one that moved before it does not leave that one (who is not, makes
    for it first). The lead stops where one of the others would fall out.
    Reading: D-351.

    Args:
        view: the game.
        unit: the vehicle.
        to: where its Move Command takes it; NOWHERE to end its drive.
        motion: its Command, which is that of all of them, leaves them in Motion.
    """
    before = gone(view, unit)
    if to in (NOWHERE, OFFBOARD):
        return to
    joined = before and beside(view, unit.location, before)
    if joined and not beside(view, to, before):
        return NOWHERE
    # S9.33: no farther than the others can follow; who could not anyway does not count.
    for n, mate in enumerate(_after(view, unit), BESIDE):
        lost = not follows(view, mate, to, n, motion=motion)
        if lost and follows(view, mate, unit.location, n, motion=motion):
            return NOWHERE
    return to


def _after(view: GameView, unit: Unit) -> list[Unit]:
    """Those of the platoon that are to move after a vehicle, the nearest first."""

    def key(mate: Unit) -> tuple[int, str]:
        here = mate.location or mate.goal
        return view.world.range(here, unit.location), mate.id

    return sorted((mate for mate in mates_of(view, unit) if due(mate)), key=key)


def follows(
    view: GameView, unit: Unit, to: LocationName, hexes: int, *, motion: bool = False
) -> bool:
    """Whether a vehicle that is to move can come so near to a Location.

    And Stop there, unless it is to stay in Motion.
    """
    start, spent = _start(view, unit)
    ends = _within(view, [to], hexes)
    if start.location in ends:
        return True
    most = kind_of(view, unit).mp * MP - (0 if motion else MP) - spent
    return most >= 0 and bool(way_to(view, start, ends, most=most))


def _start(view: GameView, unit: Unit) -> tuple[Unit, int]:
    """A vehicle as it begins its way, and the quarters of MP spent by then."""
    if unit.location:
        return unit, 0 if state_of(unit).motion else MP
    ahead = moved_to(unit, unit.goal, vca=inward(view, unit.side))
    return ahead, way_into(view, unit, Wish(unit.goal)).quarters


def rejoins(view: GameView, unit: Unit) -> LocationName:
    """The next Location on the way to the nearest of those that moved before.

    Through no Good Order vehicle, if one of those has a Target (S9.33).
    """
    ends = _within(view, [mate.location for mate in gone(view, unit)], BESIDE)
    shut = held(view, unit) if met_target(view, unit) else set()
    way = way_to(view, unit, ends, shut=shut)
    return way[0].to if way else NOWHERE


def _within(
    view: GameView, places: Collection[LocationName], hexes: int
) -> set[LocationName]:
    """The Locations that vehicles enter within so many hexes of some."""
    found = set(places)
    for _ in range(hexes):
        near = {view.world.across(at, side) for at in found for side in range(SIDES)}
        found |= near - {OFFBOARD}
    return found


def way_to(
    view: GameView,
    unit: Unit,
    ends: Collection[LocationName],
    *,
    shut: Collection[LocationName] = (),
    most: int = FAR,
) -> tuple[RouteStep, ...]:
    """The way of least MP to the nearest of some Locations, VCA changes counted.

    By the fewest Bog hexes before that, without Bypass; empty if there is none. What it
    counts holds step by step: who goes it finds the rest of it wherever he is.

    Args:
        view: the game.
        unit: the vehicle.
        ends: where to.
        shut: Locations that it does not enter.
        most: quarters of MP that it may count.
    """
    start = unit.location, state_of(unit).vca
    heap: list[tuple[Count, int, Facing]] = [((0, 0), 0, start)]
    ways: dict[Facing, tuple[RouteStep, ...]] = {start: ()}
    best: dict[Facing, Count] = {start: (0, 0)}
    while heap:
        (bogs, spent), _, (here, vca) = heappop(heap)
        if here in ends:
            return ways[here, vca]
        if (bogs, spent) > best[here, vca]:
            continue
        turning = moved_to(unit, here)
        for step in open_steps(view, unit, here):
            spine = facing(vca, step.side)
            cost = turn_cost(view, turning, vca, spine) + step.quarters
            there, count = (step.to, spine), (bogs + step.bog, spent + cost)
            worse = there in best and best[there] <= count
            if worse or step.to in shut or spent + cost > most:
                continue
            best[there], ways[there] = count, (*ways[here, vca], step)
            heappush(heap, (count, len(ways), there))
    return ()
