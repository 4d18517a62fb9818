"""A played game weighed, decision by decision, by playouts from each.

What was ordered is raced against what a seasoned player might have ordered there
(`advice.py`). Only if something is clearly better, both are played out anew, with other
unknowns and dice, and twice as far: what it adds is measured on games that had no part
in its choice, or else the luckiest of some orders would always look better than it is,
and where the next turn shows what comes of it. What is behind
after half the race leaves it, and only where a phase begins the chance is worth more
playouts than the race has: most orders are a hex of a move (reading: D-742).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import Order
from opfor.core.journal import Entry
from opfor.ports.session import Setup
from opfor.sim.advice import Moment, choices, distinct, moment_of
from opfor.sim.outlook import winner_of
from opfor.sim.playout import HORIZON, Lookout, Plan
from opfor.sim.race import TWO_SIDED, Budget, Play, best, found, gain, race
from opfor.sim.series import world_of
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.world import World
from opfor.views.analysis import CERTAIN, Analysis, WeighedDecision, mark_of
from opfor.views.replay import Reel
from opfor.views.text.called import names_of
from opfor.views.text.names import plain
from opfor.views.text.orders import order_words

SCREENED = 8
"""Playouts of each order, about, to find out whether another is better."""

MEASURED = 2
"""Times as many of an order and of a better one, to find out by how much."""

BEGUN = 3
"""Times as many of an order that begins a phase, for the curve."""

FURTHER = 2
"""Times as many Player Turns until such a playout is cut: what looks better only until
the ENEMY's answer is over is not."""

ANEW = 1_000_000
"""The number of the first playout of a second trial: other unknowns and dice."""

T = TypeVar("T")
R = TypeVar("R")

Each = Callable[[Callable[[T], R], Sequence[T]], Iterator[R]]
"""Works at each thing of a list, and gives what came of it in any order."""


class Task(Struct, frozen=True, kw_only=True):
    """A decision that is to be weighed.

    Args:
        number: its place among the answers, from 0.
        after: how many events came before it.
        at: the moment; of its orders there is the one that was given.
        always: it begins a phase; weigh it even if there was nothing to choose.
        games: playouts of each order, about, as `SCREENED`.
    """

    number: int
    after: int
    at: Moment
    always: bool = False
    games: int = SCREENED


class Looked(Struct, frozen=True):
    """What came of a task; None: there was nothing to decide."""

    number: int
    found: WeighedDecision | None


def _ordered(entry: Entry) -> bool:
    """Whether it is an order of the FRIENDLY player."""
    request = entry.asked.request
    return isinstance(request, Order) and request.side == "FRIENDLY"


def tasks(
    setup: Setup,
    reel: Reel,
    entries: Sequence[Entry],
    known: Analysis,
) -> list[Task]:
    """The decisions of the FRIENDLY player that are not weighed yet.

    The first of each phase is weighed in any case, for the curve.

    Args:
        setup: the game.
        reel: the game as it was told.
        entries: its answers.
        known: what is weighed already, and by which playouts.
    """
    horizon = HORIZON if known.horizon is None else known.horizon
    games = SCREENED if known.games is None else known.games
    made, phase = [], None
    for number, entry in enumerate(entries):
        if not _ordered(entry):
            continue
        state = reel.at(entry.asked.after)
        now = state.turn, state.side, state.phase
        always, phase = now != phase, now
        if number not in known.looked:
            at = moment_of(setup, state, [entry.answer], horizon)
            after = entry.asked.after
            task = Task(number=number, after=after, at=at, always=always, games=games)
            made.append(task)
    return made


def begun(
    reel: Reel,
    entries: Sequence[Entry],
    horizon: int = HORIZON,
    games: int = SCREENED,
) -> Analysis:
    """The analysis of a game in which nothing is weighed yet.

    Args:
        reel: the game as it was told.
        entries: its answers.
        horizon: Player Turns after which a playout is cut; 0: none is.
        games: playouts of each order, about.
    """
    over = reel.last.over
    worth = {"FRIENDLY": 1.0, "ENEMY": 0.0, "": 0.5}
    return Analysis(
        mark=mark_of(entries),
        decisions=sum(map(_ordered, entries)),
        result=worth[winner_of(over)] if over else None,
        horizon=horizon,
        games=games,
    )


def analyse(
    known: Analysis, todo: Sequence[Task], each: Each[Task, Looked]
) -> Iterator[Analysis]:
    """The analysis as it grows, decision by decision."""
    for looked in each(look, todo):
        known = replace(known, looked=known.looked | {looked.number: looked.found})
        yield known


def look(task: Task) -> Looked:
    """Weigh a decision."""
    at = task.at
    world = world_of(at.setup)
    state = msgspec.json.decode(at.state, type=State)
    orders = distinct((*at.orders, *choices(world, state)))
    if len(orders) == 1 and not task.always:
        return Looked(task.number, None)

    near, far = (
        _plays(task, world, state, orders, far=times) for times in (1, FURTHER)
    )
    budget = Budget(games=task.games * len(orders))
    made = race(len(orders), near, budget, drop_behind=True)
    other = best(made)
    values = _anew(far, 0, task) if other else _enough(near, made[0], task)
    if not found(values).games:
        return Looked(task.number, None)
    weighed = _weighed(task, state, world, values)
    if other:
        more = gain(_anew(far, other, task), values)
        weighed = _with_better(weighed, orders[other], more, state, world)
    return Looked(task.number, weighed)


def _plays(
    task: Task, world: World, state: State, orders: Sequence[Any], *, far: int
) -> Play:
    """Playouts of some orders, cut after so many times the usual Player Turns."""
    ahead = Lookout(world, state, task.at.seed, far * task.at.horizon)
    return lambda order, nth: ahead.chance(Plan(order=orders[order]), nth)


def _anew(play: Play, order: int, task: Task) -> list[float | None]:
    """What an order comes to with other unknowns and dice."""
    return [play(order, nth) for nth in range(ANEW, ANEW + MEASURED * task.games)]


def _enough(
    play: Play, raced: Sequence[float | None], task: Task
) -> list[float | None]:
    """What the race told of what was ordered, and more of it where a phase begins."""
    games = task.games * (BEGUN if task.always else 1)
    return [*raced, *(play(0, nth) for nth in range(len(raced), games))]


def _weighed(
    task: Task, state: State, world: World, values: Sequence[float | None]
) -> WeighedDecision:
    known, (order,) = found(values), task.at.orders
    side: Literal["FRIENDLY", "ENEMY"] = state.side
    return WeighedDecision(
        number=task.number,
        moment=task.after,
        turn=state.turn,
        side=side,
        phase=state.phase,
        order=order,
        said=_said(state, world, order),
        chance=known.chance,
        low=known.low,
        high=known.high,
        games=known.games,
    )


def _with_better(
    one: WeighedDecision,
    order: Any,
    more: tuple[float, float],
    state: State,
    world: World,
) -> WeighedDecision:
    """The decision with what would have been better, if that held the second time."""
    cost, error = more
    if cost <= CERTAIN:
        return one
    return replace(
        one,
        better=order,
        better_said=_said(state, world, order),
        cost=min(cost, 1 - one.chance),
        cost_low=cost - TWO_SIDED * error,
        cost_high=cost + TWO_SIDED * error,
    )


def _said(state: State, world: World, order: Any) -> str:
    """An order in words."""
    view = FrozenView.of(state, world)
    text, _ = order_words(view, order)
    return names_of(world, state).told(plain(world.map, text))
