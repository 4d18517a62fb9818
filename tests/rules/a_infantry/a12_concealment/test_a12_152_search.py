"""A12.152 to A12.154: Searching and Mopping Up: whom, how far, at what risk."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Search
from tests.rules.given.spending_mf import done


class TestA12_152Search:
    """A12.152."""

    def test_ti_and_done(self) -> None:
        """It costs one MF, leaves the unit TI, and ends its move."""
        state = done(Search("V"), dice=("A12.152/dr dr 6",)).state
        unit = state.units["V"]
        assert (unit.ti, unit.moved) == (True, True)

    def test_only_mmc(self) -> None:
        """A leader does not search."""
        with pytest.raises(Illegal, match=r"A12\.152"):
            done(Search("V"), units={"V": ("german/8-1", "tG5")})


class TestA12_152_drReach:
    """A12.152: the dr."""

    def test_all_but_as_many(self) -> None:
        """Led by a 9-1, a dr of 1 reaches every hex; what is there is revealed."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        dice = ("A12.152/dr dr 1", "A12.154 dr 4")
        units = {"V": ("german/4-6-7", "tG5"), "L": ("german/9-1", "tG5")}
        state = done(
            Search("V"), dice=dice, enemies=enemies, concealed="e", units=units
        ).state
        assert not state.units["e"].concealed
