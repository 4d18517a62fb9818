"""S2: the VPO Locations drawn on the boards' cards."""

from opfor.core.game import Game
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.rules.s_solitaire.s02_set_up.s02_p1_vpo import draw_vpo
from opfor.state.state import State
from tests.rules.given.setting import played
from tests.rules.given.world import notes

TWO = parse_map("o7@0,0 o2@0,1", Library().load)
"""Two boards, o2 at the FBE along the bottom."""


def drawn(*dice: str, draw: tuple[int, ...]) -> Game[State]:
    """A game in which the VPO Locations are drawn."""
    rolls = tuple(f"S2.p1 dr {die}" for die in dice)
    return played(TWO, *rolls, run=draw_vpo, fbe="bottom", vpo_draw=draw)


class TestS2_p1DrawVpo:
    """S2.p1."""

    def test_card(self) -> None:
        """A dr names a hex of the card of the board at the FBE."""
        game = drawn("2", "1", draw=(2,))
        assert game.state.vpo == ("o2O3", "o2O7")

    def test_next_board(self) -> None:
        """The second number is of the board beyond."""
        assert drawn("1", "5", draw=(1, 1)).state.vpo == ("o2O7", "o7U4")

    def test_the_next_one(self) -> None:
        """If a hex was drawn already the next one on the card is taken."""
        assert drawn("1", "1", draw=(2,)).state.vpo == ("o2O7", "o2O3")

    def test_none(self) -> None:
        """A Mission without a draw has no dice, and none is told."""
        game = drawn(draw=())
        assert not game.state.vpo
        assert not notes(game)
