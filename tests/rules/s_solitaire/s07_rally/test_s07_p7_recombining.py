"""S7.p7: HS that are recombined."""

from typing import Any

from opfor.core.game import Game
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.enemy_rph import rph, sw
from tests.rules.given.phases import unit
from tests.rules.s_solitaire.s07_rally.test_s07_p1_rally_phase import broken

HS, CREW = "russian/2-3-7", "russian/2-2-8"
CONSCRIPT, ELITE, LEADER = "russian/4-2-6", "russian/4-5-8", "russian/8-1"
LMG, MMG, HMG, ATR = "russian/lmg", "russian/mmg", "russian/hmg", "russian/atr"
WOODS, OPEN = "tE5", "tC3"


class TestS7_p7Recombine:
    """S7.p7."""

    def halves(self, *more: Unit, **setting: Any) -> Game[State]:
        """Two HS with a leader."""
        pair = unit("e1", WOODS, HS), unit("e2", WOODS, HS)
        return rph(*pair, unit("eL", WOODS, LEADER), *more, **setting)

    def test_recombined(self) -> None:
        """A leader with nobody to rally makes one squad."""
        game = self.halves()
        assert [u.counter for u in game.state.units.values()] == [
            "russian/4-4-7",
            LEADER,
        ]

    def test_busy(self) -> None:
        """Not while he has somebody to rally."""
        game = self.halves(broken("e3"), dice=("A10.6 DR 6,5",))
        assert "e1" in game.state.units

    def test_exc1_two_sw(self) -> None:
        """Not if both have a SW."""
        game = self.halves(lying=[sw("a", LMG, "e1"), sw("b", LMG, "e2")])
        assert "e1" in game.state.units
