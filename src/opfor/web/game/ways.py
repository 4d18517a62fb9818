"""The ways of a stack to a Location: the shortest, and that with least danger."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from math import log, prod
from typing import Any, NamedTuple

from opfor.core.errors import Illegal, OpforError
from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.terrain_chart import mf
from opfor.ports.session import Session
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
    plan,
)
from opfor.rules.a_infantry.a04_movement.reach import price_of, reach
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s01_terms.targets_from import watchers
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import FACES, threats
from opfor.state.in_progress import Move
from opfor.state.units import OFFBOARD, LocationName, Unit
from opfor.views.friendly_view import seen

SURE = 0.98
"""What a S? counts that is Activated without a dr: a way may still be worse."""

OPEN = 0.001
"""What Open Ground counts: it decides between ways that are equal in all else."""

WATCHED = 0.3
"""What each Known unit that could fire there counts, beside what may be Activated."""


BOUNDLESS = 10**6
"""Quarters of MF that lead anywhere."""


class Peril(NamedTuple):
    """What entering a Location brings.

    Args:
        weight: by which ways are compared; those of a way are added up.
        checks: the S? that are checked.
        quiet: the chance that none of them is Activated.
        watched: the ids of Known units that could fire there.
    """

    weight: float
    checks: int
    quiet: float
    watched: tuple[str, ...]


class Way(NamedTuple):
    """A way to a Location: its MF in quarters, its weight, and what is on it."""

    spent: int
    weight: float
    route: tuple[LocationName, ...]


PerilOf = Callable[[LocationName], Peril]
Heap = list[tuple[tuple[float, float], Way]]

_SAFE = Peril(0, 0, 1, ())
"""What nobody asks about."""


def ways_to(
    session: Session, units: Sequence[Unit], to: LocationName, *, double_time: bool
) -> dict[str, Any]:
    """The shortest and the safest way to a Location; of equal ones the safer.

    Errors:
        OpforError: it is out of reach.
    """
    search = _search(session, units, double_time=double_time)
    found = [search.way(to, safest=safest) for safest in (False, True)]
    shortest, safest = [way or _only(session, units, to, double_time) for way in found]
    told = {"shortest": shortest, "safest": safest}
    return {name: _told(way, search.peril_of) for name, way in told.items()} | {
        "left": mf(search.left)
    }


def cost_to(
    session: Session, units: Sequence[Unit], to: LocationName, *, double_time: bool
) -> tuple[int | None, int]:
    """What the cheapest way takes, were there MF enough, and what MF are left.

    In quarters of MF; None if no way leads there. Without the bonus of roads (B3.4).
    """
    search = _search(session, units, double_time=double_time, peril_of=lambda _: _SAFE)
    left, search.left = search.left, BOUNDLESS
    way = search.way(to, safest=False)
    return way.spent if way else None, left


def dangers(
    session: Session, units: Sequence[Unit], *, double_time: bool
) -> dict[str, Any]:
    """Of every Location in reach the shortest and the safest way, and who may Activate.

    Returns:
        `shortest` and `safest`: the way to each Location, by its name, as `ways_to`
        tells it; `suspects`: the chance that each S? Activates that may be checked,
        of all Locations the highest.
    """
    search = _search(session, units, double_time=double_time)
    kinds = {"shortest": False, "safest": True}
    found = {name: search.all(safest=safest) for name, safest in kinds.items()}
    return {
        name: {to: _told(way, search.peril_of) for to, way in ways.items()}
        for name, ways in found.items()
    } | {"suspects": _suspects(session, search.move, found["shortest"])}


def beyond(
    session: Session, units: Sequence[Unit], *, double_time: bool
) -> dict[LocationName, Way]:
    """The shortest ways of a stack that waits offboard, entry hex and all."""
    search = _search(session, units, double_time=double_time, peril_of=lambda _: _SAFE)
    return search.all(safest=False)


def _search(
    session: Session,
    units: Sequence[Unit],
    *,
    double_time: bool,
    peril_of: PerilOf | None = None,
) -> "_Search":
    """A search from where a stack is; each Location's peril is looked up once."""
    ids, start = tuple(unit.id for unit in units), units[0].location
    order = MoveTo(ids, start, double_time=double_time)
    move = begin_or_continue(session.play, units, order).move
    known: dict[LocationName, Peril] = {}

    def looked_up(place: LocationName) -> Peril:
        if place not in known:
            known[place] = peril(session, place, move)
        return known[place]

    return _Search(session, units, move, peril_of or looked_up)


def _suspects(
    session: Session, move: Move, places: Iterable[LocationName]
) -> dict[str, float]:
    """The S? that some Location brings a check of, each with its highest chance."""
    found: dict[str, float] = {}
    for place in places:
        for threat in threats(session.play, place, move):
            if threat.case != "L":
                id_, chance = threat.suspect.id, threat.chance / FACES
                found[id_] = round(max(chance, found.get(id_, 0)), 4)
    return found


