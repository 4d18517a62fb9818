"""C3.7: a Critical Hit."""

import pytest

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_7_critical_hit import critical
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Aimed
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import needs_dr, reading
from tests.rules.given.ordnance import plain
from tests.rules.given.verdicts import result


class TestC3_7CriticalHit:
    """C3.7."""

    def test_area(self) -> None:
        """With the Area Target Type an Original 2 is a CH without more ado."""
        shot = plain(8, type="area")
        assert result(shot, 1, 1) == "critical"
        assert not needs_dr(shot, DR(1, 1))

    def test_exc1_a_mg(self) -> None:
        """A MG makes none, and no dr decides about it (A9.61)."""
        mg = Ordnance(id="w", name="LMG", nation="german", kind="MG")
        for shot in (plain(8, piece=mg), plain(6, 4, piece=mg, type="vehicle")):
            assert result(shot, 1, 1) == "hit"
            assert not needs_dr(shot, DR(1, 1))

    def test_area_that_only_a_two_hits(self) -> None:
        """If nothing else hits, it is one on a dr of 1 only."""
        shot = plain(8, 6, type="area")
        assert needs_dr(shot, DR(1, 1))
        assert [result(shot, 1, 1, n) for n in (1, 2)] == ["critical", "hit"]

    @pytest.mark.parametrize(("extra", "dead"), [(1, True), (3, True), (4, False)])
    def test_infantry(self, extra: int, dead: bool) -> None:
        """Number 6 with +4: Final 6 hits; a CH on a dr of up to half of 6."""
        assert critical(reading(plain(6, 4), Aimed("")), 6, extra) is dead

    def test_infantry_by_its_final(self) -> None:
        """Below half of the number no dr is needed."""
        shot = plain(8)
        assert not needs_dr(shot, DR(1, 1))
        assert result(shot, 1, 1) == "critical"
        assert result(shot, 1, 2) == "critical"
        assert result(shot, 2, 2) == "hit"
