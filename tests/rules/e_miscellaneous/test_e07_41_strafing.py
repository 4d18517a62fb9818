"""E7.41: strafing."""

import pytest

from opfor.rules.e_miscellaneous.e07_41_strafing import strafing
from tests.rules.given.aircraft import asked
from tests.rules.given.artillery import at


class TestE7_41Strafing:
    """E7.41."""

    @pytest.mark.parametrize(("date", "fp"), [("1942-12", 8), ("1943-01", 12)])
    def test_fp(self, date: str, fp: int) -> None:
        """By date, in each Location with an enemy."""
        found = asked(lambda p, a: strafing(p, a, at("J3")), date=date)
        assert [made.fp for made in found] == [fp]
        assert asked(lambda p, a: strafing(p, a, at("A1"))) == []

    def test_overstacked(self) -> None:
        """D-921: -1 for each squad too many."""
        crowd = {f"e{n}": ("russian/4-4-7", "tJ3") for n in range(5)}
        (made,) = asked(lambda p, a: strafing(p, a, at("J3")), enemies=crowd)
        assert [(mod.rule, mod.value) for mod in made.mods] == [("A5.131", -2)]
