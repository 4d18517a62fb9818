"""The orders of the MPh that cost MF but do not lead into another Location."""

from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import (
    Recover,
)
from opfor.rules.sequence.legal_orders import carry_out, legal
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"
HERE = LocationName("tG5")
SQUAD = {"V": ("german/4-6-7", "tG5")}


class TestRecoveryInTheMPh:
    """A4.44 in the MPh."""

    def test_one_mf(self) -> None:
        """It costs one MF, and succeeds below a Final 6."""

        def run(play: Play) -> None:
            lying = Weapon(id="w", counter="german/lmg", location=HERE)
            play.emit(WeaponAdded(lying))
            order = Recover("V", "w")
            offers = {o.order: o.cost for o in legal(play, "FRIENDLY")}
            assert offers[order] == MF
            carry_out(play, "FRIENDLY", order)

        state = game("A4.44 dr 5", board=BOARD, units=SQUAD, run=run).state
        assert state.weapons["w"].owner == "V"
        assert state.move
        assert state.move.spent == MF
