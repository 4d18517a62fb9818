"""A26.1: Control of Locations, hexes and buildings; A26.3: who has won."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a26_victory.a26_1_control import (
    building_stake,
    controls,
    holder,
    take_control,
)
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence.s02_turn import end_part
from opfor.state.events import MoveChanged, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.mission import VictoryCondition
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.advances import advance
from tests.rules.given.boards import ONE_HOUSE
from tests.rules.given.phases import phase, unit
from tests.rules.given.world import game

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
        board=ONE_HOUSE,
        units={"V": (counter, at)},
        enemies={"R": (RUSSIAN, enemy)} if enemy else None,
        suspects={"S1": suspect} if suspect else None,
        run=run,
        vpo=vpo,
        victory=aims,
        held_by=held,
    ).state


INTO = ("FRIENDLY", MoveTo(("a",), L("tE5")))


def passes(play: Play) -> None:
    """The DEFENDER fires no more."""
    end_part(play, "ENEMY")


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
        game(board=ONE_HOUSE, units=units, run=run, vpo=("O6",), victory=(BUILDING,))


class TestA26_1_entryAtOnce:
    """A26.1/entry."""

    @pytest.mark.parametrize("name", ["MPh", "APh"])
    def test_at_once(self, name: str) -> None:
        """Who has come in has Control at once, before the next of his side goes."""
        going = advance("a", to="tE5") if name == "APh" else INTO
        units = [unit("a", "tF5"), unit("e1", "tP5")]
        game_ = phase(name, going, units=units, vpo=("E5",), held_by="ENEMY")
        assert game_.state.control == {"tE5": "FRIENDLY"}

    def test_not_under_fire(self) -> None:
        """Not while he may be fired at there."""
        units = [unit("a", "tF5"), unit("e1", "tC5")]
        more: dict[str, Any] = {"vpo": ("E5",), "held_by": "ENEMY"}
        assert not phase("MPh", INTO, units=units, **more).state.control
        done = phase("MPh", INTO, passes, units=units, **more)
        assert done.state.control == {"tE5": "FRIENDLY"}
