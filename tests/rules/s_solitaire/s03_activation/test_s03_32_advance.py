"""S3.32: what Activates S? in Advance Attitude: that they are seen as they move."""

from opfor.core.game import Game
from opfor.rules.s_solitaire.s03_activation.s03_32_advance import suspect_moved
from opfor.state.state import State
from tests.rules.given.activated import units
from tests.rules.given.checks import LIVE, after


class TestS3_32AdvanceSuspects:
    """S3.32."""

    @staticmethod
    def moved(*dice: str, friend: str, at: str = "tE5", **how: bool) -> Game[State]:
        """The game after S1 moved into a Location in LOS of a FRIENDLY squad."""
        return after(
            *dice,
            do=lambda play: suspect_moved(play, "S1", **how),
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

    def test_two_hexes_off(self) -> None:
        """Two hexes off nothing is checked."""
        play = TestS3_32AdvanceSuspects.moved(friend="tF5", at="tH5", assault=True)
        assert play.state.suspects
