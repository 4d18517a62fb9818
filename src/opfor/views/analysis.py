"""A played game weighed, decision by decision: the file beside its save, and its words.

The chance to win before a decision is that with what was ordered and what a better
order would have added. What is lost there is judgement; what has changed by the next
decision is luck: dice, and what the ENEMY turned out to be and to do. The two add up to
how the game went, from the chance at the first decision to its end.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.codec import BAD_JSON
from opfor.core.journal import Entry, Journal

ENDING = ".analysis.json"
"""What the file is called, beside a save of the same name."""

BIGGEST = 20_000_000
"""Bytes of such a file; no game comes near it."""

DEAREST = 5
"""Decisions that are told."""

CERTAIN = 0.005
"""A cost below which it is none."""


class WeighedDecision(Struct, frozen=True, kw_only=True):
    """A decision with what it was worth, all chances being those of FRIENDLY.

    Args:
        number: its place among the answers of the game, from 0.
        moment: how many events came before it.
        turn, side, phase: when it was.
        order: what was ordered, as JSON.
        said: that in words.
        better: what would have been better, as JSON; None: nothing was, clearly.
        better_said: that in words.
        chance, low, high: the chance to win with what was ordered, and its interval.
        cost: what the better order would have added.
        cost_low, cost_high: between what that lies, with 95 %.
        games: playouts of what was ordered.
    """

    number: int
    moment: int
    turn: int
    side: Literal["FRIENDLY", "ENEMY"]
    phase: str
    order: Any
    said: str
    better: Any = None
    better_said: str = ""
    chance: float
    low: float
    high: float
    cost: float = 0.0
    cost_low: float = 0.0
    cost_high: float = 0.0
    games: int = 0

    @property
    def before(self) -> float:
        """The chance to win with the best that is known."""
        return min(1.0, self.chance + self.cost)

    @property
    def sure(self) -> bool:
        """Whether it did cost something, as far as its interval tells."""
        return self.cost_low > CERTAIN

    @property
    def when(self) -> str:
        """When it was, in words."""
        return f"Turn {self.turn}, {self.side} {self.phase}"


class Analysis(Struct, frozen=True, kw_only=True):
    """A game weighed, as far as that has come.

    Args:
        mark: the fingerprint of the game's answers: another game, another mark.
        decisions: how many are to be weighed.
        looked: by number; None: there was nothing to decide.
        result: 1 if FRIENDLY has won, 0 if ENEMY, a half for a draw; None: it goes on.
        horizon: Player Turns of each playout, 0: to the end; None: an older release
            did not keep it.
        games: playouts of each order, about; None likewise.
    """

    mark: str
    decisions: int
    looked: dict[int, WeighedDecision | None] = {}
    result: float | None = None
    horizon: int | None = None
    games: int | None = None

    @property
    def whole(self) -> bool:
        """Whether all is weighed."""
        return len(self.looked) >= self.decisions

    @property
    def weighed(self) -> list[WeighedDecision]:
        """What was weighed, in order; what was still open later cost nothing yet."""
        found = (self.looked[number] for number in sorted(self.looked))
        return _missed([one for one in found if one is not None])

    @property
    def dearest(self) -> list[WeighedDecision]:
        """The decisions that cost most: first what is sure, and the dearest of that."""
        dear = [one for one in self.weighed if one.cost > CERTAIN]
        return sorted(dear, key=lambda one: (not one.sure, -one.cost))[:DEAREST]

    @property
    def judgement(self) -> float:
        """What all decisions cost, as a change of the chance to win: never above 0."""
        return -sum(one.before - one.chance for one in self.weighed)

    @property
    def luck(self) -> float:
        """What everything else changed in the chance to win."""
        found = self.weighed
        if not found:
            return 0.0
        ends = [*(one.before for one in found[1:])]
        ends.append(found[-1].chance if self.result is None else self.result)
        pairs = zip(found, ends, strict=True)
        return sum(end - one.chance for one, end in pairs)


def _missed(found: Sequence[WeighedDecision]) -> list[WeighedDecision]:
    """Decisions, each cost only where the better order was missed.

    Who moves A while a move of B would be better can still move B: as long as the same
    order is found better again in that phase, or is given, nothing was lost.
    """
    made, later = list[WeighedDecision](), set[Moment]()
    for one in reversed(found):
        better = _named(one, one.better)
        made.append(_costless(one) if better & later else one)
        later |= better | _named(one, one.order)
    return made[::-1]


Moment = tuple[int, str, str, bytes]
"""Turn, side and phase, and an order that was possible there."""

BY_NAME = ("units", "unit", "firers")
"""Where an order has whom it is to; one without, as an end, is a new one each time."""


def _named(one: WeighedDecision, order: Any) -> set[Moment]:
    """An order that is to somebody, and the phase; else nothing."""
    if not isinstance(order, dict) or not any(order.get(key) for key in BY_NAME):
        return set()
    return {(one.turn, one.side, one.phase, msgspec.json.encode(order, order="sorted"))}


def _costless(one: WeighedDecision) -> WeighedDecision:
    return replace(
        one, better=None, better_said="", cost=0.0, cost_low=0.0, cost_high=0.0
    )


def mark_of(entries: Sequence[Entry]) -> str:
    """The fingerprint of a game's answers."""
    return Journal(entries).fingerprint()


