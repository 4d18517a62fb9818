"""S3.32: what Activates S? in Advance Attitude: that they are seen as they move."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.rules.s_solitaire.s03_activation.s03_32_advance import suspect_moved
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.activated import units
from tests.rules.given.checks import LIVE, after


class TestS3_32AdvanceSuspects:
    """S3.32."""

    @staticmethod
    def moved(
        *dice: str,
        friend: str,
        at: str = "tE5",
        state: dict[str, Any] | None = None,
        **how: bool,
    ) -> Game[State]:
        """The game after S1 moved into a Location in LOS of a FRIENDLY squad."""

        def do(play: Play) -> None:
            now = replace(play.state.units["V"], **(state or {}))
            play.emit(UnitChanged(now, fact("set")))
            suspect_moved(play, "S1", **how)

        return after(
            *dice,
            do=do,
            phase=("ENEMY", "MPh"),
            attitude="Advance",
            suspects={"S1": at},
            units={"V": ("german/4-6-7", friend)},
        )

    def test_out_of_sight(self) -> None:
        """Out of LOS, or beyond 16 hexes, nothing is checked."""
        assert self.moved(friend="tV5").state.suspects
        assert self.moved(friend="tJ5", at="tF5").state.suspects

    def test_at_16_hexes(self) -> None:
        """At 16 hexes it is."""
        assert not self.moved("S5.1 dr 6", friend="tQ2", at="tA5").state.suspects

    def test_a_prisoner_sees_nothing(self) -> None:
        """A prisoner is no FRIENDLY ground unit here, not even an ADJACENT one."""
        state = {"guard": "e9"}
        assert self.moved(friend="tD5", state=state).state.suspects

    def test_failure(self) -> None:
        """A failed AC removes it."""
        play = self.moved("S5.1 dr 6", friend="tC5")
        assert not play.state.suspects
        assert not units(play)


class TestS3_32aLosesConcealment:
    """S3.32 a."""

    def test_open_ground(self) -> None:
        """Into Open Ground in LOS: checked, and what comes is not concealed."""
        play = TestS3_32AdvanceSuspects.moved(*LIVE, friend="tA5", assault=True)
        assert [unit.concealed for unit in units(play)] == [False]

    def test_not_assault_moving(self) -> None:
        """Into woods without Assault Movement it would lose its "?" as well."""
        for how, left in (({}, []), ({"assault": True}, ["S1"])):
            dice = () if left else ("S5.1 dr 6",)
            play = TestS3_32AdvanceSuspects.moved(*dice, friend="tC5", at="tH5", **how)
            assert list(play.state.suspects) == left

    @pytest.mark.parametrize(
        ("state", "checked"),
        [
            ({"broken": True}, False),
            ({"berserk": True}, False),
            ({"hidden": True}, False),
            ({"concealed": True}, True),
            ({"pinned": True}, True),
        ],
    )
    def test_before_whom(self, state: dict[str, bool], checked: bool) -> None:
        """Only a Good Order unit that is not hidden makes Infantry lose its "?"."""
        for how in ({}, {"advancing": True}):
            dice = ("S5.1 dr 6",) if checked else ()
            play = TestS3_32AdvanceSuspects.moved(
                *dice, friend="tA5", state=state, **how
            )
            assert bool(play.state.suspects) is not checked

    def test_advance(self) -> None:
        """An advance into woods does not cost it."""
        play = TestS3_32AdvanceSuspects.moved(friend="tC5", at="tH5", advancing=True)
        assert play.state.suspects


class TestS3_32bAdjacent:
    """S3.32 b."""

    def test_stays_concealed(self) -> None:
        """ADJACENT by Assault Movement in woods: Activated, but still concealed."""
        play = TestS3_32AdvanceSuspects.moved(
            *LIVE, friend="tG5", at="tH5", assault=True
        )
        assert [unit.concealed for unit in units(play)] == [True]

    def test_beside_who_is_broken(self) -> None:
        """A broken one beside it is enough, and nobody takes the "?" of what comes."""
        play = TestS3_32AdvanceSuspects.moved(
            *LIVE, friend="tD5", state={"broken": True}
        )
        assert [unit.concealed for unit in units(play)] == [True]

    def test_two_hexes_off(self) -> None:
        """Two hexes off nothing is checked."""
        play = TestS3_32AdvanceSuspects.moved(friend="tF5", at="tH5", assault=True)
        assert play.state.suspects
