"""S5.2 to S5.4: which S? are checked for Activation, and in which order."""

from typing import Any

import pytest

from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.state.state import State
from tests.rules.given.checks import entering, fates, on_table
from tests.rules.given.world import game as any_game

FLAT = "board: t\nsize: 24x10\n"


def two_near_f5(*dice: str, **more: Any) -> Game[State]:
    """A squad enters F5, with one S? two hexes off and another four."""
    given: dict[str, Any] = {
        "board": FLAT,
        "suspects": {"S1": "tH5", "S2": "tJ5"},
        "units": {"V": ("german/4-6-7", "tE5")},
        "run": entering("tF5"),
    }
    return on_table(*dice, **(given | more))


class TestS5_31ContinuingAttacks:
    """S5.31."""

    def test_the_next_is_checked_while_good_order_lasts(self) -> None:
        """A second Location is checked after an attack without effect."""
        play = two_near_f5(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 5",
        )
        assert list(fates(play)) == ["S1", "S2"]

    def test_a_broken_mover_ends_the_checks(self) -> None:
        """Nothing more is checked once the movers have lost Good Order."""
        play = two_near_f5(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            results=("broken",),
        )
        assert list(play.state.suspects) == ["S2"]
        assert play.state.units["V"].broken
        # One MF, one shot: nothing can fire once more, and the move is over.
        assert (play.state.window, play.state.move) == (None, None)

    def test_one_of_a_stack_in_good_order_goes_on(self) -> None:
        """A stack of which one unit is left in Good Order is checked further."""
        play = two_near_f5(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 5",
            units={"V": ("german/4-6-7", "tE5"), "W": ("german/4-6-7", "tE5")},
            results=("broken", "none"),
            run=entering("tF5", "V", "W"),
        )
        assert not play.state.suspects
        assert play.state.units["V"].broken
        assert not play.state.units["W"].broken

    def test_an_activated_neighbour_helps_the_next(self) -> None:
        """The drm are worked out anew after each Activation."""
        play = two_near_f5(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 4",
            "S5.6 DR 4,3",
        )
        assert "Final 3 against AC# 3" in fates(play)["S2"]


def test_a_wrong_rule_in_the_script_fails() -> None:
    """The scripted dice of these tests refuse a roll for another rule."""
    with pytest.raises(OpforError, match=r"S5\.1"):
        on_table(
            "S5.6 dr 5",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )


class TestEngineResolves:
    """S5.3 where the engine resolves fire: by A7, with dice."""

    def test_dice_decide(self) -> None:
        """2 1/2 FP at a DRM of 0: a 6 is a PTC, failed with a 12; it has fired."""
        play = any_game(
            "S5.1 dr 2",
            "S5.6 DR 3,3",
            "S5.72 DR 2,2",
            "A7.3 DR 4,2",
            "A10.1 DR 6,6",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
            date="1942-08",
        )
        assert play.state.units["V"].pinned
        (enemy,) = (u for u in play.state.units.values() if u.side == "ENEMY")
        assert enemy.fired == "first"
        assert not enemy.concealed