# -- the file ------------------------------------------------------------------------


def analysis_file(save: Path) -> Path:
    """Where the analysis of a save lies."""
    return save.with_name(save.stem + ENDING)


def read_analysis(save: Path, entries: Sequence[Entry]) -> Analysis | None:
    """The analysis of a save; None if there is none of the game as it is now."""
    try:
        path = analysis_file(save)
        if path.stat().st_size > BIGGEST:
            return None
        found = msgspec.json.decode(path.read_bytes(), type=Analysis)
    except (OSError, *BAD_JSON):
        return None
    return found if found.mark == mark_of(entries) else None


def encoded(found: Analysis) -> bytes:
    """An analysis as its file has it."""
    return msgspec.json.encode(found)


# -- in words ------------------------------------------------------------------------


def summary_lines(found: Analysis) -> Iterator[str]:
    """What an analysis says, in a few lines."""
    weighed = found.weighed
    if not weighed:
        yield "there was nothing to decide in this game"
        return
    if not found.whole:
        yield f"{len(found.looked)} of {found.decisions} decisions weighed so far"
    else:
        yield from _sums(found)
    yield from _playouts(found)
    yield from dearest_lines(found)


def _playouts(found: Analysis) -> Iterator[str]:
    """What it was weighed by, if the file says so."""
    if found.games is None or found.horizon is None:
        return
    turns = f"{found.horizon} Player Turn{'s' * (found.horizon != 1)}"
    how_far = f"over {turns}" if found.horizon else "to the end of the game"
    yield f"weighed by about {found.games} playouts of each order, {how_far}"


def dearest_lines(found: Analysis) -> Iterator[str]:
    """The decisions that cost most, as far as they are weighed."""
    for nth, one in enumerate(found.dearest, 1):
        yield f"{nth}. {one.when}: {cost_words(one)}"


def so_far_lines(found: Analysis) -> Iterator[str]:
    """What is known when the weighing is stopped."""
    if not found.weighed:
        return
    if not found.dearest:
        yield "so far nothing was clearly better than what was ordered"
        return
    yield "the dearest so far:"
    yield from dearest_lines(found)


def _sums(found: Analysis) -> Iterator[str]:
    """What can be said only when all is weighed."""
    free = found.decisions - len(found.weighed)
    forced = f", in {free} of them nothing to choose" * bool(free)
    end = "" if found.result is None else f", at the end {found.result:.0%}"
    before = found.weighed[0].before
    yield (
        f"{found.decisions} decisions{forced}; "
        f"at the first one the chance to win was {before:.0%}{end}"
    )
    judged, luck = points(found.judgement), points(found.luck)
    yield f"judgement: {judged} points; luck: {luck} points"
    if not found.dearest:
        yield "nothing was clearly better than what was ordered"


def points(share: float) -> str:
    """A change of a chance in points, with its sign."""
    return f"{whole:+d}" if (whole := round(100 * share)) else "0"


def cost_words(one: WeighedDecision) -> str:
    """A decision with what would have been better; of what may be none, that it may."""
    with_it = f"{one.chance:.0%} ({one.low:.0%} to {one.high:.0%})"
    between = f"{points(one.cost_low)} to {points(one.cost_high)}"
    more = f"{points(one.cost)} points ({between})"
    better = "better" if one.sure else "perhaps better, or no mistake"
    return f"{one.said}, {with_it}; {better}: {one.better_said}, {more}"


def curve(found: Analysis) -> list[tuple[int, float]]:
    """The chance to win by the moments of decisions, and at the end."""
    points = [(one.moment, one.before) for one in found.weighed]
    if points and found.result is not None:
        points.append((points[-1][0] + 1, found.result))
    return points
