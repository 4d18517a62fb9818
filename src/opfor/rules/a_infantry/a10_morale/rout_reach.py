"""What a rout can reach when the enemies that come into its LOS on the way count.

A10.51 bars a step closer to an enemy that the unit sees or has seen, so what is open
ahead hangs on the way there: the same Location may be reached having seen more or less.
"""

from collections.abc import Callable, Collection, Sequence
from heapq import heappop, heappush

from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.movement.paths import FAR, Price, Reach
from opfor.rules.a_infantry.a06_los import follows_from, sees
from opfor.rules.a_infantry.a10_morale.a10_5_rout import Foe
from opfor.state.play import GameView
from opfor.state.units import LocationName

Known = Callable[[int], int]
"""Which enemies are in LOS of a Location, by number: a bit each."""


Label = tuple[int, int]
"""Quarters of MF to a Location, and who was seen by then, a bit each."""


class Trail(Reach, frozen=True, eq=False):
    """What lies within reach of a rout, by ways that A10.51 allows.

    Args:
        ends: of each Location reached the last of its way there, in `ways`.
        ways: the Locations of all ways: number, what was seen, and where in `ways` the
            one before it is, -1 at the start.
        foes: the ids of the enemies, by their bits.
    """

    ends: dict[int, int]
    ways: list[tuple[int, int, int]]
    foes: tuple[str, ...]

    def route(self, end: int) -> list[int]:
        """The Locations from the start to `end`, both included; empty out of reach."""
        found, at = list[int](), self.ends.get(end, -1)
        while at >= 0:
            place, _, at = self.ways[at]
            found.append(place)
        return found[::-1]

    def seen(self, end: int) -> tuple[str, ...]:
        """The ids of the enemies that are seen on the way to a Location, and there."""
        at = self.ends.get(end, -1)
        mask = self.ways[at][1] if at >= 0 else 0
        return tuple([id_ for bit, id_ in enumerate(self.foes) if mask >> bit & 1])


class Search:
    """The least MF from a Location to all others, for who fears what he has seen.

    Of two ways to a Location one is left out only if the other costs no more and sees
    nobody else.

    Args:
        view: the game.
        among: the enemies that count.
        allotment: what a way costs that takes all MF.
        costs: what each way costs, or that it is barred whatever was seen before.
    """

    def __init__(
        self, view: GameView, among: Sequence[Foe], allotment: int, costs: Price
    ) -> None:
        self.view, self.allotment, self.costs = view, allotment, costs
        self.armed = tuple(foe for foe in among if foe.armed)
        self.sight, self.closer = _sight(view, self.armed), _closer(view, self.armed)
        self.labels: dict[int, list[Label]] = {}
        self.ways: list[tuple[int, int, int]] = []
        self.heap: list[tuple[int, int, int]] = []
        self.best: dict[int, tuple[int, int]] = {}

    def run(
        self,
        start: LocationName,
        limit: int,
        seen: Collection[str] = (),
        until: Collection[int] = (),
    ) -> Trail:
        """What lies within reach of a Location.

        Args:
            start: where from.
            limit: quarters of MF within which.
            seen: the ids of those seen so far.
            until: Locations at the nearest of which to stop looking.
        """
        before = sum(1 << bit for bit, foe in enumerate(self.armed) if foe.id in seen)
        self._enter(self.view.world.number(start), 0, before, -1)
        while self.heap:
            so_far, here, at = heappop(self.heap)
            if here in until:
                break
            # else another way has come to be better
            if (so_far, self.ways[at][1]) in self.labels[here]:
                self._go_on(so_far, here, at, limit)
        return self._found()

    def _go_on(self, so_far: int, here: int, at: int, limit: int) -> None:
        mask = self.ways[at][1]
        for way, there, printed in self.view.world.moves.open_ways[here]:
            least = so_far + (printed if printed != ALL else 1)
            if least > limit or _no_better(least, mask, self.labels.get(there, ())):
                continue
            # A10.51: no closer to whom it has seen
            if mask and mask & self.closer(here, there):
                continue
            step = self.costs(here, way, there, printed)
            if step is None:
                continue
            total = so_far + (self.allotment if step == ALL else step)
            if total <= limit:
                self._enter(there, total, mask, at)

    def _enter(self, place: int, total: int, mask: int, before: int) -> None:
        """Note a way into a Location, if it is as good as those that are known."""
        label, known = (total, mask | self.sight(place)), self.labels.get(place, ())
        if _no_better(*label, known):
            return
        left = [old for old in known if not _no_better(*old, (label,))]
        self.labels[place] = [*left, label]
        self.ways.append((place, label[1], before))
        way = len(self.ways) - 1
        heappush(self.heap, (total, place, way))
        if place not in self.best or total < self.best[place][0]:
            self.best[place] = total, way

    def _found(self) -> Trail:
        spent = [FAR] * len(self.view.world.moves.to)
        came = [-1] * len(spent)
        for place, (total, way) in self.best.items():
            before = self.ways[way][2]
            spent[place] = total
            came[place] = self.ways[before][0] if before >= 0 else -1
        ends = {place: way for place, (_, way) in self.best.items()}
        ids = tuple(foe.id for foe in self.armed)
        return Trail(spent, came, ends, self.ways, ids)


def _no_better(mf: int, mask: int, others: Collection[Label]) -> bool:
    """Whether another way costs no more and has seen nobody whom this one has not."""
    for cost, known in others:  # noqa: SIM110 - a generator takes longer
        if cost <= mf and not known & ~mask:
            return True
    return False


def _sight(view: GameView, armed: Sequence[Foe]) -> Known:
    """Which of some enemies see a Location; kept as long as they and LOS are the same.

    So it is through a whole RtPh, and for all that is only thought of in it.
    """
    known: dict[int, int]
    follows = [foe.location for foe in armed], follows_from(view)
    known = view.world.lasting("rout sight", follows, dict)
    names = view.world.names

    def sight(place: int) -> int:
        found = known.get(place)
        if found is None:
            bits = enumerate(armed)
            at = names[place]
            found = sum(1 << n for n, foe in bits if sees(view, foe.location, at))
            known[place] = found
        return found

    return sight


def _closer(view: GameView, armed: Sequence[Foe]) -> Callable[[int, int], int]:
    """To which of some enemies a step leads closer, a bit each; kept as well."""
    known: dict[tuple[int, int], int]
    follows = [foe.location for foe in armed]
    known = view.world.lasting("rout closer", follows, dict)
    rows = [view.world.ranges(foe.location) for foe in armed]
    places = view.world.ground.locations

    def closer(here: int, there: int) -> int:
        found = known.get((here, there))
        if found is None:
            old, new = places[here].hex, places[there].hex
            found = sum(1 << n for n, row in enumerate(rows) if row[new] < row[old])
            known[here, there] = found
        return found

    return closer
