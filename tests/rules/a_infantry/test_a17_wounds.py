"""A17: wounds and how bad they are."""

import pytest

from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import casualty_reduction
from opfor.state.events import MoveChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from tests.rules.given.stack import left, stack, unit


class TestA17_11WoundSeverity:
    """A17.11."""

    @pytest.mark.parametrize(
        ("before", "dr", "alive"),
        [(False, 4, True), (False, 5, False), (True, 3, True), (True, 4, False)],
    )
    def test_severity(self, before: bool, dr: int, alive: bool) -> None:
        """He dies at 5 or more, with one more for an older wound."""
        played = stack(
            lambda play: casualty_reduction(play, "V"),
            {"V": ("german/9-1", {"wounded": before})},
            f"A17.11 dr {dr}",
        )
        assert bool(left(played)) is alive

    def test_exc1_a_hero(self) -> None:
        """A wounded hero dies without a dr."""
        hero = {"V": ("german/hero", {"wounded": True})}
        assert left(stack(lambda play: casualty_reduction(play, "V"), hero)) == {}


class TestA17_1Wounds:
    """A17.1."""

    @pytest.mark.parametrize(("mf", "pinned"), [(3, False), (3.5, True)])
    def test_in_the_move(self, mf: float, pinned: bool) -> None:
        """Who has spent more than 3 MF when wounded is pinned."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",), spent=int(mf * 4))))
            casualty_reduction(play, "V")

        played = stack(run, {"V": "german/9-1"}, "A17.11 dr 1")
        assert unit(played, "V").pinned is pinned
        assert unit(played, "V").wounded
