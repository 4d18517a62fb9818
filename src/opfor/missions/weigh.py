"""A Mission played and adjusted until the reference player wins as often as wished."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from opfor.missions.guess import Score, best_rung, expected
from opfor.missions.ladder import Ladder
from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder
from opfor.sim.summary import wilson
from opfor.state.mission import Mission
from opfor.study.interval import Interval, share_interval
from opfor.study.run import (
    Enough,
    Games,
    Group,
    Told,
    now_and_then,
    play_until,
    so_many,
    won_of,
)
from opfor.study.workers import Workers

HALF = 0.10
"""How well the rate is to be known, on both sides."""

LOOK = 10
"""Games on a rung before it is asked whether another one is better."""

SETTLED = 20
"""Games on a rung that is still the best guess until it is put to the proof."""

PROOF = 100
"""Fresh games of a proof: at even odds the rate is known to ± 10 points by them."""

MOST_GAMES = 500
"""Games after which it is left as it is."""

MOST_FAULTS = 5
"""Games that end in a fault after which it is left as it is."""


class Step(Struct, frozen=True):
    """What one way to have the Mission came to, and what was changed then.

    Args:
        known: the rate of wins, with what it lies between.
        games: how many were played.
        change: what was changed after them; empty if nothing was.
    """

    known: Interval
    games: int
    change: str = ""


class Weighed(Struct, frozen=True):
    """A Mission that was weighed.

    Attributes:
        mission: it, as adjusted.
        steps: what was played and changed, in order.
        reached: the rate is known well enough, and as wished.
        faults: how games ended that ended in a fault of the program; they do not count.
    """

    mission: Mission
    steps: tuple[Step, ...]
    reached: bool
    faults: tuple[str, ...] = ()


def weigh(
    setup: Setup,
    wish: float,
    *,
    workers: Workers,
    most: int = MOST_GAMES,
    told: Told = lambda _: None,
    changed: Callable[[Step], object] = lambda _: None,
) -> Weighed:
    """Play a Mission and change it until it is as wished, within bounds (D-685).

    A few games on a rung of its ladder say which rung is the best guess; where that
    stays the same it is put to the proof by fresh games, of a number set beforehand.

    Args:
        setup: the Mission with its boards and packs.
        wish: how often the FRIENDLY side is to win, such as 0.5.
        workers: who plays; they are left open.
        most: games in all.
        told: hears of the games of the way that is being played.
        changed: hears of each step as it is done.

    Errors:
        OpforError: the Mission cannot be played.
    """
    search = _Search(setup, wish, workers, most, told)
    steps, rung, reached = list[Step](), 0, False
    while not (reached or search.over):
        proof = search.settled(rung)
        found = search.prove(rung) if proof else search.look(rung)
        reached = proof and found.full and abs(found.known.value - wish) <= HALF
        new = rung if reached or search.over else search.next(rung)
        change = search.ladder.between(rung, new) if new != rung else ""
        if change or proof or search.over:
            steps.append(Step(found.known, found.games, change))
            changed(steps[-1])
        if new == rung and proof:
            break
        rung = new
    return Weighed(search.ladder.at(rung), tuple(steps), reached, tuple(search.faults))


class _Found(NamedTuple):
    """What some games came to, how many they were, and whether as many as meant."""

    known: Interval
    games: int
    full: bool = False


class _Search:
    """What was played on each rung, and what is left to play.

    Args:
        setup, wish, workers, most, told: as `weigh` has them.
    """

    def __init__(
        self, setup: Setup, wish: float, workers: Workers, most: int, told: Told
    ) -> None:
        self._setup, self._wish = setup, wish
        self._workers, self._told = workers, told
        self._left, self._batches = most, 0
        self._played: dict[int, Score] = {}
        self._proven = set[int]()
        self.ladder = Ladder(setup)
        self.faults = list[str]()

    @property
    def over(self) -> bool:
        """Nothing more is played."""
        return self._left <= 0 or len(self.faults) > MOST_FAULTS

    def settled(self, rung: int) -> bool:
        """Whether a rung that is the best guess was looked at often enough."""
        return self._played.get(rung, Score()).games >= SETTLED

    def look(self, rung: int) -> _Found:
        """A few games; what is told is all that was played on the rung."""
        self._play(rung, so_many(min(LOOK, self._left)))
        score = self._played[rung]
        return _Found(share_interval(*score, half=HALF), score.games)

    def prove(self, rung: int) -> _Found:
        """Fresh games, as many as were set beforehand unless it is out of question."""
        score, played = self._play(rung, self._proof(min(PROOF, self._left)))
        self._proven.add(rung)
        if played < PROOF or not score.games:
            return _Found(share_interval(*score, half=HALF), score.games)
        known = Interval(score.won / score.games, *wilson(*score))
        return _Found(known, score.games, full=True)

    def next(self, rung: int) -> int:
        """The rung to go on with: the best guess of those that were not proven yet.

        The same one after a proof if no other one is likely to be nearer to the wish.
        """
        left = [each for each in self.ladder.rungs if each not in self._proven]
        new = best_rung(self._played, left, self._wish, rung)
        if new is None or rung not in self._proven:
            return rung if new is None else new
        rates = expected(self._played, [rung, new])
        off = {each: abs(rate - self._wish) for each, rate in rates.items()}
        return new if off[new] < off[rung] else rung

    def _play(self, rung: int, enough: Enough) -> tuple[Score, int]:
        """Fresh games of a rung; those that end in a fault are not in the score."""
        # A seed of its own for each batch: no game is counted twice.
        seed = self._setup.seed + self._batches
        self._batches += 1
        setup = replace(self._setup, mission=self.ladder.at(rung))
        group = Group({"": BatchOrder(setup=setup, seed=seed)}, enough)
        games = play_until([group], workers=self._workers, told=self._told)[""]
        self.faults += [one.fault for one in games if one.fault]
        self._left -= len(games)
        score, before = Score(*won_of(games)), self._played.get(rung, Score())
        self._played[rung] = Score(before.won + score.won, before.games + score.games)
        return score, len(games)

    def _proof(self, most: int) -> Enough:
        """Enough when all are played, or what is wished is out of the question."""

        def hopeless(found: Games) -> bool:
            (games,) = found.values()
            so_far = share_interval(*won_of(games), half=HALF)
            return not so_far.low <= self._wish <= so_far.high

        return now_and_then(hopeless, most)


def in_words(step: Step) -> str:
    """A step as one line."""
    known = step.known
    sure = f"{known.low:.0%} to {known.high:.0%}"
    so = f"{known.value:.0%} of {step.games} games ({sure})"
    return f"{so}: {step.change}" if step.change else so
