"""C3.32: the Infantry Target Type."""

import pytest

from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_32_infantry_target_type import deadly
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Aimed
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import reading
from tests.rules.given.ordnance import plain


class TestC3_32InfantryTargetType:
    """C3.32."""

    @pytest.mark.parametrize(("final", "dead"), [(3, True), (4, False)])
    def test_below_half(self, final: int, dead: bool) -> None:
        """A Final DR below half of the number is a CH, half itself is not."""
        assert deadly(reading(plain(8), Aimed("")), final) is dead

    def test_not_for_areas_and_latw(self) -> None:
        """Only with the Infantry Target Type, and not for LATW."""
        assert not deadly(reading(plain(8, type="area"), Aimed("")), 2)
        latw = Ordnance(id="w", name="PSK", nation="german", kind="LATW", th=(11, 9))
        assert not deadly(reading(plain(8, piece=latw), Aimed("")), 2)
