"""Where broken units rout, and where they stop."""

from collections.abc import Iterable

from opfor.rules.a_infantry.a10_morale.rout import foes, must_rout
from opfor.rules.a_infantry.a10_morale.rout_paths import goals
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import EndMove, Rout
from opfor.sim.judgement import Assessment, allowed


def rout(judge: Assessment, offers: Iterable[Offer]) -> Rout | EndMove | None:
    """The next step of a rout, or its end; None if nobody has to go, or wants to.

    Who must rout goes first. Others go only to where less is to be feared, and a rout
    that may stop goes on only to there: so nobody comes back to where he was.
    """
    ways = [o.order for o in offers if isinstance(o.order, Rout)]
    if judge.view.state.move is not None:
        return _onward(judge, ways)
    units = {way.unit for way in ways}
    due = {id_ for id_ in units if must_rout(judge.view, judge.view.state.units[id_])}
    due = due or {id_ for id_ in units if _gains(judge, id_)}
    return _safest(judge, [way for way in ways if way.unit in due])


def _onward(judge: Assessment, ways: Iterable[Rout]) -> Rout | EndMove | None:
    """The next step of the rout in hand; its end where no step is to less risk."""
    movers = judge.view.state.movers()
    stops = allowed(judge.view, judge.side, EndMove())
    if stops and not any(must_rout(judge.view, unit) for unit in movers):
        here = min((judge.risk(unit.location) for unit in movers), default=0.0)
        ways = [way for way in ways if judge.risk(way.to) < here]
    return _safest(judge, ways) or (EndMove() if stops else None)


def _gains(judge: Assessment, id_: str) -> bool:
    """Whether a unit that may stay comes by a rout to where less is to be feared."""
    view, unit = judge.view, judge.view.state.units[id_]
    ends = goals(view, unit, foes(view, unit.side))
    here = judge.risk(unit.location)
    return any(judge.risk(end) < here for end in ends)


def _safest(judge: Assessment, ways: Iterable[Rout]) -> Rout | None:
    """The step into the Location with least risk."""
    return min(
        ways,
        key=lambda way: (judge.risk(way.to), way.low_crawl, way.to),
        default=None,
    )
