"""A26.3: who has won, and how far each side has come."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import exchange
from opfor.rules.a_infantry.a26_victory.a26_1_control import take_control
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import exit_points
from opfor.rules.a_infantry.a26_victory.a26_3_victory import (
    fulfilled,
    rescued,
    sudden_victory,
    verdict,
)
from opfor.state.events import LossesChanged, PhaseBegan, UnitChanged
from opfor.state.in_progress import SideLosses
from opfor.state.mission import Rescue, VictoryCondition
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase, Side, Unit
from opfor.views.text.words import say
from tests.rules.given.boards import ONE_HOUSE
from tests.rules.given.world import game

L = LocationName
SQUAD, RUSSIAN = "german/4-6-7", "russian/4-4-7"


def result(
    *aims: VictoryCondition,
    tolls: dict[Side, SideLosses] | None = None,
    at: str = "tO6",
) -> str:
    """How the game ends."""
    found: list[str] = []

    def run(play: Play) -> None:
        for side, toll in (tolls or {}).items():
            play.emit(LossesChanged(side, toll, "so"))
        take_control(play)
        found.append(say(verdict(play)))

    units = {"V": (SQUAD, at)}
    game(board=ONE_HOUSE, units=units, run=run, vpo=("O6", "O7"), victory=aims)
    return found[0]


class TestA26_3Victory:
    """A26.3."""

    def test_without_conditions(self) -> None:
        """Without conditions the turns are over."""
        assert result() == "6 turns are over"

    @pytest.mark.parametrize(
        ("vpo", "said"),
        [
            (1, "FRIENDLY wins: VPO Locations 1 of 1"),
            (2, "ENEMY wins: VPO Locations 1 of 2"),
            ("all", "ENEMY wins: VPO Locations 1 of 2"),
        ],
    )
    def test_vpo(self, vpo: Any, said: str) -> None:
        """So many VPO Locations, or all; else the other side wins."""
        assert result(VictoryCondition(side="FRIENDLY", vpo=vpo)) == said

    def test_points(self) -> None:
        """CVP and Exit VP, all that a condition names together."""
        aim = VictoryCondition(side="FRIENDLY", cvp=5, exit_vp=2)
        mine = {"FRIENDLY": SideLosses(cvp=5, exit_vp=1)}
        assert result(aim, tolls=mine).startswith("ENEMY wins")  # type: ignore[arg-type] # sides
        mine = {"FRIENDLY": SideLosses(cvp=5, exit_vp=2)}
        assert result(aim, tolls=mine) == (  # type: ignore[arg-type] # sides
            "FRIENDLY wins: CVP 5 of 5, Exit VP 2 of 2"
        )

    def test_lead(self) -> None:
        """So many VP more than the other side."""
        aim = VictoryCondition(side="ENEMY", lead=3)
        tolls = {"ENEMY": SideLosses(cvp=5), "FRIENDLY": SideLosses(exit_vp=2)}
        assert result(aim, tolls=tolls) == "ENEMY wins: VP ahead 3 of 3"  # type: ignore[arg-type] # sides

    def test_alternatives(self) -> None:
        """One of several conditions of a side is enough."""
        aims = (
            VictoryCondition(side="FRIENDLY", cvp=9),
            VictoryCondition(side="FRIENDLY", control=(L("O6"),)),
        )
        assert result(*aims) == "FRIENDLY wins: Locations 1 of 1"

    def test_alternatives_missed(self) -> None:
        """Each of the conditions that a side has missed is told, once."""
        aims = (
            VictoryCondition(side="FRIENDLY", cvp=9),
            VictoryCondition(side="FRIENDLY", cvp=9, exits_below=1),
            VictoryCondition(side="FRIENDLY", vpo="all", board=1, lead=3),
        )
        said = (
            "ENEMY wins: CVP 0 of 9, Exit VP of the ENEMY 0, below 1, "
            "VPO Locations (board t) 1 of 2, VP ahead 0 of 3"
        )
        assert result(*aims) == said

    def test_exc1_draw(self) -> None:
        """Both or neither: a draw."""
        both = (
            VictoryCondition(side="FRIENDLY", vpo=1),
            VictoryCondition(side="ENEMY", vpo=1),
        )
        assert result(*both) == "a draw: both sides have won"
        neither = (
            VictoryCondition(side="FRIENDLY", cvp=1),
            VictoryCondition(side="ENEMY", cvp=1),
        )
        assert result(*neither) == "a draw: neither side has won"


class TestA26_3_b1Sudden:
    """A26.3/b1."""

    @pytest.mark.parametrize(("at_once", "over"), [(True, True), (False, False)])
    def test_at_once(self, at_once: bool, over: bool) -> None:
        """Only a condition that counts at once ends the game."""
        found: list[bool] = []

        def run(play: Play) -> None:
            take_control(play)
            sudden_victory(play)
            found.append(bool(play.state.over))

        aim = VictoryCondition(side="FRIENDLY", vpo="all", at_once=at_once)
        units = {"V": (SQUAD, "tO6")}
        game(board=ONE_HOUSE, units=units, run=run, vpo=("O6",), victory=(aim,))
        assert found == [over]

    @pytest.mark.parametrize(
        ("turn", "side", "phase", "over"),
        [
            (2, "ENEMY", "CCPh", True),
            (2, "FRIENDLY", "CCPh", False),
            (2, "ENEMY", "APh", False),
            (1, "ENEMY", "CCPh", False),
            (3, "ENEMY", "CCPh", False),
        ],
    )
    def test_until(self, turn: int, side: Side, phase: Phase, over: bool) -> None:
        """One that counts until a turn ends the game with that turn, not later."""
        found: list[bool] = []

        def run(play: Play) -> None:
            take_control(play)
            play.emit(PhaseBegan(turn, side, phase))
            sudden_victory(play)
            found.append(bool(play.state.over))

        aim = VictoryCondition(side="FRIENDLY", vpo="all", until=2)
        units = {"V": (SQUAD, "tO6")}
        game(board=ONE_HOUSE, units=units, run=run, vpo=("O6",), victory=(aim,))
        assert found == [over]

    def test_lapsed(self) -> None:
        """After its turn it is lost, whatever is held."""
        found: list[bool] = []
        aim = VictoryCondition(side="FRIENDLY", vpo="all", until=2)

        def run(play: Play) -> None:
            take_control(play)
            for turn in (2, 3):
                play.emit(PhaseBegan(turn, "FRIENDLY", "RPh"))
                found.append(bool(fulfilled(play, aim)))

        units = {"V": (SQUAD, "tO6")}
        game(board=ONE_HOUSE, units=units, run=run, vpo=("O6",), victory=(aim,))
        assert found == [True, False]


class TestA26_3_rescue:
    """A26.3/rescue."""

    @staticmethod
    def safe(change: Callable[[Play, Unit], object]) -> int:
        """How many of three of a group are safe after something befell the first."""
        found: list[int] = []

        def run(play: Play) -> None:
            for unit in list(play.state.units.values()):
                play.emit(UnitChanged(replace(unit, group="platoon"), "so"))
            change(play, play.state.units["A"])
            found.append(rescued(play, "FRIENDLY", "platoon"))

        units = {"A": (SQUAD, "tO6"), "B": (SQUAD, "tO6"), "L": ("german/8-1", "tO6")}
        game(board=ONE_HOUSE, units=units, run=run)
        return found[0]

    @pytest.mark.parametrize(
        ("become", "safe"),
        [({}, 3), ({"broken": True}, 2), ({"guard": "e"}, 2), ({"location": ""}, 2)],
    )
    def test_who_counts(self, become: dict[str, Any], safe: int) -> None:
        """Who is unbroken, free and on the map."""
        change = lambda play, unit: play.emit(  # noqa: E731
            UnitChanged(replace(unit, **become), "so")
        )
        assert self.safe(change) == safe

    @pytest.mark.parametrize(("names", "safe"), [(("2-4-7",), 2), (("2-4-7",) * 2, 3)])
    def test_half_squads(self, names: tuple[str, ...], safe: int) -> None:
        """What takes a unit's place belongs to its group; two HS are one."""
        assert self.safe(lambda play, unit: exchange(play, unit, names, "so")) == safe  # type: ignore[arg-type] # a word for a fact

    @pytest.mark.parametrize(("broken", "safe"), [(False, 3), (True, 2)])
    def test_gone(self, broken: bool, safe: int) -> None:
        """Who left the map unbroken is safe."""

        def leave(play: Play, unit: Unit) -> None:
            exit_points(play, replace(unit, broken=broken))
            play.emit(UnitChanged(replace(unit, location=LocationName("")), "so"))

        assert self.safe(leave) == safe

    def test_asked(self) -> None:
        """A condition that asks for more than are safe is not fulfilled."""
        rescue = Rescue(group="platoon", number=1)
        aim = VictoryCondition(side="FRIENDLY", vpo=1, rescue=rescue)
        assert result(aim) == "ENEMY wins: VPO Locations 1 of 1, platoon safe 0 of 1"
