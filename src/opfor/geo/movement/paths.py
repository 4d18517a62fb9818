"""Infantry's routes over a map: least MF, least hexes, what is adjacent."""

from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush

import msgspec

from opfor.geo.ground import Location
from opfor.geo.movement.infantry_cost import ALL, NA, Moves
from opfor.geo.terrain_chart import MF

FAR = 2**30
"""The cost of Locations that cannot be reached."""

ASKED = -1
"""Stands for what a step counts where that has to be asked for."""

Price = Callable[[int, int, int, int], int | None]
"""Changes a way's cost: (from, way, to, quarters) gives quarters, or None to bar it.

`quarters` may be `ALL`; then the price decides what that is worth. Otherwise no price
is below `quarters`: a way that is too long or too late even at that is not asked about.
"""

Los = Callable[[int, int], bool]
"""Whether two Locations, by number, have LOS to each other."""


class Reach(msgspec.Struct, frozen=True, eq=False):
    """What lies within reach of some Locations.

    Args:
        spent: quarters of MF to each Location, `FAR` if out of reach.
        came: the Location before it on the way there, -1 at the start.
    """

    spent: Sequence[int]
    came: Sequence[int]

    def places(self) -> list[int]:
        """The numbers of the Locations within reach, in order."""
        return [place for place, spent in enumerate(self.spent) if spent < FAR]

    def route(self, end: int) -> list[int]:
        """The Locations from a start to `end`, both included; empty out of reach."""
        if self.spent[end] >= FAR:
            return []
        found = [end]
        while (before := self.came[found[-1]]) >= 0:
            found.append(before)
        return found[::-1]

    def route_to(self, ends: Collection[int]) -> list[int]:
        """The route to the nearest of some Locations; empty if none is in reach."""
        end = self.closest(sorted(ends))
        return self.route(end[0]) if end else []

    def closest(self, among: Iterable[int]) -> list[int]:
        """Those of some Locations that take least MF to reach; several if equal."""
        spent = [(self.spent[place], place) for place in among]
        least = min(spent, default=(FAR, -1))[0]
        return [place for cost, place in spent if cost == least < FAR]


def reach(
    moves: Moves,
    starts: Iterable[int],
    *,
    limit: int = FAR - 1,
    allotment: int = 4 * MF,
    price: Price | None = None,
    until: Collection[int] = (),
) -> Reach:
    """The least MF from the nearest of some Locations to all others (Dijkstra).

    Among routes of equal cost the one found first counts, in the order of the ways,
    so that the same map always gives the same route.

    Args:
        moves: the map's moves.
        starts: numbers of the Locations to start from.
        limit: quarters of MF beyond which to stop.
        allotment: what a way costs that takes all of a unit's MF.
        price: changes or bars single ways, for what stands on the map.
        until: Locations at the nearest of which to stop looking.
    """
    places = len(moves.to)
    spent = [FAR] * places
    came = [-1] * places
    heap = [(0, start) for start in starts]
    for _, start in heap:
        spent[start] = 0
    heapify(heap)
    while heap:
        so_far, here = heappop(heap)
        if so_far > spent[here]:
            continue
        if here in until:
            break
        for way, there, printed in moves.open_ways[here]:
            known = spent[there]
            if known <= so_far:
                continue
            least = so_far + printed
            if printed != ALL and (least >= known or least > limit):
                continue
            step = printed if price is None else price(here, way, there, printed)
            if step is None:
                continue
            total = so_far + (allotment if step == ALL else step)
            if total < known and total <= limit:
                spent[there], came[there] = total, here
                heappush(heap, (total, there))
    return Reach(spent, came)


def ahead(
    moves: Moves, ends: Iterable[int], more: Sequence[int], *, allotment: int = 4 * MF
) -> list[int]:
    """The least that is left from each Location to the nearest of some, for `toward`.

    Args:
        moves: the map's moves.
        ends: numbers of the Locations.
        more: what a step into each Location always counts beside its MF.
        allotment: what a way counts that takes all of a unit's MF.
    """
    left = [FAR] * len(moves.to)
    heap = [(0, end) for end in ends]
    for _, end in heap:
        left[end] = 0
    heapify(heap)
    while heap:
        so_far, there = heappop(heap)
        if so_far > left[there]:
            continue
        for here, printed in moves.ways_into[there]:
            step = allotment if printed == ALL else printed
            total = so_far + step + more[there]
            if total < left[here]:
                left[here] = total
                heappush(heap, (total, here))
    return left


def toward(
    moves: Moves,
    start: int,
    ends: Collection[int],
    left: Sequence[int],
    more: list[int],
    ask: Callable[[int], int],
    *,
    allotment: int = 4 * MF,
) -> list[int]:
    """The cheapest route from a Location to the nearest of some; empty without one.

    The route that `reach` would find, but it looks only where one could lead that is
    cheap enough (A*). Where two are equal, that one counts which comes to a Location
    from the place that is nearer to the start, then from that of the lower number.

    Args:
        moves: the map's moves.
        start: the number of the Location to start from.
        ends: numbers of the Locations to go to.
        left: from each Location no more than any route to an end costs (`ahead`).
        more: what a step into each Location counts beside its MF; `FAR` bars it, and
            `ASKED` is filled in by what `ask` says.
        ask: what a step into a Location counts, where that is asked for.
        allotment: what a way counts that takes all of a unit's MF.
    """
    spent, came = [FAR] * len(left), [-1] * len(left)
    spent[start] = 0
    heap, nearest, ways_out = [(left[start], 0, start)], FAR, moves.ways_out
    while heap:
        least, so_far, here = heappop(heap)
        if least > nearest or least >= FAR:
            break
        if so_far > spent[here]:
            continue
        if here in ends:
            nearest = so_far
            continue
        for there, printed in ways_out[here]:
            known = spent[there]
            total = so_far + (allotment if printed == ALL else printed)
            if total > known or total + left[there] > nearest:
                continue
            extra = more[there]
            if extra == ASKED:
                extra = more[there] = ask(there)
            total += extra
            if total < known:
                spent[there], came[there] = total, here
                heappush(heap, (total + left[there], total, there))
            elif total == known:
                came[there] = min(here, came[there], key=lambda at: (spent[at], at))
    return Reach(spent, came).route_to(ends)


def adjacent(moves: Moves, a: Location, b: Location, los: Los) -> bool:
    """Whether two Locations are ADJACENT (A.8).

    Next to each other, with LOS, and so that Infantry in one could advance into the
    other; who is there does not matter. Up or down a stairwell counts.
    """
    here, there = moves.ground.number(a), moves.ground.number(b)
    return there in neighbours(moves, here) and los(here, there)


def neighbours(moves: Moves, location: int) -> list[int]:
    """The Locations that Infantry could advance into, in the order of the ways.

    Terrain that is not enterable in the APh (marsh) is among them all the same: it
    bars the advance, not the adjacency.
    """
    ways = zip(moves.to[location].tolist(), moves.cost[location].tolist(), strict=True)
    return [to for to, cost in ways if cost != NA]
