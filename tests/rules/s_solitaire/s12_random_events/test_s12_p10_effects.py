"""S12: what a Random Event does for some time, or later."""

from typing import Any

import pytest

from opfor.rules.s_solitaire import s02_2_random_events as re
from opfor.state.events import PhaseBegan
from opfor.state.in_progress import Effect
from opfor.state.play import Play
from tests.rules.given.random_events import happens, rph

CALM = "B25.65 DR 3,4"


class TestS12_p10EitherPlayerTurn:
    """S12.p10."""

    @pytest.mark.parametrize(
        ("first", "side", "until"),
        [
            ("FRIENDLY", "FRIENDLY", (3, "ENEMY")),
            ("FRIENDLY", "ENEMY", (4, "FRIENDLY")),
            ("ENEMY", "ENEMY", (3, "FRIENDLY")),
            ("ENEMY", "FRIENDLY", (4, "ENEMY")),
        ],
    )
    def test_until_the_next_ends(self, first: str, side: str, until: Any) -> None:
        """What comes in either Player Turn lasts until the one after it ends."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(3, side, "RPh"))  # type: ignore[arg-type] # a test's word
            re.random_event(play)

        played = happens("S2.2 DR 1,1", run=run, first=first)
        (effect,) = played.state.effects
        assert (effect.turn, effect.side) == until

    @pytest.mark.parametrize(
        ("turn", "side", "kept"),
        [(3, "ENEMY", 1), (4, "FRIENDLY", 1), (4, "ENEMY", 0), (5, "FRIENDLY", 0)],
    )
    def test_over(self, turn: int, side: str, kept: int) -> None:
        """It is over as the Player Turn after that begins."""
        fresh = Effect(kind="fresh troops", turn=4, side="FRIENDLY")
        played = happens(CALM, run=rph(turn, side, fresh))
        assert len(played.state.effects) == kept

    @pytest.mark.parametrize(
        ("side", "until"), [("FRIENDLY", (5, "ENEMY")), ("ENEMY", (6, "FRIENDLY"))]
    )
    def test_mist(self, side: str, until: Any) -> None:
        """Mist lasts for six Player Turns, with that of the event."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(3, side, "RPh"))  # type: ignore[arg-type] # a test's word
            re.random_event(play)

        played = happens("S2.2 DR 5,5", "S12.p9 dr 2", run=run)
        (effect,) = played.state.effects
        assert (effect.turn, effect.side) == until

    @pytest.mark.parametrize(("first", "turn"), [("FRIENDLY", 1), ("ENEMY", 2)])
    def test_entry(self, first: str, turn: int) -> None:
        """Turns of delay count from the ENEMY's next RPh."""
        dice = ["S12 dr 6", "S12 dr 1", "S12 dr 5", "S12 dr 4"]
        found = happens("S2.2 DR 2,3", *dice, first=first, run=self.friendly_rph)
        assert found.state.effects[0].turn == turn

    @staticmethod
    def friendly_rph(play: Play) -> None:
        """An event in the FRIENDLY RPh of the first Game Turn."""
        play.emit(PhaseBegan(1, "FRIENDLY", "RPh"))
        re.random_event(play)
