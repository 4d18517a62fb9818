"""The log as a story."""

import pytest

from opfor.views.text.condensed import _told
from opfor.views.text.log import LogLine


def told(*texts: str) -> list[str]:
    """What becomes of lines of one rule."""
    return [
        line.text
        for line in _told(LogLine(n, "A1", text) for n, text in enumerate(texts))
    ]


class TestTogether:
    """What several units do alike is one line."""

    @pytest.mark.parametrize(
        ("one", "two", "both"),
        [
            ("A: pinned", "B: pinned", "A, B: pinned"),
            ("A: has Fire as its Action", "B: has Fire as its Action",
             "A, B: have Fire as their Action"),
            ("A: Panics", "B: Panics", "A, B: Panic"),
            ("A: searches, TI", "B: searches, TI", "A, B: search, TI"),
            ("A: loses a step", "B: loses a step", "A, B: lose a step"),
            ("A advances to K4", "B advances to K4", "A, B advance to K4"),
            ('A: loses its "?": fires', 'B: loses its "?": fires',
             'A, B: lose their "?": fires'),
        ],
    )  # fmt: skip
    def test_both(self, one: str, two: str, both: str) -> None:
        """Units are named together, in the plural."""
        assert told(one, two) == [both]

    def test_apart(self) -> None:
        """Other deeds, other places and other rules are lines of their own."""
        assert len(told("A: pinned", "B: broken")) == 2
        assert len(told("A advances to K4", "B advances to K5")) == 2
        lines = [LogLine(1, "A1", "A: pinned"), LogLine(2, "A2", "B: pinned")]
        assert len(list(_told(lines))) == 2

    def test_number(self) -> None:
        """The line bears the last number, so that all of it has happened by then."""
        lines = [LogLine(1, "A1", "A: pinned"), LogLine(2, "A1", "B: pinned")]
        assert next(_told(lines)).number == 2


class TestShort:
    """No line says what the one before it said."""

    def test_noise(self) -> None:
        """Fire Commands and Actions are told once."""
        assert told("A: A3a 11", "A: has performed its Action (Fire)") == []

    def test_firepower(self) -> None:
        """Equal parts of the FP are counted."""
        (line,) = told(
            "fire from K4 at K6: 12 FP (4-6-7 4 + MMG 4 + 4-6-7 4), column 12"
        )
        assert line.endswith("12 FP (2 of 4-6-7 4 + MMG 4), column 12")
