"""C1.4: how far a Correction may go astray."""

import pytest

from opfor.rules.c_ordnance.c01_artillery.c01_4_correction import most_error


class TestC1_4Correction:
    """C1.4."""

    @pytest.mark.parametrize(("hexes", "most"), [(1, 1), (3, 1), (4, 2), (18, 6)])
    def test_third(self, hexes: int, most: int) -> None:
        """A third of the way, rounded up."""
        assert most_error(hexes) == most
