"""A9.72: the repair of malfunctioned Weapons."""

import pytest

from opfor.rules.choices.orders import Repair
from opfor.state.units import Weapon
from tests.rules.given.ordered import ordered, refused
from tests.rules.given.stack import Stack

TWO: Stack = {"V": "german/4-6-7", "W": "german/4-6-7"}
HMG = Weapon(id="mg", counter="german/hmg", owner="V")
BROKE = Weapon(id="mg", counter="german/mmg", owner="V", malfunctioned=True)


class TestA9_72Repair:
    """A9.72."""

    @pytest.mark.parametrize(
        ("dr", "works", "there"), [(2, True, True), (3, False, True), (6, False, False)]
    )
    def test_dr(self, dr: int, works: bool, there: bool) -> None:
        """Up to R# it works again; at 6 it is gone; otherwise nothing happens."""
        played = ordered(Repair("mg"), TWO, f"A9.72 dr {dr}", weapons=(BROKE,))
        found = played.state.weapons.get("mg")
        assert (found is not None) is there
        assert (found is not None and not found.malfunctioned) is works

    def test_either_side(self) -> None:
        """Both sides repair in a RPh, once a unit."""
        played = ordered(
            Repair("mg"), TWO, "A9.72 dr 1", weapons=(BROKE,), side="ENEMY"
        )
        assert not played.state.weapons["mg"].malfunctioned
        again = [Repair("mg"), Repair("mg")]
        refused("A9.72", again, TWO, "A9.72 dr 4", weapons=(BROKE,))

    def test_refused(self) -> None:
        """Not what works, not by a broken unit, not what has no R#."""
        refused("A9.72", Repair("mg"), TWO, weapons=(HMG,))
        broken: Stack = {"V": ("german/4-6-7", {"broken": True})}
        refused("A9.72", Repair("mg"), broken, weapons=(BROKE,))
        psk = Weapon(id="mg", counter="german/psk", owner="V", malfunctioned=True)
        refused("A9.72", Repair("mg"), TWO, weapons=(psk,))
