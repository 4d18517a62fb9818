"""A11.3, A11.53: CC with vehicles is resolved in turn."""

from typing import Any

import pytest

from opfor.core.event import RollMade
from opfor.views.text.words import say
from tests.rules.given.close_combat import cc, gone
from tests.rules.given.phases import unit
from tests.rules.given.vehicles_in_close_combat import ccph, tank
from tests.rules.given.world import events

HERE, LATE = "tG5", "1944-06"


def told(game: Any) -> list[str]:
    """The attacks that were rolled for: by whom, and on whom."""
    lines = [say(roll.fact) for roll in events(game, RollMade)]
    return [line.removeprefix("CC of ").split(":")[0] for line in lines if "CC" in line]


class TestA11_3InTurn:
    """A11.3."""

    def test_exc2_in_turn(self) -> None:
        """Infantry attacks first; a vehicle that falls to it does not attack."""
        units = unit("a", HERE), tank()
        orders = cc("a", "e1"), cc("e1", "a"), "ends"
        game = ccph(*orders, units=units, dice=["A11.31 DR 1,3"])
        assert gone(game) == ["e1"]

    @pytest.mark.parametrize(
        ("llmc", "counter"), [("6,5", "russian/4-2-6"), ("6,6", "russian/2-2-6")]
    )
    def test_replaced_by_the_llmc_of_a_turn_before(
        self, llmc: str, counter: str
    ) -> None:
        """Who a LLMC has replaced since is attacked as what he is now."""
        units = unit("eL", HERE, "russian/9-1"), unit("e1", HERE)
        more = unit("a", HERE), unit("b", HERE), tank("et")
        orders = cc("a", "eL"), cc("b", "e1"), "ends"
        dice = ["A11.31 DR 1,2", f"A10.1 DR {llmc}", "A11.31 DR 1,2"]
        game = ccph(*orders, units=[*units, *more], dice=dice, elr={"ENEMY": 2})
        first, *left = gone(game)
        assert first == "eL"
        assert [u.id for u in game.state.units.values()] == ["a", "b", "et"]
        assert left

    def test_captured_in_a_turn_before(self) -> None:
        """Who has been captured since does not attack."""
        units = unit("e1", HERE), unit("a", HERE), unit("b", HERE), tank("et")
        orders = cc("a", "e1", capture=True), cc("e1", "b"), "ends"
        game = ccph(*orders, units=units, dice=["A11.31 DR 1,2"])
        assert game.state.units["e1"].guard == "a"

    @pytest.mark.parametrize("capture", [False, True])
    def test_told_of_who_is_left(self, *, capture: bool) -> None:
        """Who is eliminated or captured in a turn before is named neither way."""
        ours, theirs = [unit("a", HERE), unit("b", HERE)], [unit("e1", HERE)]
        orders = [cc("a", "e1", capture=capture), cc("b", "e2"), cc("e1 e2", "a")]
        dice = ["A11.31 DR 1,2", "A11.31 DR 1,2", "A11.31 DR 5,6"]
        units = [*ours, *theirs, unit("e2", HERE), tank("et")]
        game = ccph(*orders, "ends", units=units, dice=dice)
        assert told(game) == ["a on e1", "e2 on a", "b on e2"]

    def test_told_of_what_is_left(self) -> None:
        """Who is Reduced in a turn before attacks under the name of his HS."""
        units = unit("a", HERE), unit("e1", HERE), unit("e2", HERE), tank("et")
        orders = cc("a", "e1"), cc("e1 e2", "a"), "ends"
        dice = ["A11.31 DR 1,4", "A11.31 DR 5,6"]
        game = ccph(*orders, units=units, dice=dice)
        (half,) = set(game.state.units) - {"a", "e2", "et"}
        assert told(game) == ["a on e1", f"{half} + e2 on a"]
