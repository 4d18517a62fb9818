"""Priority lists: narrowing, skipping, tie-breaks and reasons."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.core.dice import Scripted
from opfor.core.errors import OpforError
from opfor.core.priority import (
    Choice,
    Line,
    PriorityList,
    Reason,
    first,
    least,
    most,
    random_dr,
    where,
)
from opfor.core.rule import part_of_rule
from tests.core.toy import new_game


class Target(NamedTuple):
    """A candidate of the tests."""

    name: str
    known: bool
    range: int
    fp: int | None = None


A = Target("a", known=False, range=1)
B = Target("b", known=True, range=3, fp=4)
C = Target("c", known=True, range=3, fp=8)
D = Target("d", known=True, range=5, fp=12)

LINES: tuple[Line[Target], ...] = (
    where("Known Target", lambda t: t.known),
    least("closest", lambda t: t.range),
    most("most FP", lambda t: t.fp),
)


class TestPriorityList:
    """Lines from the top, each narrowing what the last one left."""

    def test_narrows_in_order(self) -> None:
        """Each line sees what the line above it left, and the reasons say so."""
        choice = PriorityList(LINES, tie=first).choose([A, B, C, D])
        assert choice.chosen == C
        assert choice.reasons == (
            Reason("Known Target", (A, B, C, D), (B, C, D)),
            Reason("closest", (B, C, D), (B, C)),
            Reason("most FP", (B, C), (C,)),
        )

    def test_a_line_nobody_meets_is_skipped(self) -> None:
        """If no candidate meets a line it changes nothing, and the reason says so."""
        lines: tuple[Line[Target], ...] = (
            where("broken", lambda _t: False),
            *LINES[1:],
        )
        far = Target("e", known=True, range=1)
        choice = PriorityList(lines, tie=first).choose([A, far])
        assert choice.reasons[0] == Reason("broken", (A, far), (A, far), skipped=True)
        assert choice.reasons[2].skipped  # nobody has FP
        assert choice.reasons[-1] == Reason("tie-break", (A, far), (A,))

    def test_one_left_ends_it(self) -> None:
        """With one candidate no line is looked at and no die is rolled."""
        assert PriorityList(LINES, tie=first).choose([D]) == Choice(D, ())

    def test_tie_by_dice(self) -> None:
        """The tie-break by Random dr rolls once for those that are left."""
        game = new_game(dice=Scripted("S6.3 dr 5"))
        targets = PriorityList(LINES[:2], tie=random_dr(game, "Target"))
        with part_of_rule("S6.3"):
            choice = targets.choose([A, B, C, D])
        assert choice.chosen == C
        assert choice.reasons[-1] == Reason("tie-break", (B, C), (C,))

    def test_no_candidates(self) -> None:
        """Nothing to choose from is an error."""
        with pytest.raises(OpforError, match="no candidate"):
            PriorityList(LINES, tie=first).choose([])

    @given(st.lists(st.builds(Target, st.text(max_size=2), st.booleans(),
                              st.integers(0, 4), st.none() | st.integers(0, 3)),
                    min_size=1, max_size=8))  # fmt: skip
    def test_chosen_is_best(self, targets: list[Target]) -> None:
        """Nobody beats the chosen one on the first line on which they differ."""
        chosen = PriorityList(LINES, tie=first).choose(targets).chosen

        def rank(t: Target) -> tuple[bool, int, int]:
            return (t.known, -t.range, -1 if t.fp is None else t.fp)

        assert rank(chosen) == max(map(rank, targets))
