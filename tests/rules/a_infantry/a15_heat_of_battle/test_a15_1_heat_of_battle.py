"""A15: Heat of Battle each way."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import heat, morale_check
from opfor.rules.a_infantry.a15_heat_of_battle.a15_1_heat_of_battle import feels_heat
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.stack import Stack, drm, left, stack, unit

NEAR = {"E": ("russian/4-4-7", "tL6")}


def hot(
    counter: str, dice: str, others: Stack | None = None, *more: str, **states: Any
) -> Game[State]:
    """Heat of Battle of V, in LOS of an enemy."""
    units: Stack = {"V": (counter, states), **(others or {})}
    return stack(
        lambda play: heat(play, "V"), units, f"A15.1 DR {dice}", *more, enemies=NEAR
    )


class TestA15_1HeatOfBattle:
    """A15.1."""

    def test_original_2(self) -> None:
        """An Original 2 on a MC brings it, on a TC it does not."""
        units: Stack = {"V": "german/4-6-7"}
        dice = "A10.1 DR 1,1", "A15.1 DR 3,4"
        played = stack(lambda play: morale_check(play, "V"), units, *dice)
        assert left(played) == {"468A": "4-6-8"}
        played = stack(lambda play: morale_check(play, "V", task=True), units, dice[0])
        assert left(played) == {"V": "4-6-7"}

    @pytest.mark.parametrize(
        ("counter", "states", "expected"),
        [
            ("german/4-6-8", {}, {"elite": -1}),
            ("german/4-4-7", {"broken": True}, {"broken": 1}),
            ("german/4-3-6", {}, {"Inexperienced": 1}),
            ("russian/4-4-7", {}, {"russian": 2}),
            ("russian/6-2-8-nkvd", {}, {"russian": 2, "NKVD": -1}),
            ("british/4-5-8", {}, {"elite": -1, "british": -1}),
            ("finnish/6-4-8", {}, {"finnish": -1}),
            ("partisan/3-3-7", {}, {"partisan": 1}),
            ("french/4-5-7", {}, {"french": 1}),
            ("italian/3-4-7", {}, {"italian": 3}),
            ("axis-minor/3-4-7", {}, {"axis-minor": 3}),
            ("allied-minor/4-5-7", {}, {"allied-minor": 2}),
            ("japanese/4-4-7", {}, {"japanese": 4}),
        ],
    )
    def test_drm(
        self, counter: str, states: dict[str, Any], expected: dict[str, int]
    ) -> None:
        """Class, state and nation, all cumulative."""
        played = hot(counter, "1,1", **states)
        assert drm(played) == expected

    def test_a_side_with_borrowed_counters(self) -> None:
        """A leader of the Russians who fights for Partisans has their DRM (D-200)."""
        dice = "A10.1 DR 1,1", "A15.1 DR 3,4"
        played = stack(
            lambda play: morale_check(play, "V"),
            {"V": "russian/8-0"},
            *dice,
            friendly="partisan",
        )
        assert drm(played) == {"partisan": 1}
        assert left(played) == {"81A": "8-1"}

    @pytest.mark.parametrize(
        ("counter", "states"),
        [
            ("german/4-6-7", {"unarmed": True}),
            ("german/4-6-7", {"berserk": True}),
            ("german/4-6-7", {"wave": "wave1"}),
            ("german/2-2-8", {}),
            ("german/hero", {}),
            ("german/9-1", {"heroic": True}),
        ],
    )
    def test_exc1_who_is_left_cold(self, counter: str, states: dict[str, Any]) -> None:
        """Unarmed, berserk and Human Wave units, crews and heroes know none of it."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(feels_heat(play, play.state.units["V"]))
            heat(play, "V")

        stack(run, {"V": (counter, states)})
        assert found == [False]


class TestA15_2Hero:
    """A15.2."""

    def test_a_squad(self) -> None:
        """Up to 4 a hero joins the MMC; at 5 and 6 it is battle-hardened, too."""
        assert left(hot("german/4-6-7", "1,3")) == {"V": "4-6-7", "heroA": "hero"}
        both = {"468A": "4-6-8", "heroA": "hero"}
        assert left(hot("german/4-6-7", "1,4")) == both
        assert left(hot("german/4-6-7", "3,3")) == both
        assert left(hot("german/4-6-7", "3,4")) == {"468A": "4-6-8"}

    def test_a_leader(self) -> None:
        """A leader becomes heroic, neither broken nor pinned any more."""
        played = hot("german/8-1", "1,2", broken=True, dm=True)
        found = unit(played, "V")
        assert found.heroic
        assert not found.broken
        assert left(played) == {"V": "8-1"}


class TestA15_3BattleHardening:
    """A15.3."""

    @pytest.mark.parametrize(
        ("counter", "hardened"),
        [
            ("german/4-4-7", "4-6-7"),
            ("german/2-3-6", "2-3-7"),
            ("german/8-0", "8-1"),
            ("german/6+1", "7-0"),
            ("german/10-2", "10-3"),
            ("american/5-3-6", "5-4-6"),
        ],
    )
    def test_next_better(self, counter: str, hardened: str) -> None:
        """The next better class of the same size, or the next grade."""
        played = stack(
            lambda play: heat(play, "V"),
            {"V": counter},
            "A15.1 DR 4,3",
            enemies=NEAR,
            date="1942-11",
        )
        assert list(left(played).values()) == [hardened]

    def test_states(self) -> None:
        """It is broken and pinned no more."""
        played = hot("german/4-4-7", "3,4", broken=True, dm=True)
        assert not unit(played, "467A").broken
        assert not unit(played, "467A").dm

    @pytest.mark.parametrize("counter", ["german/4-6-8", "german/10-3"])
    def test_fanatic(self, counter: str) -> None:
        """The best there is becomes Fanatic."""
        assert unit(hot(counter, "4,4"), "V").fanatic

    def test_best_of_its_row(self) -> None:
        """D-929: of the 1st line too, where no failed ELR leads to it."""
        assert unit(hot("finnish/6-4-8", "4,4"), "V").fanatic
        assert left(hot("finnish/5-3-8", "4,3")) == {"648A": "6-4-8"}


class TestA15_4Berserk:
    """A15.4."""

    @pytest.mark.parametrize("dice", ["4,5", "5,6"])
    def test_berserk(self, dice: str) -> None:
        """At 9 to 11 it goes berserk, freed of other states."""
        played = hot("german/4-6-7", dice, cx=True)
        assert unit(played, "V").berserk
        assert not unit(played, "V").cx

    def test_without_an_enemy(self) -> None:
        """Without a Known enemy in LOS it is battle-hardened instead."""
        played = stack(
            lambda play: heat(play, "V"), {"V": "german/4-6-7"}, "A15.1 DR 4,5"
        )
        assert left(played) == {"468A": "4-6-8"}


class TestA15_41BerserkLeader:
    """A15.41."""

    def test_followers(self) -> None:
        """Others make a NTC with his DRM; who passes goes berserk, too."""
        others: Stack = {"A": "german/4-6-7", "B": "german/4-6-7"}
        played = hot("german/9-1", "4,5", others, "A10.1 DR 4,4", "A10.1 DR 5,4")
        assert unit(played, "V").berserk
        assert unit(played, "A").berserk
        assert not unit(played, "B").berserk
