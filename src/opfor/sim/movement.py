"""Where a stack moves: what lies within its MF, what it costs in fire, what it brings.

A move is worth what is gained at its end less what is risked on the way. The end of a
move is not where a unit stays: it may advance. So a stack may step out of LOS to come
back, or end where it is safe and advance into what it wants.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from opfor.core.errors import OpforError
from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, smc
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
    move_of,
)
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.choices.orders import MoveTo, Shelter
from opfor.sim.arms import Arms, allowed, arms_of, leadership_of, squads
from opfor.sim.judgement import Aims, Assessment
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit

PASSING = 0.6
"""How much of the harm that is to be feared on the way counts."""

LED = 0.06
"""What the company of a leader is worth; with Command Control, of one near by."""

ROOM = 2
"""Squads that stand in a Location without being a crowd."""

NEAR = 8
"""Hexes within which enemies make a large stack a large target."""

LEAVING = 0.1
"""What it costs to give up an entrenchment."""

BETTER = 0.01
"""What an order must gain to be given."""

TRIES = 6
"""Destinations that are tried until a step toward one is legal."""


class RiskStep(NamedTuple):
    """A Location within reach: what was risked so far, and where it is come to from."""

    risk: float
    spent: int
    back: LocationName


class Commitments:
    """What a side has made up its mind to, as long as the danger stays what it is.

    Attributes:
        danger: what it goes by.
        stays: the ids of stacks that are best where they are.
        ways: where a stack that has set out goes, by its ids, from its start on.
    """

    def __init__(self) -> None:
        self.danger: object = None
        self.stays: set[tuple[str, ...]] = set()
        self.ways: dict[tuple[str, ...], Sequence[LocationName]] = {}

    def face(self, danger: object) -> None:
        """Think anew if the danger is not what it was."""
        if danger != self.danger:
            self.danger, self.stays, self.ways = danger, set(), {}


class MovingStack(NamedTuple):
    """Units that move together, and what they are as one.

    Args:
        units: the units.
        ids: theirs.
        size: what they are worth, in squads.
        dear: what their losses count for, in squads.
        arms: what they could fire with.
        led: the DRM of the best leader among them.
        troops: whether there is a MMC among them.
        leader: whether there is a leader in Good Order.
        aims: what they make for.
    """

    units: tuple[Unit, ...]
    ids: tuple[str, ...]
    size: float
    dear: float
    arms: Arms
    led: int
    troops: bool
    leader: bool
    aims: Aims


def stack_of(judge: Assessment, units: Sequence[Unit]) -> MovingStack:
    """Some units as a stack."""
    view, size = judge.view, squads(judge.view, units)
    return MovingStack(
        tuple(units),
        tuple(unit.id for unit in units),
        size,
        size * judge.care(units),
        arms_of(view, units),
        leadership_of(view, units),
        any(mmc(view, unit) for unit in units),
        _has_leader(view, units),
        judge.aims_of(units[0]),
    )


def _has_leader(view: GameView, units: Iterable[Unit]) -> bool:
    return any(smc(view, unit) and unit.good_order for unit in units)


class SideMoves:
    """The moves of a side at a moment.

    Args:
        judge: how things look.
        mind: what was made up before.
    """

    def __init__(
        self,
        judge: Assessment,
        mind: Commitments | None = None,
        *,
        roomy: bool = False,
    ) -> None:
        self._judge, self._view, self._roomy = judge, judge.view, roomy
        self._mind = mind or Commitments()
        self._mind.face(judge.danger)
        self._stays: dict[tuple[LocationName, tuple[str, ...]], float] = {}

    def stacks(self) -> Iterator[tuple[Unit, ...]]:
        """Who moves together: a leader with two squads, all others alone.

        Where enemies are known to be near, a leader goes with one squad only. Those
        who enter the map go first, then those nearest to what they make for; of
        scouts those who are alone, the least armed ahead.
        """
        together: dict[tuple[LocationName, str, Aims], list[Unit]] = {}
        for unit in self._view.state.units.values():
            if unit.side != self._judge.side or unit.id in self._judge.gunners:
                continue
            if movable(self._view, unit):
                key = unit.location, unit.inside, self._judge.aims_of(unit)
                together.setdefault(key, []).append(unit)
        for key in sorted(together, key=self._nearness):
            yield from self._parted(together[key])

    def _nearness(self, key: tuple[LocationName, str, Aims]) -> int:
        place, _, aims = key
        return self._judge.far(place, aims) if place else -1

    def _parted(self, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
        view = self._view
        leaders = [unit for unit in units if smc(view, unit)]
        scouts = self._judge.temper.scouts
        near = scouts or self._enemies_near(units[0].location)
        with_him = 1 if near else ROOM
        others = sorted(
            (unit for unit in units if not smc(view, unit)),
            key=lambda unit: (-len(arms_of(view, [unit])), unit.id),
        )
        led: list[tuple[Unit, ...]] = []
        for leader in leaders:
            led.append((*others[:with_him], leader))
            others = others[with_him:]
        alone = [(unit,) for unit in others]
        yield from [*reversed(alone), *led] if scouts else [*led, *alone]

    def _enemies_near(self, place: LocationName) -> bool:
        world = self._view.world
        places = self._judge.known_enemies if place else ()
        return any(world.range(place, at) <= NEAR for at in places)

    def step(self, units: Sequence[Unit]) -> MoveTo | Shelter | None:
        """The next step of a stack toward the best that it can reach; None to stay.

        Who is inside an entrenchment leaves it first, if that is worth it.
        """
        ids, mind = tuple(unit.id for unit in units), self._mind
        if ids in mind.stays:
            return None
        here, way = units[0].location, mind.ways.get(ids, ())
        if here in way[1:]:
            if here == way[-1]:
                return None
            order = MoveTo(units=ids, to=way[way.index(here) + 1])
            if self._allowed(order):
                return order
        found = self._chosen(units) if self._left(units) > 0 else None
        if found is None:
            mind.stays.add(ids)
        return found

    def _chosen(self, units: Sequence[Unit]) -> MoveTo | Shelter | None:
        here, stack = units[0].location, stack_of(self._judge, units)
        near = self._reach(here, self._left(units), stack)
        known = {to: self.end(to, stack) - step.risk for to, step in near.items()}
        inside = bool(units[0].inside)
        stay = self.end(here, stack) + BETTER if here else float("-inf")
        stay += LEAVING * inside
        best = sorted(known, key=lambda to: (-known[to], near[to].spent, to))
        barred: set[LocationName] = set()
        most = max([stay, *known.values()])
        if hastened := self._double_time(here, stack, most):
            return hastened
        for to in best[:TRIES] if here else best:
            if known[to] <= stay:
                return None
            way = _way(near, here, to)
            if way[0] in barred:
                continue
            if inside:
                out = Shelter(stack.ids)
                return out if self._allowed(out) else None
            for assault in (True, False) if len(way) == 1 and here else (False,):
                order = MoveTo(units=stack.ids, to=way[0], assault=assault)
                if self._allowed(order):
                    self._mind.ways[stack.ids] = [here, *way]
                    return order
            barred.add(way[0])
        return None

    def _double_time(
        self, here: LocationName, stack: MovingStack, least: float
    ) -> MoveTo | None:
        """The first step by Double Time to where it gains more than that (A4.5)."""
        tired, begun = self._judge.temper.tired, self._view.state.move is not None
        if not tired or begun or stack.units[0].inside:
            return None
        far = self._reach(here, self._left(stack.units, double_time=True), stack)
        worth = {to: self.end(to, stack) - step.risk for to, step in far.items()}
        best = max(worth, key=lambda to: (worth[to], to), default=None)
        if best is None or worth[best] - tired * stack.size <= least:
            return None
        way = _way(far, here, best)
        order = MoveTo(units=stack.ids, to=way[0], double_time=True)
        if not self._allowed(order):
            return None
        self._mind.ways[stack.ids] = [here, *way]
        return order

    def _left(self, units: Sequence[Unit], *, double_time: bool = False) -> int:
        """Quarters of MF that a stack may still spend."""
        ids = tuple(unit.id for unit in units)
        order = MoveTo(ids, OFFBOARD, double_time=double_time)
        try:
            move = begin_or_continue(self._view, units, order).move
        except OpforError:
            return 0
        return 0 if move.stopped or move.assault else move.allotment - move.spent

    def _reach(
        self, here: LocationName, left: int, stack: MovingStack
    ) -> dict[LocationName, RiskStep]:
        """Each Location within reach by the way on which least is risked."""
        judge, found = self._judge, dict[LocationName, RiskStep]()
        heap: list[tuple[float, int, LocationName, LocationName]] = []
        for to, quarters in self._ways(here, left):
            heappush(heap, (self._passed(to, stack), quarters, to, here))
        while heap:
            risk, spent, at, back = heappop(heap)
            if spent > left or at in found or at == here:
                continue
            found[at] = RiskStep(risk, spent, back)
            for to, quarters in self._ways(at, 0):
                if to not in found and to not in judge.known_places:
                    total = spent + quarters
                    if total <= left:
                        more = risk + self._passed(to, stack)
                        heappush(heap, (more, total, to, at))
        return found

    def _passed(self, to: LocationName, stack: MovingStack) -> float:
        risk = PASSING * stack.dear * self._judge.risk(to, moving=True)
        return risk + BETTER * self._crowded(to, stack)

    def _crowded(self, to: LocationName, stack: MovingStack) -> bool:
        """Whether a stack would Overstack a Location, for whoever minds (A5.1)."""
        there = self._others(to, stack) if self._roomy else []
        return bool(there) and excess(self._view, [*there, *stack.units]) > 0

    def _ways(self, here: LocationName, fresh: int) -> list[tuple[LocationName, int]]:
        """The next Locations and their cost; a whole move if it takes all MF."""
        known = self._judge.known_places
        return [
            (to, (fresh or 10**6) if quarters == ALL else quarters)
            for to, quarters in self._judge.plan.ways(here)
            if to not in known
        ]

    def _allowed(self, order: MoveTo | Shelter) -> bool:
        return allowed(self._view, self._judge.side, order)

    # -- what a Location is worth --------------------------------------------------

    def end(self, place: LocationName, stack: MovingStack) -> float:
        """What it is worth to end the move somewhere: the best advance from there."""
        halted = self._judge.temper.halted * stack.dear * self._judge.risk(place)
        known = self._judge.known_places
        best = max(self.stay(place, stack), -9)
        for to, _ in self._judge.plan.ways(place):
            if to not in known:
                best = max(best, self.stay(to, stack) - BETTER)
        return best - halted

    def stay(self, place: LocationName, stack: MovingStack) -> float:
        """What it is worth to stand somewhere until the next own MPh."""
        # Asked for each way that leads there.
        key = place, stack.ids
        found = self._stays.get(key)
        if found is None:
            found = self._stays[key] = self._stay(place, stack)
        return found

    def _stay(self, place: LocationName, stack: MovingStack) -> float:
        judge, size, temper = self._judge, stack.size, self._judge.temper
        if not stack.troops:
            return self._leader_alone(place, stack)
        start, aims = stack.units[0].location or place, stack.aims
        progress = judge.hurry(start, aims) * judge.far(place, aims) / MF
        fire = temper.firing * min(2.0, judge.shot(stack.arms, stack.led, place))
        comes = place != stack.units[0].location
        risk = judge.arrival(place) if comes else judge.risk(place)
        hurt = temper.staying * stack.dear * risk
        there = self._others(place, stack)
        more = squads(self._view, there) if there else 0
        crowd = temper.crowd * max(0.0, more + size - ROOM - 0.5)
        if temper.room:
            crowd += temper.room * excess(self._view, [*there, *stack.units])
        aim = temper.taking * (place in aims and not self._garrison(there))
        led = LED if stack.leader or _has_leader(self._view, there) else 0.0
        return size * (aim - progress) + fire - hurt - crowd + led

    def _others(self, place: LocationName, stack: MovingStack) -> list[Unit]:
        there = self._own.get(place, ())
        return [unit for unit in there if unit.id not in stack.ids]

    @cached_property
    def _own(self) -> dict[LocationName, list[Unit]]:
        """The units of its side by where they are."""
        found: dict[LocationName, list[Unit]] = {}
        for unit in self._view.state.units.values():
            if unit.side == self._judge.side and unit.location:
                found.setdefault(unit.location, []).append(unit)
        return found

    def _garrison(self, there: Sequence[Unit]) -> bool:
        """Whether somebody is there already who holds the Location."""
        return any(unit.good_order and mmc(self._view, unit) for unit in there)

    def _leader_alone(self, place: LocationName, stack: MovingStack) -> float:
        """A leader by himself goes to whom he can rally, else to those he can lead."""
        others = self._others(place, stack)
        there = [u for u in others if mmc(self._view, u)]
        broken = sum(unit.broken for unit in there)
        led = any(smc(self._view, u) for u in others)
        company = 0.6 * min(2, broken) + 0.2 * (bool(there) and not led)
        if not there:
            company -= 0.02 * self._to_company(place)
        return company - self._judge.temper.staying * self._judge.risk(place)

    def _to_company(self, place: LocationName) -> int:
        world = self._view.world
        return min((world.range(place, at) for at in self._company), default=0)

    @cached_property
    def _company(self) -> list[LocationName]:
        """Where there are MMC of its side."""
        return [
            at
            for at, units in self._own.items()
            if any(mmc(self._view, unit) for unit in units)
        ]


def _way(
    near: Mapping[LocationName, RiskStep], here: LocationName, to: LocationName
) -> list[LocationName]:
    """The Locations on the way to one within reach."""
    found = [to]
    while (back := near[found[-1]].back) != here:
        found.append(back)
    return found[::-1]


def in_hand(judge: Assessment) -> tuple[Unit, ...]:
    """The stack that is on its way and may go on."""
    view = judge.view
    movers = [unit for unit in view.state.movers() if movable(view, unit)]
    return tuple(movers) if move_of(view, movers or ()) else ()
