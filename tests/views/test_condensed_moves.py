"""The way of a stack or a vehicle in one line."""

import pytest

from opfor.views.text.condensed_moves import in_runs
from opfor.views.text.log import LogLine


def told(*texts: str) -> list[tuple[int, str]]:
    """The numbers and texts of lines, which are numbered from 1."""
    lines = [LogLine(n, "D2.14", text) for n, text in enumerate(texts, 1)]
    return [(line.number, line.text) for line in in_runs(lines)]


class TestEchoes:
    """What a vehicle will do and does is told once."""

    @pytest.mark.parametrize(
        ("will", "does", "both"),
        [
            ("e1 enters K4", "e1 to K4 (1 MP, 9 left)", "e1 to K4 (1 MP, 9 left)"),
            ("e1 enters K4 by Bypass", "e1 to K4 (1 MP, 9 left)",
             "e1 to K4 by Bypass (1 MP, 9 left)"),
            ("e1 enters K4, by ESB", "e1 to K4 (1 MP, 9 left)",
             "e1 to K4 by ESB (1 MP, 9 left)"),
        ],
    )  # fmt: skip
    def test_once(self, will: str, does: str, both: str) -> None:
        """The line that says more is left, with the number of the deed."""
        assert told(will, does) == [(2, both)]

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("e1 enters K4", "e1 to K5 (1 MP, 9 left)"),
            ("e1 enters K4", "e2 to K4 (1 MP, 9 left)"),
            ("e1 enters K4 by Bypass", "e1: stops"),
        ],
    )
    def test_apart(self, one: str, two: str) -> None:
        """Something else, or somebody else, is a line of its own."""
        assert told(one, two) == [(1, one), (2, two)]

    def test_the_same(self) -> None:
        """A line that comes twice is told once; dice that fall alike are two rolls."""
        assert told("MG of e1 bear on: K4", "MG of e1 bear on: K4") == [
            (2, "MG of e1 bear on: K4")
        ]
        roll = LogLine(1, "A7.3", "fire at K4: Original 1+2 = 3", "roll")
        assert list(in_runs([roll, roll])) == [roll, roll]


class TestRuns:
    """A run of hexes."""

    def test_one_line(self) -> None:
        """It names every hex, and what is left at its end; turns between are in it."""
        assert told(
            "e1: turns its VCA to K5-L4", "e1 to K4 (1 MP, 9 left)",
            "e1: turns its VCA to K6-L5", "e1 to K5 by Bypass (2 MP, 7 left)",
            "e1 to K6 (½ MP, 6½ left)", "e1: turns its VCA to L6-L7",
        ) == [
            (5, "e1 to K4, K5 by Bypass, K6 (6½ MP left)"),
            (6, "e1: turns its VCA to L6-L7"),
        ]  # fmt: skip

    def test_stack(self) -> None:
        """A stack goes as one; how it goes is told."""
        assert told(
            "e1, e2 to K4 (1 MF, 5 left, Double Time)",
            "e1, e2 to K5/1 (2 MF, 3 left, Double Time)",
        ) == [(2, "e1, e2 to K4, K5/1 (3 MF left, Double Time)")]

    def test_broken(self) -> None:
        """Whatever else happens ends it, and somebody else begins one of his own."""
        one, two = "e1 to K4 (1 MP, 9 left)", "e1 to K5 (1 MP, 8 left)"
        assert told(one, "S3: Activated", two) == [
            (1, one), (2, "S3: Activated"), (3, two)
        ]  # fmt: skip
        other = "e2 to K5 (1 MP, 8 left)"
        assert told(one, other) == [(1, one), (2, other)]
