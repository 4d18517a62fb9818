"""A10.6: rallying with a leader or without one, and what the DR brings."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.choices.orders import Rally
from opfor.rules.orders.infantry.a10_rally import rally_ways
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName
from tests.rules.given.ordered import offers, ordered
from tests.rules.given.stack import Stack, drm, left, unit

BROKEN = {"broken": True}
DM = {"broken": True, "dm": True}
SQUAD: Stack = {"V": ("german/4-6-7", BROKEN)}
LED: Stack = {**SQUAD, "L": "german/8-1"}


def with_leader(*dice: str, **states: Any) -> Game[State]:
    """A squad that a 8-1 tries to rally."""
    units: Stack = {"V": ("german/4-6-7", BROKEN | states), "L": "german/8-1"}
    return ordered(Rally("V", "L"), units, *dice)


class TestA10_6Rally:
    """A10.6."""

    @pytest.mark.parametrize(("dice", "rallied"), [("4,4", True), ("5,4", False)])
    def test_limit(self, dice: str, rallied: bool) -> None:
        """A Final DR not above the broken Morale Level rallies; DM goes with it."""
        found = unit(with_leader(f"A10.6 DR {dice}"), "V")
        assert found.broken is not rallied
        assert found.did("rally")

    def test_disruption(self) -> None:
        """A leader rallies even a Disrupted unit, which is then free of it."""
        found = unit(with_leader("A10.6 DR 1,2", disrupted=True, dm=True), "V")
        assert not any((found.broken, found.dm, found.disrupted))

    def test_original_12(self) -> None:
        """Fate: Casualty Reduction, and no rally."""
        played = with_leader("A10.6 DR 6,6")
        assert left(played) == {"247A": "2-4-7", "L": "8-1"}
        assert unit(played, "247A").broken

    def test_original_2(self) -> None:
        """With a leader Heat of Battle follows, and counts as that of a broken unit."""
        played = with_leader("A10.6 DR 1,1", "A15.1 DR 1,2")
        assert drm(played) == {"broken": 1}
        assert not unit(played, "V").broken
        assert left(played) == {"V": "4-6-7", "L": "8-1", "heroA": "hero"}

    def test_surrender(self) -> None:
        """Who surrenders by it is not rallied."""
        units: Stack = {"V": ("italian/3-4-7", BROKEN), "L": "italian/8-1"}
        played = ordered(Rally("V", "L"), units, "A10.6 DR 1,1", "A15.1 DR 3,3")
        assert unit(played, "V").broken
        assert unit(played, "V").disrupted

    def test_a_new_leader(self) -> None:
        """A MMC that rallies by itself on an Original 2 may bring forth a leader."""
        played = ordered(Rally("V"), SQUAD, "A10.6 DR 1,1", "A18.2 dr 2")
        assert left(played) == {"V": "4-6-7", "80A": "8-0"}
        assert not unit(played, "V").broken

    def test_offers(self) -> None:
        """Each leader with it, and Self-Rally, are offered; others are not."""
        assert offers(LED) == [Rally("V", "L"), Rally("V")]
        assert offers({"V": "german/4-6-7"}) == []

    @pytest.mark.parametrize(
        ("most", "ways"), [(1, 0), (2, 1), (7, 21), (11, 35), (12, 35), (15, 35)]
    )
    def test_chances(
        self, most: int, ways: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The ways to roll no more than the Morale Level; an Original 12 is none."""
        level = "opfor.rules.orders.infantry.a10_rally.morale_level"
        monkeypatch.setattr(level, lambda *_: most + 1)  # Self-Rally is +1
        found = list[int]()

        def run(play: Play) -> None:
            found.append(rally_ways(play, play.state.units["V"], None))

        ordered([], SQUAD, before=run)
        assert found == [ways]


class TestA10_61RallyDrm:
    """A10.61."""

    def test_dm_and_leader(self) -> None:
        """DM +4, leadership as printed."""
        played = with_leader("A10.6 DR 2,1", dm=True)
        assert drm(played) == {"leadership of L": -1, "DM": 4}

    def test_building(self) -> None:
        """A building helps by one, and so do a trench and a pillbox."""
        played = ordered(Rally("V", "L"), LED, "A10.6 DR 4,4", at="tO6")
        assert drm(played) == {"leadership of L": -1, "wooden building": -1}

    @pytest.mark.parametrize(("kind", "helps"), [("trench", -1), ("foxhole", None)])
    def test_fortification(self, kind: Any, helps: int | None) -> None:
        """A trench helps whoever is in it, a foxhole does not."""
        fort = Fortification(id="f", kind=kind, location=LocationName("tJ6"))
        units: Stack = {"V": ("german/8-0", {**BROKEN, "inside": "f"})}
        played = ordered(
            Rally("V"),
            units,
            "A10.6 DR 4,2",
            before=lambda p: p.emit(FortificationAdded(fort)),
        )
        assert drm(played).get(kind) == helps

    def test_commissar(self) -> None:
        """With a commissar DM does not count, and the Morale Level is one better."""
        units: Stack = {"V": ("russian/4-4-7", DM), "C": "russian/9-0-commissar"}
        played = ordered(Rally("V", "C"), units, "A10.6 DR 4,4")
        assert drm(played) == {}
        assert not unit(played, "V").broken
