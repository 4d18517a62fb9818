"""C1.3, C1.4, C1.6: Observers, Accuracy and errors."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import (
    accuracy,
    accuracy_odds,
    along,
    error,
    fall_of_shot,
)
from opfor.state.play import Play
from tests.rules.given.artillery import asked, at, marks, oba

GRAIN = """
board: t
size: 20x10
grain: J5
"""


class TestC1_31Accuracy:
    """C1.31."""

    @pytest.mark.parametrize(
        ("friendly", "number"), [("german", 2), ("russian", 1), ("american", 2)]
    )
    def test_nations(self, friendly: str, number: int) -> None:
        """Two for some nations, one for the others."""
        found = asked(
            lambda p, b: accuracy(p, b, at("J3")), friendly=friendly, date="1943-08"
        )
        assert found == (number, [])

    def test_hindrance(self) -> None:
        """The Hindrance of the Observer's LOS is added to the dr."""
        _, mods = asked(lambda p, b: accuracy(p, b, at("J3")), board=GRAIN)
        assert [mod.value for mod in mods] == [1]

    def test_registered(self) -> None:
        """Four in a Pre-Registered hex."""
        found = asked(
            lambda p, b: accuracy(p, b, at("J3")), battery={"registered": ("tJ3",)}
        )
        assert found == (4, [])


class TestC1_31_odds:
    """C1.31/odds."""

    def test_exact(self) -> None:
        """2 of 6, and 1 of 6 with a Hindrance."""
        assert asked(lambda p, b: accuracy_odds(p, b, at("J3"))) == Fraction(2, 6)
        hindered = asked(lambda p, b: accuracy_odds(p, b, at("J3")), board=GRAIN)
        assert hindered == Fraction(1, 6)


class TestC1_3PlacingASR:
    """C1.3."""

    def aimed(self, *dice: str, **more: Any) -> Any:
        """The game after a SR is aimed at J3."""
        return oba(
            *dice,
            run=lambda p: fall_of_shot(p, p.state.batteries["b"], at("J3")),
            **more,
        )

    def test_accurate(self) -> None:
        """An Accurate SR comes down where it is to."""
        played = self.aimed("C1.3 dr 2")
        assert marks(played) == [("SR", "tJ3")]
        assert played.state.batteries["b"].accurate

    def test_misses(self) -> None:
        """An inaccurate one comes down by its error."""
        played = self.aimed("C1.3 dr 3", "C1.32 DR 4,2")
        assert marks(played) == [("SR", "tJ5")]
        assert not played.state.batteries["b"].accurate

    def test_off_the_map(self) -> None:
        """One off the map is gone."""
        assert marks(self.aimed("C1.3 dr 6", "C1.32 DR 1,6")) == []

    def test_on_table(self) -> None:
        """On his table the player says where it came down."""
        played = oba(
            on_table=("artillery",),
            reports=({"accurate": False, "hex": "K4"},),
            run=lambda p: fall_of_shot(p, p.state.batteries["b"], at("J3")),
        )
        assert marks(played) == [("SR", "tK4")]


class TestC1_32Error:
    """C1.32."""

    def test_dice(self) -> None:
        """The coloured die is the hexside, the white one the hexes, up to the most."""
        found: list[str] = []

        def run(play: Play) -> None:
            battery = play.state.batteries["b"]
            found.append(error(play, battery, at("J6")))
            found.append(error(play, battery, at("J6"), 1))
            found.append(along(play, at("J6"), 0, 3))

        oba("C1.32 DR 1,3", "C1.32 DR 4,6", run=run)
        assert found == ["tJ3", "tJ7", "tJ3"]