def peril(session: Session, place: LocationName, move: Move) -> Peril:
    """What entering a Location brings: S? that are checked, and who could fire."""
    found = [t for t in threats(session.play, place, move) if t.case != "L"]
    quiet = prod(1 - min(SURE, threat.chance / FACES) for threat in found)
    fire = [unit.id for unit in watchers(session.play, place) if seen(unit)]
    ground = session.world.ground
    open_ground = ground.open_ground(session.world.locate(place))
    weight = -log(quiet) - len(fire) * log(1 - WATCHED) + OPEN * open_ground
    return Peril(weight, len(found), quiet, tuple(fire))


def _told(way: Way, peril_of: PerilOf) -> dict[str, Any]:
    """A way for the page: its Locations, MF, chance of an Activation, and watchers."""
    perils = [peril_of(place) for place in way.route]
    quiet = prod(each.quiet for each in perils)
    watched = dict.fromkeys(id_ for each in perils for id_ in each.watched)
    return {
        "route": list(way.route),
        "mf": mf(way.spent),
        "chance": round(1 - quiet, 6),
        "checks": sum(each.checks for each in perils),
        "watched": list(watched),
        "risk": round(1 - quiet * (1 - WATCHED) ** len(watched), 4),
        "weight": round(way.weight, 4),
    }


def _only(
    session: Session, units: Sequence[Unit], to: LocationName, double_time: bool
) -> Way:
    """The way that is found by roads alone, with their bonus.

    Errors:
        OpforError: there is none.
    """
    found = reach(session.play, units, double_time=double_time).get(to)
    if found is None:
        raise OpforError("that is out of reach")
    move = session.game.state.move
    ids = {unit.id for unit in units}
    spent = move.spent if move and set(move.units) == ids else 0
    return Way(found.spent - spent, 0.0, found.route[1:])


class _Search:
    """Looks for ways of a stack, by MF first or by danger first."""

    def __init__(
        self, session: Session, units: Sequence[Unit], move: Move, peril_of: PerilOf
    ) -> None:
        self._session, self._units = session, units
        self._world = session.world
        self._start = units[0].location
        self.move, self.peril_of = move, peril_of
        self.left = move.allotment - move.spent
        self._price = price_of(session.play, units, move)

    def way(self, to: LocationName, *, safest: bool) -> Way | None:
        """The best way to a Location; None if there is none within the MF."""
        found = (way for way in self._found(safest=safest) if way.route[-1] == to)
        return next(found, None)

    def all(self, *, safest: bool) -> dict[LocationName, Way]:
        """The best way to every Location within the MF."""
        found: dict[LocationName, Way] = {}
        for way in self._found(safest=safest):
            if way.route[-1] != self._start:
                found.setdefault(way.route[-1], way)
        return found

    def _found(self, *, safest: bool) -> Iterator[Way]:
        """Ways in the order of what counts first, the best to each Location first.

        Of those to one Location only such are followed as take fewer MF than any that
        came before.
        """
        heap: Heap = []
        least: dict[LocationName, int] = {}
        self._push(heap, self._first(), safest=safest)
        while heap:
            _, way = heappop(heap)
            here = way.route[-1]
            if least.get(here, way.spent + 1) <= way.spent:
                continue
            least[here] = way.spent
            yield way
            self._push(heap, self._steps(here, way), safest=safest)

    @staticmethod
    def _push(
        heap: list[tuple[tuple[float, float], Way]],
        ways: Iterable[Way],
        *,
        safest: bool,
    ) -> None:
        for way in ways:
            first = (way.weight, way.spent) if safest else (way.spent, way.weight)
            heappush(heap, (first, way))

    def _first(self) -> Iterator[Way]:
        """The first steps; of those offboard the hexes where they may enter."""
        here = Way(0, 0.0, ())
        if self._start != OFFBOARD:
            yield from self._steps(self._start, here)
            return
        ids = tuple(unit.id for unit in self._units)
        for to in self._world.exits(OFFBOARD):
            with suppress(Illegal):
                order = MoveTo(ids, to, double_time=self.move.double_time)
                cost = plan(self._session.play, order).here
                yield from self._on(here, to, cost)

    def _steps(self, here: LocationName, way: Way) -> Iterator[Way]:
        """The way with each next Location that is within the MF."""
        world = self._world
        number = world.number(here)
        for by, there, printed in world.moves.open_ways[number]:
            cost = self._price(number, by, there, printed)
            if cost is not None:
                yield from self._on(way, world.names[there], cost)

    def _on(self, way: Way, to: LocationName, cost: int) -> Iterator[Way]:
        """The way with one more Location, if that is within the MF."""
        spent = way.spent + (self.move.allotment if cost == ALL else cost)
        if spent <= self.left:
            weight = way.weight + self.peril_of(to).weight
            yield Way(spent, weight, (*way.route, to))
