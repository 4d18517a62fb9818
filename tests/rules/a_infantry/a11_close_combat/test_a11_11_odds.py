"""A11.11: the odds of a CC attack, its Kill Number, and what it can do."""

from fractions import Fraction

import pytest

from opfor.rules.a_infantry.a11_close_combat.a11_11_odds import (
    CloseCombatChances,
    chances,
    kill_number,
    odds_of,
    result_of,
)
from opfor.state.play import Play
from tests.rules.given.close_combat import asked

CC_LINE = "0 1 2 3 4 5 6 7 8 9 10 11 12 13"
HTH_LINE = "2 3 4 5 6 7 8 9 10 11 12 13 14 15"
ODDS = [
    "<1-8",
    "1-8",
    "1-6",
    "1-4",
    "1-2",
    "1-1",
    "3-2",
    "2-1",
    "3-1",
    "4-1",
    "6-1",
    "8-1",
    "10-1",
    ">10-1",
]


class TestA11_11Odds:
    """A11.11."""

    @pytest.mark.parametrize(("line", "fist"), [(CC_LINE, False), (HTH_LINE, True)])
    def test_every_cell(self, line: str, fist: bool) -> None:
        """Both lines, cell for cell."""

        def ask(play: Play) -> list[int]:
            return [kill_number(play, odds, hand_to_hand=fist) for odds in ODDS]

        assert asked(ask) == [int(cell) for cell in line.split()]

    @pytest.mark.parametrize(
        ("attack", "defence", "odds"),
        [
            (1, 9, "<1-8"),
            (1, 8, "1-8"),
            (3, 4, "1-2"),
            (4, 4, "1-1"),
            (6, 4, "3-2"),
            (7, 4, "3-2"),
            (8, 4, "2-1"),
            (40, 4, "10-1"),
            (41, 4, ">10-1"),
            (5, 0, ">10-1"),
        ],
    )
    def test_next_lower(self, attack: int, defence: int, odds: str) -> None:
        """Odds between two of the table are the lower ones."""
        assert odds_of(Fraction(attack), Fraction(defence)) == odds

    def test_results(self) -> None:
        """Below the Kill Number all die, on it one is reduced, above it nothing."""
        assert [result_of(n, 5) for n in (4, 5, 6)] == ["kill", "reduce", "none"]

    def test_chances(self) -> None:
        """1-1 kills with 2 to 4, six ways of 36, and reduces with a 5, four ways."""
        assert chances(5, 0) == CloseCombatChances(6, 4)
        assert chances(5, -2) == CloseCombatChances(15, 6)
        assert chances(0, 0) == CloseCombatChances(0, 0)
