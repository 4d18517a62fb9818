"""A1.23 and A10.7: Morale Levels, who can break or be pinned, and leadership."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leadership
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from tests.rules.given.stack import Stack, stack


def helped(others: Stack, **states: Any) -> list[int]:
    """The leadership DRM that a squad gets from others."""
    found: list[int] = []

    def run(play: Play) -> None:
        mods = leadership(play, play.state.units["V"])
        found.extend(mod.value for mod in mods)

    stack(run, {"V": ("german/4-6-7", states), **others})
    return found


class TestA10_7Leadership:
    """A10.7."""

    def test_the_best_one(self) -> None:
        """Only the best leader in the Location counts."""
        assert helped({"A": "german/8-1", "B": "german/9-2"}) == [-2]

    def test_a_bad_one(self) -> None:
        """A 6+1 must be used if he is alone, and need not be beside a better one."""
        assert helped({"A": "german/6+1"}) == [1]
        assert helped({"A": "german/6+1", "B": "german/8-0"}) == []

    @pytest.mark.parametrize("state", ["pinned", "broken", "berserk", "melee"])
    def test_who_does_not_help(self, state: str) -> None:
        """A leader who is pinned, broken or not in Good Order gives nothing."""
        assert helped({"A": ("german/9-2", {state: True})}) == []

    def test_a_wound(self) -> None:
        """A wound makes his DRM one worse."""
        assert helped({"A": ("german/9-2", {"wounded": True})}) == [-1]

    def test_a_hero(self) -> None:
        """A hero is no leader."""
        assert helped({"A": "german/hero"}) == []

    def test_not_himself(self) -> None:
        """No leader helps himself, nor one who moves another who does not."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(len(leadership(play, play.state.units["A"])))
            play.emit(MoveChanged(Move(units=("A",))))
            found.append(len(leadership(play, play.state.units["V"])))

        stack(run, {"A": "german/9-2", "V": "german/4-6-7"})
        assert found == [0, 0]
