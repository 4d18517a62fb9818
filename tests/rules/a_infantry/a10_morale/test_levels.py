"""A1.23, A10.7, A19.3: Morale Levels, leadership, Inexperience."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a01_morale_level import morale_level
from opfor.rules.a_infantry.a10_morale.levels import leadership
from opfor.rules.a_infantry.a19_inexperienced import inexperienced
from opfor.state.events import MoveChanged
from opfor.state.in_progress import (
    Move,
)
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


class TestA19_3Inexperienced:
    """A19.3."""

    @pytest.mark.parametrize(
        ("counter", "leader", "expected"),
        [
            ("german/4-3-6", "german/8-0", True),
            ("american/5-3-6", "american/8-0", False),
            ("american/5-3-6", "american/hero", True),
            ("german/4-4-7", "german/hero", False),
        ],
    )
    def test_classes(self, counter: str, leader: str, expected: bool) -> None:
        """Conscripts always, Green MMC without an unbroken leader beside them."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(inexperienced(play, play.state.units["V"]))

        stack(run, {"V": counter, "L": leader}, date="1942-08")
        assert found == [expected]

    def test_a_broken_leader(self) -> None:
        """A broken leader does not make up for it."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(inexperienced(play, play.state.units["V"]))

        leader = "american/8-0", {"broken": True}
        stack(run, {"V": "american/5-3-6", "L": leader}, date="1942-08")
        assert found == [True]
