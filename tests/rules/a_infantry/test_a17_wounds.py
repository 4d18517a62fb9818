"""A17: wounds and how bad they are."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import casualty_reduction
from opfor.rules.a_infantry.a10_morale.a10_5_rout import normal_range
from opfor.rules.s_solitaire.s01_terms.targets_from import reach_of
from opfor.state.events import MoveChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from tests.rules.given import fire
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


class TestWoundedHero:
    """A17.2: a wounded hero is 1-3-8."""

    @pytest.mark.parametrize(
        ("at", "wounded", "share"),
        [("tF8", True, 1), ("tG8", False, 1), ("tG8", True, 0.5), ("tI8", True, 0.5)],
    )
    def test_range(self, at: str, wounded: bool, share: float) -> None:
        """His FP is whole at three hexes, and half at four."""
        squad = fire.unit("a", "german/5-4-8", "tC8")
        hero = fire.unit("h", "german/hero", "tC8", wounded=wounded)
        made = fire.planned(fire.scene(squad, hero), "a h", at)
        (his,) = (one.fp for one in made.shares if one.unit == "h")
        assert his == share
        assert normal_range(fire.scene(hero), hero) == (3 if wounded else 4)

    def test_reach(self) -> None:
        """Long Range ends at six hexes for him, at eight for another."""
        squad = fire.unit("a", "german/4-6-7", "tC8")
        hero = fire.unit("h", "german/hero", "tC8", wounded=True)
        with pytest.raises(Illegal, match=r"A7\.22.*h"):
            fire.planned(fire.scene(squad, hero), "a h", "tJ8")
        assert reach_of(fire.scene(hero), hero) == 6
        well = replace(hero, wounded=False)
        assert fire.planned(fire.scene(squad, well), "a h", "tJ8")
