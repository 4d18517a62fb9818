"""B26.4: getting beneath wire."""

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import MoveTo, Shelter
from opfor.state.units import LocationName
from tests.rules.given.spending_mf import done


class TestB26_4_drWire:
    """B26.4."""

    def test_a_dr_of_mf(self) -> None:
        """The dr is what it costs; the unit is beneath."""
        out = Shelter(("V",), "")
        state = done(out, dice=("B26.4/dr dr 3",), fort="wire", inside=True).state
        assert state.move
        assert (state.units["V"].inside, state.move.spent) == ("", 3 * MF)

    def test_exactly_all_mf(self) -> None:
        """A dr of all MF left is enough."""
        out = Shelter(("V",), "")
        state = done(out, dice=("B26.4/dr dr 4",), fort="wire", inside=True).state
        assert state.units["V"].inside == ""

    def test_hung_up(self) -> None:
        """More than is left: all MF are spent, and it is above the wire still."""
        out = Shelter(("V",), "")
        state = done(out, dice=("B26.4/dr dr 5",), fort="wire", inside=True).state
        assert state.move
        assert (state.units["V"].inside, state.move.spent) == ("f", 4 * MF)

    def test_not_to_be_left_from_above(self) -> None:
        """Above the wire nobody leaves the Location."""
        with pytest.raises(Illegal, match=r"B26\.4"):
            done(MoveTo(("V",), LocationName("tF5")), fort="wire", inside=True)
