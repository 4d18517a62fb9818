"""Priority lists: narrow down candidates line by line, and remember why.

    targets = PriorityList(
        (
            where("Known Target", lambda t: t.known),
            least("closest", lambda t: t.range),
        ),
        tie=random_dr(game),
    )

A line that no candidate meets is skipped. Whatever is left after the last line goes
to the tie-break, which is always named.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from opfor.core import dice
from opfor.core.ask import Asker
from opfor.core.errors import OpforError
from opfor.core.fact import Fact, fact

T = TypeVar("T")

Tie = Callable[[Sequence[T]], T]


class Line(Struct, Generic[T], frozen=True):
    """One line of a list: its wording, and what it leaves of the candidates."""

    text: str
    narrow: Callable[[Sequence[T]], Sequence[T]]


class Reason(Struct, Generic[T], frozen=True):
    """What a line did: the candidates before and after it, or that it was skipped."""

    line: str
    before: tuple[T, ...]
    after: tuple[T, ...]
    skipped: bool = False


class Choice(Struct, Generic[T], frozen=True):
    """What a list chose, and the reasons line by line."""

    chosen: T
    reasons: tuple[Reason[T], ...]


def where(text: str, test: Callable[[T], object]) -> Line[T]:
    """Keep the candidates that pass the test."""
    return Line(text, lambda candidates: [c for c in candidates if test(c)])


def most(text: str, key: Callable[[T], Any]) -> Line[T]:
    """Keep those with the greatest key; a key of None does not meet the line."""
    return Line(text, lambda candidates: _best(candidates, key, max))


def least(text: str, key: Callable[[T], Any]) -> Line[T]:
    """Keep those with the smallest key; a key of None does not meet the line."""
    return Line(text, lambda candidates: _best(candidates, key, min))


def _best(
    candidates: Sequence[T],
    key: Callable[[T], Any],
    pick: Callable[[list[Any]], Any],
) -> Sequence[T]:
    keyed = [(key(candidate), candidate) for candidate in candidates]
    keys = [value for value, _ in keyed if value is not None]
    best = pick(keys) if keys else None
    return [candidate for value, candidate in keyed if keys and value == best]


class PriorityList(Struct, Generic[T], frozen=True):
    """Lines in order of priority, and the tie-break for what they leave."""

    lines: tuple[Line[T], ...]
    tie: Tie[T]

    def narrow(
        self, candidates: Sequence[T]
    ) -> tuple[tuple[T, ...], tuple[Reason[T], ...]]:
        """Those left after the last line, with the reasons; no tie-break."""
        left = tuple(candidates)
        reasons = []
        for line in self.lines:
            # One is left: lines below it decide nothing and give no reason.
            if len(left) < 2:
                break
            after = tuple(line.narrow(left))
            reasons.append(Reason(line.text, left, after or left, not after))
            left = after or left
        return left, tuple(reasons)

    def choose(self, candidates: Sequence[T]) -> Choice[T]:
        """The one candidate that the lines, or else the tie-break, choose.

        Raises:
            OpforError: there is no candidate.
        """
        left, reasons = self.narrow(candidates)
        if not left:
            raise OpforError("a priority list was given no candidate")
        if len(left) == 1:
            return Choice(left[0], reasons)
        chosen = self.tie(left)
        return Choice(chosen, (*reasons, Reason("tie-break", left, (chosen,))))


TIE_BREAK = fact("tie_break")


def random_dr(game: Asker, purpose: Fact = TIE_BREAK) -> Tie[Any]:
    """A tie-break by Random dr, each candidate alike."""
    return lambda candidates: dice.random_dr(game, candidates, purpose=purpose)


def first(candidates: Sequence[T]) -> T:
    """A tie-break that takes the first: for lists whose order is part of the rule."""
    return candidates[0]
