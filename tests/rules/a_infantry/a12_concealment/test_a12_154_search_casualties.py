"""A12.154: Search Casualties."""

import pytest

from opfor.rules.choices.orders import Search
from tests.rules.given.spending_mf import done


class TestA12_154SearchCasualties:
    """A12.154."""

    @pytest.mark.parametrize(("dr", "reduced"), [(2, True), (3, False)])
    def test_reduced(self, dr: int, reduced: bool) -> None:
        """Against a squad, two HS, the drm is -1: a dr of 2 reduces the searcher."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        units = {"V": ("german/4-6-7", "tG5"), "L": ("german/9-1", "tG5")}
        dice = ("A12.152/dr dr 1", f"A12.154 dr {dr}")
        state = done(
            Search("V"), dice=dice, enemies=enemies, concealed="e", units=units
        ).state
        counters = {unit.counter for unit in state.units.values()}
        assert ("german/2-4-7" in counters) is reduced
