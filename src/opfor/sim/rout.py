"""Where broken units rout, and where they stop.

A rout is weighed as a whole: what Interdiction does on each way, and what is to be
feared where it ends. So nobody leaves cover to come back to it under fire.
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.rules.a_infantry.a10_morale.a10_5_rout import cover, must_rout, sheltered
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import may_stop, plan
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import steps as next_steps
from opfor.rules.a_infantry.a10_morale.a10_53_interdiction import interdictors
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import EndMove, Rout
from opfor.sim.arms import allowed
from opfor.sim.judgement import Assessment
from opfor.state.events import Moved, UnitChanged
from opfor.state.play import FrozenView, GameView
from opfor.state.units import LocationName, Unit

INTERDICTED = 0.35
"""What a NMC by Interdiction costs, in squads: some fail it, others are pinned."""

LOST = 0.9
"""What it costs to end where a broken unit may not be."""

NO_COVER = 0.1
"""What it costs to end where nobody rallies well."""

STEP = 0.001
"""What each Location costs, so that of equal ways the shorter one is taken."""


class RoutWay(NamedTuple):
    """The rest of a rout: what is to be feared of it, and its Locations in order.

    Args:
        loss: in squads.
        ways: the steps; none: it stays where it is.
        under: the Locations among them that are under Interdiction.
    """

    loss: float
    ways: tuple[Rout, ...] = ()
    under: tuple[LocationName, ...] = ()


def rout(judge: Assessment, offers: Iterable[Offer]) -> Rout | EndMove | None:
    """The next step of a rout, or its end; None if nobody has to go, or wants to.

    Who must rout goes first. Others go only to where less is to be feared.
    """
    ids = dict.fromkeys(o.order.unit for o in offers if isinstance(o.order, Rout))
    state = judge.view.state
    if state.move is not None:
        return _onward(judge)
    units = [state.units[id_] for id_ in ids]
    due = [unit for unit in units if must_rout(judge.view, unit)]
    found = [best_rout(judge, unit) for unit in due or units]
    going = [way for way in found if way.ways]
    best = min(going, key=lambda way: way.loss, default=None)
    return best.ways[0] if best else None


def _onward(judge: Assessment) -> Rout | EndMove | None:
    """The next step of the rout in hand, or its end."""
    for unit in judge.view.state.movers():
        way = best_rout(judge, unit)
        if way.ways:
            return way.ways[0]
    return EndMove() if allowed(judge.view, judge.side, EndMove()) else None


def best_rout(judge: Assessment, unit: Unit) -> RoutWay:
    """The way of a unit from where it is on which least is to be feared."""
    return _least(judge, _Begun(RoutWay(0.0), judge.view, unit))


def each_rout(judge: Assessment, unit: Unit) -> dict[Rout, RoutWay]:
    """The best way on of a unit for each next Location."""
    here = _Begun(RoutWay(0.0), judge.view, unit)
    return {one.so_far.ways[0]: _least(judge, one) for one in _further(here)}


def rout_ends(judge: Assessment, unit: Unit) -> dict[LocationName, RoutWay]:
    """The best way of a unit to each Location where its rout may end."""
    nth = count()
    ahead = [(0.0, next(nth), _Begun(RoutWay(0.0), judge.view, unit))]
    found: dict[LocationName, RoutWay] = {}
    seen = set[object]()
    while ahead:
        _, _, one = heappop(ahead)
        moment = one.unit.location, one.unit.inside, one.view.state.move, one.ended
        if moment in seen:
            continue
        seen.add(moment)
        begun = one.view.state.move is not None
        if one.ended or (begun and _stops(one.view, one.unit)):
            way, at = _end(judge, one), one.unit.location
            found[at] = min(found.get(at, way), way, key=lambda way: way.loss)
        for further in () if one.ended else _further(one):
            heappush(ahead, (further.so_far.loss, next(nth), further))
    return found


def interdicted(view: GameView, unit: Unit, order: Rout) -> bool:
    """Whether a step leads through Interdiction."""
    covered = bool(order.inside) or order.low_crawl
    return not covered and bool(interdictors(view, unit, order.to))


class _Begun(NamedTuple):
    """A rout as far as it has been thought through.

    Args:
        so_far: its steps, and what is to be feared of them.
        view: the game as it then is.
        unit: the unit as it then is.
        ended: it can go no farther: by Low Crawl.
    """

    so_far: RoutWay
    view: GameView
    unit: Unit
    ended: bool = False


def _least(judge: Assessment, begun: _Begun) -> RoutWay:
    """The whole way, out of all that begin so, with the least to fear.

    It goes on from where least was to be feared so far: most of what leads into worse
    is never looked at.
    """
    nth = count()  # of equals the one that was found first
    ahead = [(begun.so_far.loss, next(nth), begun)]
    best, seen = RoutWay(inf), set[object]()
    while ahead and ahead[0][0] < best.loss:
        _, _, one = heappop(ahead)
        moment = one.unit.location, one.unit.inside, one.view.state.move
        if moment in seen and not one.ended:
            continue
        more = [] if one.ended else list(_further(one))
        if not more or _stops(one.view, one.unit):
            best = min(best, _end(judge, one), key=lambda way: way.loss)
        seen.add(moment)
        for further in more:
            heappush(ahead, (further.so_far.loss, next(nth), further))
    return best


def _further(begun: _Begun) -> Iterator[_Begun]:
    """On by each next Location."""
    for step in next_steps(begun.view, begun.unit):
        order = Rout(begun.unit.id, step.to, step.low_crawl, step.inside)
        yield _after(begun, order)


def _end(judge: Assessment, begun: _Begun) -> RoutWay:
    """A rout that ends where it has come to."""
    view, unit = begun.view, begun.unit
    why = must_rout(view, unit)
    lost = bool(why) and not (begun.ended and why == "in the open")
    shelter = cover(view, unit.location) or sheltered(view, unit)
    end = judge.risk(unit.location) + LOST * lost + NO_COVER * (not shelter)
    return begun.so_far._replace(loss=begun.so_far.loss + end)


def _after(begun: _Begun, order: Rout) -> _Begun:
    """A rout with one more step."""
    view, unit = begun.view, begun.unit
    state = view.state.apply(Moved(order.to, plan(view, unit.side, order)))
    if order.inside:
        inside = replace(state.units[unit.id], inside=order.inside)
        state = state.apply(UnitChanged(inside, fact("takes_shelter")))
    under = (order.to,) if interdicted(view, unit, order) else ()
    loss, ways, before = begun.so_far
    so_far = RoutWay(
        loss + STEP + INTERDICTED * len(under), (*ways, order), (*before, *under)
    )
    then = FrozenView(state, view.world)
    return _Begun(so_far, then, state.units[unit.id], ended=order.low_crawl)


def _stops(view: GameView, unit: Unit) -> bool:
    """Whether a unit may stay where it is: one that has not begun may always."""
    if view.state.move is None:
        return True
    try:
        may_stop(view, unit, view.state.move)
    except Illegal:
        return False
    return True
