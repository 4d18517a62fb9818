"""A1.23: the Morale Level of a unit."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.state.play import Play
from tests.rules.given.stack import Stack, stack


def level(counter: str, others: Stack | None = None, **states: Any) -> int:
    """The Morale Level of a unit in some states, with others beside it."""
    found: list[int] = []

    def run(play: Play) -> None:
        found.append(morale_level(play, play.state.units["V"]))

    stack(run, {"V": (counter, states), **(others or {})})
    return found[0]


class TestA1_23MoraleLevel:
    """A1.23."""

    def test_sides_of_the_counter(self) -> None:
        """A broken unit has the Morale Level of its broken side."""
        assert level("german/4-3-6") == 6
        assert level("german/4-3-6", broken=True) == 5

    @pytest.mark.parametrize(
        ("states", "expected"),
        [
            ({"encircled": True}, 6),
            ({"fanatic": True}, 8),
            ({"fanatic": True, "broken": True}, 8),
            ({"berserk": True, "encircled": True}, 10),
            ({"wave": "wave1"}, 8),
            ({"wave": "wave1", "broken": True}, 7),
        ],
    )
    def test_states(self, states: dict[str, Any], expected: int) -> None:
        """Encircled one less; Fanatic or in a Human Wave one more; berserk 10."""
        assert level("german/4-6-7", **states) == expected

    def test_leaders(self) -> None:
        """A wound costs one; a heroic leader has at least 9."""
        assert level("german/8-1", wounded=True) == 7
        assert level("german/8-1", heroic=True) == 9
        assert level("german/8-1", heroic=True, wounded=True) == 8

    def test_ceiling(self) -> None:
        """Nothing raises it above 10."""
        assert level("german/10-2", fanatic=True) == 10

    def test_commissar(self) -> None:
        """A Good Order commissar gives one to all others in the Location."""
        commissar: Stack = {"C": "russian/9-0-commissar"}
        assert level("russian/4-4-7", commissar) == 8
        assert (
            level("russian/4-4-7", {"C": ("russian/9-0-commissar", {"broken": True})})
            == 7
        )
        assert level("russian/9-0-commissar") == 9
