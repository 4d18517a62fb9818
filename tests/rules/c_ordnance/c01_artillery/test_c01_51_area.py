"""C1.5: where a FFE lies, and what it does by lying there: LOS and morale."""

import pytest

from opfor.rules.c_ordnance.c01_artillery.c01_51_area import blast_area
from tests.rules.given.artillery import asked, at


class TestC1_51BlastArea:
    """C1.51."""

    @pytest.mark.parametrize(("kind", "hexes"), [("HE", 7), ("harassing", 19)])
    def test_hexes(self, kind: str, hexes: int) -> None:
        """Its hex and six more, or two hexes far; less at the edge of the map."""
        area = asked(lambda p, b: blast_area(p, b, at("J5")), battery={"kind": kind})
        assert len(area) == hexes
        assert len(asked(lambda p, b: blast_area(p, b, at("A1")))) < 7
