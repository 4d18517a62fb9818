"""Where a stack moves: what lies within its MF, what it costs in fire, what it brings.

A move is worth what is gained at its end less what is risked on the way. The end of a
move is not where a unit stays: it may advance. So a stack may step out of LOS to come
back, or end where it is safe and advance into what it wants.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from opfor.core.errors import OpforError
from opfor.geo.chart import MF
from opfor.rules.asl.a01_units import mmc, smc
from opfor.rules.asl.a04_movement import begun, going_on, movable
from opfor.rules.orders import MoveTo, Shelter
from opfor.sim.judgement import (
    Arms,
    Judgement,
    allowed,
    arms_of,
    leadership_of,
    squads,
)
from opfor.state.units import OFFBOARD, LocationName, Unit

PASSING, HALTED, STAYING = 0.6, 0.5, 1.0
"""How much of the harm that is to be feared counts: on the way, where the move ends
until the advance, and where a unit stays until its next move."""

FIRING = 0.6
"""How much of the harm that it could do from where it stays counts."""

ON_THE_AIM = 0.25
"""What it is worth to be in a Location that is to be taken or held."""

CROWD = 0.15
"""What each squad beyond two in a Location costs."""

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


class Step(NamedTuple):
    """A Location within reach: what was risked so far, and the first step to it."""

    risk: float
    spent: int
    first: LocationName


class March:
    """The moves of a side at a moment.

    Args:
        judge: how things look.
    """

    def __init__(self, judge: Judgement) -> None:
        self._judge, self._look = judge, judge.look
        self._stays: dict[tuple[LocationName, tuple[str, ...]], float] = {}

    def stacks(self) -> Iterator[tuple[Unit, ...]]:
        """Who moves together: a leader with two squads, all others alone.

        Where enemies are known to be near, a leader goes with one squad only. Those
        who enter the map go first, then those nearest to what they make for.
        """
        by_place: dict[tuple[LocationName, str], list[Unit]] = {}
        for unit in self._look.state.units.values():
            if unit.side == self._judge.side and movable(self._look, unit):
                by_place.setdefault((unit.location, unit.inside), []).append(unit)
        for place in sorted(by_place, key=self._nearness):
            yield from self._parted(by_place[place])

    def _nearness(self, place: tuple[LocationName, str]) -> int:
        return self._judge.far(place[0]) if place[0] else -1

    def _parted(self, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
        look = self._look
        leaders = [unit for unit in units if smc(look, unit)]
        with_him = 1 if self._enemies_near(units[0].location) else ROOM
        others = sorted(
            (unit for unit in units if not smc(look, unit)),
            key=lambda unit: (-len(arms_of(look, [unit])), unit.id),
        )
        for leader in leaders:
            yield (*others[:with_him], leader)
            others = others[with_him:]
        yield from ((unit,) for unit in others)

    def _enemies_near(self, place: LocationName) -> bool:
        world = self._look.world
        places = self._judge.known_enemies if place else ()
        return any(world.range(place, at) <= NEAR for at in places)

    def step(self, units: Sequence[Unit]) -> MoveTo | Shelter | None:
        """The next step of a stack toward the best that it can reach; None to stay.

        Who is inside an entrenchment leaves it first, if that is worth it.
        """
        here, ids = units[0].location, tuple(unit.id for unit in units)
        left = self._left(units)
        if left <= 0:
            return None
        near = self._reach(here, left, squads(self._look, units))
        known = {to: self.end(to, units) - step.risk for to, step in near.items()}
        inside = bool(units[0].inside)
        stay = self.end(here, units) + BETTER if here else float("-inf")
        stay += LEAVING * inside
        best = sorted(known, key=lambda to: (-known[to], near[to].spent, to))
        barred: set[LocationName] = set()
        for to in best[:TRIES] if here else best:
            if known[to] <= stay:
                return None
            first = near[to].first
            if first in barred:
                continue
            if inside:
                out = Shelter(ids)
                return out if self._allowed(out) else None
            for assault in (True, False) if first == to and here else (False,):
                order = MoveTo(units=ids, to=first, assault=assault)
                if self._allowed(order):
                    return order
            barred.add(first)
        return None

    def _left(self, units: Sequence[Unit]) -> int:
        """Quarters of MF that a stack may still spend."""
        ids = tuple(unit.id for unit in units)
        try:
            move = begun(self._look, units, MoveTo(ids, OFFBOARD)).move
        except OpforError:
            return 0
        return 0 if move.stopped or move.assault else move.allotment - move.spent

    def _reach(
        self, here: LocationName, left: int, size: float
    ) -> dict[LocationName, Step]:
        """Each Location within reach by the way on which least is risked."""
        judge, found = self._judge, dict[LocationName, Step]()
        heap: list[tuple[float, int, LocationName, LocationName]] = []
        for to, quarters in self._ways(here, left):
            heappush(heap, (self._passed(to, size), quarters, to, to))
        while heap:
            risk, spent, at, first = heappop(heap)
            if spent > left or at in found or at == here:
                continue
            found[at] = Step(risk, spent, first)
            for to, quarters in self._ways(at, 0):
                if to not in found and to not in judge.known_places:
                    total = spent + quarters
                    if total <= left:
                        more = risk + self._passed(to, size)
                        heappush(heap, (more, total, to, first))
        return found

    def _passed(self, to: LocationName, size: float) -> float:
        return PASSING * size * self._judge.risk(to, moving=True)

    def _ways(self, here: LocationName, fresh: int) -> list[tuple[LocationName, int]]:
        """The next Locations and their cost; a whole move if it takes all MF."""
        known = self._judge.known_places
        return [
            (to, (fresh or 10**6) if entry.all else entry.quarters)
            for to, entry in self._look.world.ways(here)
            if to not in known
        ]

    def _allowed(self, order: MoveTo | Shelter) -> bool:
        return allowed(self._look, self._judge.side, order)

    # -- what a Location is worth --------------------------------------------------

    def end(self, place: LocationName, units: Sequence[Unit]) -> float:
        """What it is worth to end the move somewhere: the best advance from there."""
        size = squads(self._look, units)
        halted = HALTED * size * self._judge.risk(place)
        known = self._judge.known_places
        after = (to for to, _ in self._look.world.ways(place) if to not in known)
        arms, led = arms_of(self._look, units), leadership_of(self._look, units)
        best = max(
            self.stay(place, units, arms, led),
            max((self.stay(to, units, arms, led) - BETTER for to in after), default=-9),
        )
        return best - halted

    def stay(
        self, place: LocationName, units: Sequence[Unit], arms: Arms, led: int
    ) -> float:
        """What it is worth to stand somewhere until the next own MPh."""
        # Asked for each way that leads there.
        key = place, tuple(unit.id for unit in units)
        if key not in self._stays:
            self._stays[key] = self._stay(place, units, arms, led)
        return self._stays[key]

    def _stay(
        self, place: LocationName, units: Sequence[Unit], arms: Arms, led: int
    ) -> float:
        judge, size = self._judge, squads(self._look, units)
        troops = sum(mmc(self._look, unit) is not None for unit in units)
        if not troops:
            return self._leader_alone(place, units)
        progress = judge.hurry(units[0].location or place) * judge.far(place) / MF
        fire = FIRING * min(2.0, judge.shot(arms, led, place))
        hurt = STAYING * size * judge.risk(place)
        there = self._others(place, units)
        crowd = CROWD * max(0.0, squads(self._look, there) + size - ROOM - 0.5)
        aim = ON_THE_AIM * (place in judge.aims and not self._garrison(there))
        return size * (aim - progress) + fire - hurt - crowd + self._led(there, units)

    def _others(self, place: LocationName, units: Sequence[Unit]) -> list[Unit]:
        ids = {unit.id for unit in units}
        there = self._units_by_place().get(place, ())
        return [unit for unit in there if unit.id not in ids]

    def _units_by_place(self) -> dict[LocationName, list[Unit]]:
        def make() -> dict[LocationName, list[Unit]]:
            found: dict[LocationName, list[Unit]] = {}
            for unit in self._look.state.units.values():
                if unit.side == self._judge.side and unit.location:
                    found.setdefault(unit.location, []).append(unit)
            return found

        return self._look.world.once(self._look.state, "own by place", make)

    def _garrison(self, there: Sequence[Unit]) -> bool:
        """Whether somebody is there already who holds the Location."""
        return any(unit.good_order and mmc(self._look, unit) for unit in there)

    def _led(self, there: Sequence[Unit], units: Sequence[Unit]) -> float:
        leaders = (u for u in (*there, *units) if smc(self._look, u) and u.good_order)
        return LED if any(leaders) else 0.0

    def _leader_alone(self, place: LocationName, units: Sequence[Unit]) -> float:
        """A leader by himself goes to whom he can rally, else to those he can lead."""
        there = [u for u in self._others(place, units) if mmc(self._look, u)]
        broken = sum(unit.broken for unit in there)
        led = any(smc(self._look, u) for u in self._others(place, units))
        company = 0.6 * min(2, broken) + 0.2 * (bool(there) and not led)
        if not there:
            company -= 0.02 * self._to_company(place)
        return company - STAYING * self._judge.risk(place)

    def _to_company(self, place: LocationName) -> int:
        own = (
            at
            for at, units in self._units_by_place().items()
            if any(mmc(self._look, unit) for unit in units)
        )
        return min((self._look.world.range(place, at) for at in own), default=0)


def in_hand(judge: Judgement) -> tuple[Unit, ...]:
    """The stack that is on its way and may go on."""
    look = judge.look
    movers = [unit for unit in look.state.movers() if movable(look, unit)]
    return tuple(movers) if going_on(look, movers or ()) else ()
