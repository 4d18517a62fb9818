"""A8.1: what opens the DEFENDER's moment as a vehicle moves."""

import pytest

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import open_window
from opfor.rules.choices.orders import Fire
from opfor.rules.sequence.legal_orders import legal
from opfor.state.events import MoveChanged, WeaponAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import Weapon
from tests.rules.given.world import game

PZ4, RUSSIAN = "german/pzkpfw-ivf2", "russian/4-4-7"

OPEN = """
board: t
size: 20x10
brush: A1
"""


def opens(weapon: str = "", *, ce: bool = False, mol: bool = False) -> list[str]:
    """What the ENEMY's squad next to a tank that moves is offered, if asked."""
    found: list[str] = []

    def run(play: Play) -> None:
        if weapon:
            play.emit(WeaponAdded(Weapon(id="sw", counter=weapon, owner="R")))
        here = Move(units=("tank",), allotment=56, spent=MF, here=MF, steps=1)
        play.emit(MoveChanged(here))
        if open_window(play):
            found.extend(offer.label for offer in legal(play, "ENEMY", Fire))

    game(
        board=OPEN,
        vehicles={"tank": (PZ4, "tK5", {"vca": 1, "tca": 1, "ce": ce, "motion": True})},
        enemies={"R": (RUSSIAN, "tK4")},
        run=run,
        mol=("ENEMY",) if mol else (),
    )
    return found


class TestVehicles:
    """First Fire at a vehicle."""

    def test_small_arms(self) -> None:
        """Small arms that can do nothing to it do not ask anybody."""
        assert opens() == []

    def test_crew_exposed(self) -> None:
        """A CE crew is a target."""
        assert opens(ce=True)

    @pytest.mark.parametrize("weapon", ["russian/ft", "russian/dc"])
    def test_weapons(self, weapon: str) -> None:
        """A FT or a DC is enough, though small arms are not."""
        assert opens(weapon)

    def test_mol(self) -> None:
        """So are MOL."""
        assert opens(mol=True)
