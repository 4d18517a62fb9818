"""A15.5: who surrenders by Heat of Battle."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import heat
from opfor.rules.a_infantry.a15_heat_of_battle.a15_5_surrender import surrenders
from opfor.state.events import LossesChanged, MoveChanged
from opfor.state.in_progress import Move, SideLosses
from opfor.state.play import Play
from tests.rules.a_infantry.a15_heat_of_battle.test_a15_1_heat_of_battle import hot
from tests.rules.given.stack import Stack, stack, unit

NEAR = {"E": ("russian/4-4-7", "tL6")}


class TestA15_5Surrender:
    """A15.5."""

    def test_disrupted(self) -> None:
        """At 12 it is broken and Disrupted."""
        played = hot("german/4-6-7", "6,6")
        assert unit(played, "V").broken
        assert unit(played, "V").disrupted

    def test_in_a_move(self) -> None:
        """An ADJACENT captor takes it at once, and out of the stack that moves."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V", "W"))))
            heat(play, "V")

        units: Stack = {"V": "german/4-6-7", "W": "german/4-6-7"}
        captor = {"E": ("russian/4-4-7", "tK6")}
        played = stack(run, units, "A15.1 DR 6,6", enemies=captor)
        assert unit(played, "V").guard == "E"
        assert played.state.move is not None
        assert played.state.move.units == ("W",)

    def test_italians(self) -> None:
        """Italians that are not elite surrender from 10 on."""
        assert unit(hot("italian/3-4-7", "3,4"), "V").disrupted
        assert unit(hot("italian/4-4-7", "4,5"), "V").berserk

    @pytest.mark.parametrize(
        ("counter", "states"),
        [
            ("japanese/4-4-7", {}),
            ("partisan/3-3-7", {}),
            ("gurkha/4-5-8", {}),
            ("russian/9-0-commissar", {}),
            ("german/4-6-7", {"fanatic": True}),
        ],
    )
    def test_exc1_who_never_does(self, counter: str, states: dict[str, Any]) -> None:
        """They go berserk instead."""
        assert unit(hot(counter, "6,6", **states), "V").berserk

    def test_exc1_ss(self) -> None:
        """SS do not surrender to Russians, but to others."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(surrenders(play, play.state.units["V"]))

        for enemy in ("russian", "american"):
            stack(run, {"V": "ss/6-5-8"}, enemy=enemy, date="1944-06")
        assert found == [False, True]

    def test_exc1_no_quarter(self) -> None:
        """Nobody surrenders to a side that gives No Quarter."""

        def run(play: Play) -> None:
            play.emit(
                LossesChanged("FRIENDLY", SideLosses(no_quarter=True), "as given")
            )
            heat(play, "V")

        played = stack(run, {"V": "german/4-6-7"}, "A15.1 DR 6,6", enemies=NEAR)
        assert unit(played, "V").berserk
