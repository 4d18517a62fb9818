"""S5.2: the S? that FRIENDLY units make eligible where they advanced or routed."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.s05_2_aph_or_rtph import (
    check_advance,
)
from opfor.state.state import State
from tests.rules.given.checks import LIVE, after
from tests.rules.given.world import notes


class TestS5_2_aphAdvance:
    """S5.2 in the FRIENDLY APh."""

    @staticmethod
    def advanced(*dice: str, at: str, **more: Any) -> Game[State]:
        """The game after V advanced into a Location."""
        return after(
            *dice,
            do=lambda play: check_advance(play, ["V"]),
            phase=("FRIENDLY", "APh"),
            units={"V": ("german/4-6-7", at)},
            **more,
        )

    def test_each_is_checked(self) -> None:
        """Each eligible S? is checked, in the order of S5.2, and none fires."""
        play = self.advanced(
            *LIVE, "S5.1 dr 6", at="tE5", suspects={"S1": "tG5", "S2": "tH6"}
        )
        assert not play.state.suspects
        assert not any("First Fires" in note for note in notes(play))

    def test_no_ffmo(self) -> None:
        """Advancing in the open is no FFMO: 5 hexes off a Russian S? stays out."""
        assert self.advanced(at="tC5").state.suspects
        assert not self.advanced("S5.1 dr 6", at="tD5").state.suspects

    def test_no_long_range(self) -> None:
        """Long Range Activation belongs to the MPh."""
        assert self.advanced(at="tA1", suspects={"S1": "tN5"}).state.suspects
