"""A25.22: commissars and the units that they rally."""

from typing import ClassVar

import pytest

from opfor.rules.a_infantry.a25_commissars import must_try
from opfor.rules.choices.orders import EndPhase, Rally
from opfor.rules.s_solitaire.s07_rally.rally_tries import tries
from tests.rules.given import phases
from tests.rules.given.ordered import ordered, refused
from tests.rules.given.stack import Stack, left

BROKEN = {"broken": True}
DM = {"broken": True, "dm": True}


class TestA25_221MustTry:
    """A25.221."""

    UNITS: ClassVar[Stack] = {
        "V": ("russian/4-4-7", DM),
        "C": "russian/9-0-commissar",
    }

    @staticmethod
    def owed(units: Stack) -> list[Rally]:
        """The tries that are owed."""
        found: list[Rally] = []
        ordered([], units, before=lambda play: found.extend(must_try(play, "FRIENDLY")))
        return found

    def test_no_end_before(self) -> None:
        """The RPh does not end before a unit with a commissar has tried."""
        refused("A25.221", EndPhase(), self.UNITS)
        assert self.owed(self.UNITS) == [Rally("V", "C")]

    def test_exc1_may_not(self) -> None:
        """Who has tried, or is in Melee, owes nothing."""
        tried: Stack = {
            **self.UNITS,
            "V": ("russian/4-4-7", {**DM, "deeds": ("rally",)}),
        }
        melee: Stack = {**self.UNITS, "V": ("russian/4-4-7", {**DM, "melee": True})}
        assert self.owed(tried) == self.owed(melee) == []

    def test_enemy(self) -> None:
        """The ENEMY's try is made however slight its chance."""
        found: list[Rally] = []
        one = phases.unit("e1", "tK5", "russian/4-4-7", **BROKEN, wounded=True)
        chief = phases.unit("e2", "tK5", "russian/9-0-commissar")
        phases.phase(
            "RPh",
            lambda play: found.extend(tries(play)),
            units=[one, chief],
        )
        assert Rally("e1", "e2") in found


class TestA25_222Commissar:
    """A25.222."""

    @pytest.mark.parametrize(
        ("counter", "expected"),
        [
            ("russian/4-4-7", ["4-2-6"]),
            ("russian/4-2-6", ["2-2-6"]),
            ("russian/2-2-6", []),
            ("russian/8-0", ["7-0"]),
            ("russian/6+1", []),
        ],
    )
    def test_failure(self, counter: str, expected: list[str]) -> None:
        """The next lower class; of the lowest a squad is reduced, others die."""
        units: Stack = {"V": (counter, BROKEN), "C": "russian/9-0-commissar"}
        played = ordered(Rally("V", "C"), units, "A10.6 DR 5,6")
        found = left(played)
        del found["C"]
        assert list(found.values()) == expected

    @pytest.mark.parametrize(
        ("counter", "expected"),
        [
            ("russian/4-4-7", ["2-2-6"]),
            ("russian/4-2-6", []),
            ("russian/2-3-7", []),
        ],
    )
    def test_original_12(self, counter: str, expected: list[str]) -> None:
        """Who is left by an Original 12 is of the lower class (D-890)."""
        units: Stack = {"V": (counter, BROKEN), "C": "russian/9-0-commissar"}
        found = left(ordered(Rally("V", "C"), units, "A10.6 DR 6,6"))
        del found["C"]
        assert list(found.values()) == expected

    def test_original_12_under_another(self) -> None:
        """Under a leader who is no commissar it costs its step alone (A10.64)."""
        units: Stack = {"V": ("russian/4-4-7", BROKEN), "C": "russian/9-1"}
        found = left(ordered(Rally("V", "C"), units, "A10.6 DR 6,6"))
        assert sorted(found.values()) == ["2-3-7", "9-1"]

    def test_original_12_of_a_leader(self) -> None:
        """A leader is wounded, and of the next lower grade (D-890)."""
        units: Stack = {"V": ("russian/8-0", BROKEN), "C": "russian/9-0-commissar"}
        played = ordered(Rally("V", "C"), units, "A10.6 DR 6,6", "A17.11 dr 1")
        found = left(played)
        del found["C"]
        assert list(found.values()) == ["7-0"]
