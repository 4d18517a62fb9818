"""A20.3: surrender, and No Quarter."""

import pytest

from opfor.rules.a_infantry.a20_prisoners.a20_3_no_quarter import surrender
from tests.rules.given.phases import phase, unit

A = {"broken": True, "dm": True}


class TestA20_3NoQuarter:
    """A20.3."""

    @pytest.mark.parametrize(
        ("choice", "taken"), [("take", True), ("no quarter", False)]
    )
    def test_choice(self, choice: str, taken: bool) -> None:
        """The captor takes it prisoner or gives No Quarter."""
        found: list[bool] = []
        game = phase(
            "CCPh",
            lambda play: found.append(surrender(play, "a", "e1")),
            units=[unit("a", "tG5", **A), unit("e1", "tH5")],
            choices=(choice,),
        )
        assert found == [taken]
        assert game.state.toll("FRIENDLY").no_quarter != taken
