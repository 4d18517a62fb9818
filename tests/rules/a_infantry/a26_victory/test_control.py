"""A26.1 and A26.3: Control and victory."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a26_victory.control import (
    building_stake,
    controls,
    holder,
    sudden_victory,
    take_control,
    verdict,
)
from opfor.state.events import LossesChanged, MoveChanged, UnitChanged
from opfor.state.in_progress import (
    Move,
    SideLosses,
)
from opfor.state.mission import VictoryCondition
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Side,
)
from opfor.views.text.words import say
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
wooden building 1: O6+O7
"""
L = LocationName
SQUAD, RUSSIAN = "german/4-6-7", "russian/4-4-7"


def after(
    *aims: VictoryCondition,
    at: str = "tO6",
    enemy: str = "",
    suspect: str = "",
    state: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    move: Move | None = None,
    counter: str = SQUAD,
    vpo: tuple[str, ...] = ("O6",),
    held: str = "ENEMY",
) -> State:
    """The state once V is in a place and Control was looked at."""

    def run(play: Play) -> None:
        play.emit(UnitChanged(replace(play.state.units["V"], **(state or {})), "so"))
        if theirs:
            play.emit(UnitChanged(replace(play.state.units["R"], **theirs), "so"))
        if move:
            play.emit(MoveChanged(move))
        take_control(play)

    return game(
        board=BOARD,
        units={"V": (counter, at)},
        enemies={"R": (RUSSIAN, enemy)} if enemy else None,
        suspects={"S1": suspect} if suspect else None,
        run=run,
        vpo=vpo,
        victory=aims,
        held_by=held,
    ).state


BUILDING = VictoryCondition(side="FRIENDLY", buildings=(L("O7"),))
HEX = VictoryCondition(side="FRIENDLY", hexes=(L("O6"),))


class TestA26_1Control:
    """A26.1."""

    def test_location(self) -> None:
        """A Good Order squad alone in a VPO Location takes it."""
        assert after().control == {"tO6": "FRIENDLY"}

    def test_building_and_hex(self) -> None:
        """It takes the hex from the ground, and the building from anywhere in it."""
        areas = {"hex tO6": "FRIENDLY", "building tO6": "FRIENDLY"}
        assert after(BUILDING, HEX).areas == areas
        assert after(BUILDING, HEX, at="tO6/1").areas == {"building tO6": "FRIENDLY"}

    @pytest.mark.parametrize(
        ("enemy", "location", "hex_", "building"),
        [
            ("tO6", False, False, False),
            ("tO6/1", True, False, False),
            ("tO7", True, True, False),
            ("tO8", True, True, True),
        ],
    )
    def test_enemy(
        self, enemy: str, location: bool, hex_: bool, building: bool
    ) -> None:
        """An armed enemy in the Location, hex or building denies it; a S? too."""
        for who in ({"enemy": enemy}, {"suspect": enemy}):
            state = after(BUILDING, HEX, **who)  # type: ignore[arg-type] # enemy or suspect
            assert (state.control.get(L("tO6")) == "FRIENDLY") is location
            assert ("hex tO6" in state.areas) is hex_
            assert (state.areas.get("building tO6") == "FRIENDLY") is building

    def test_unarmed_enemy(self) -> None:
        """An unarmed enemy denies nothing."""
        state = after(enemy="tO6", theirs={"unarmed": True})
        assert state.control == {"tO6": "FRIENDLY"}

    @pytest.mark.parametrize(
        ("state", "taken"), [({}, False), ({"broken": True}, True)]
    )
    def test_suspect(self, state: dict[str, Any], taken: bool) -> None:
        """A S? takes it for the ENEMY unless a unit is there that could (D-251)."""
        now = after(suspect="tO6", state=state, held="FRIENDLY")
        assert (now.control.get(L("tO6")) == "ENEMY") is taken

    def test_suspect_alone(self) -> None:
        """So does one that is alone there."""
        now = after(at="tA1", suspect="tO6", held="FRIENDLY")
        assert now.control == {"tO6": "ENEMY"}

    @pytest.mark.parametrize(
        "state",
        [{"broken": True}, {"unarmed": True}, {"hidden": True}, {"berserk": True}],
    )
    def test_who_cannot(self, state: dict[str, Any]) -> None:
        """Neither broken nor unarmed nor hidden nor berserk units take it."""
        assert not after(state=state).control

    def test_leader(self) -> None:
        """A leader alone cannot."""
        assert not after(counter="german/8-0").control

    def test_exc1_bypass(self) -> None:
        """Not in Bypass."""
        assert not after(move=Move(units=("V",), bypass=(1,))).control
        assert after(move=Move(units=("V",))).control

    def test_kept(self) -> None:
        """Control is kept after leaving; before anybody came the Mission's holder."""

        def run(play: Play) -> None:
            stake = building_stake(play, L("O7"))
            assert holder(play, stake) == "ENEMY"
            assert controls(play, "ENEMY", L("O6"))
            take_control(play)
            away = replace(play.state.units["V"], location=L("tA1"))
            play.emit(UnitChanged(away, "away"))
            take_control(play)
            assert controls(play, "FRIENDLY", L("O6"))

        units = {"V": (SQUAD, "tO6")}
        game(board=BOARD, units=units, run=run, vpo=("O6",), victory=(BUILDING,))


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
    game(board=BOARD, units=units, run=run, vpo=("O6", "O7"), victory=aims)
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
        game(board=BOARD, units=units, run=run, vpo=("O6",), victory=(aim,))
        assert found == [over]
