"""A22.6, A22.34: MOL at an AFV in the Location of who throws them."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.a_infantry.a22_molotov import mol_offers
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Phase
from tests.rules.given.armor import OPEN, PZ4, told
from tests.rules.given.world import game

AT = LocationName("tE2")
MOL = Fire(("er",), AT, mol=True)


def beside(run: Any, *dice: str, phase: Phase = "DFPh") -> Game[State]:
    """A Russian squad and a FRIENDLY tank in one Location, in the FRIENDLY turn."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", phase))
        run(play)

    return game(
        *dice,
        board=OPEN,
        enemies={"er": ("russian/4-4-7", "tE2")},
        vehicles={"tank": (PZ4, "tE2", {"vca": 1, "tca": 1})},
        mol=("ENEMY",),
        run=once,
    )


class TestA22_34Beside:
    """A22.34, at no range."""

    def test_offered(self) -> None:
        """They are offered at what is in its own Location, in a fire phase."""
        found: list[Any] = []
        beside(lambda play: found.extend(o.order for o in mol_offers(play, "ENEMY")))
        assert MOL in found

    def test_not_in_cc(self) -> None:
        """Not in the CCPh, where they add nothing (D-374)."""
        found: list[Any] = []

        def run(play: Play) -> None:
            found.extend(mol_offers(play, "ENEMY"))

        beside(run, phase="CCPh")
        assert not found

    def test_burns(self) -> None:
        """After a MOL check of 3 an Original 2 burns it: TK# 6, no AF, no rear."""

        def run(play: Play) -> None:
            a07_fire.check_fire(play, "ENEMY", MOL)
            a07_fire.do_fire(play, "ENEMY", MOL)

        played = beside(run, "A22.611/dr dr 3", "A7.3 DR 2,1")
        assert "tank" not in played.state.units
        assert "tank: burn" in told(played)
