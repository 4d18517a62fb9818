"""C3.8: Multiple Hits."""

import pytest

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_8_multiple_hits import twice
from opfor.state.units import GunState
from tests.rules.given.ordnance import CREW, plain
from tests.rules.given.shots_fired import fire
from tests.rules.given.world import notes

CA = {"gun": GunState(ca=2)}


class TestC3_8MultipleHits:
    """C3.8."""

    @pytest.mark.parametrize(
        ("calibre", "dice", "kind", "two"),
        [
            (15, (2, 2), "infantry", True),
            (40, (1, 1), "vehicle", True),
            (12, (2, 2), "infantry", False),
            (45, (2, 2), "infantry", False),
            (20, (2, 3), "infantry", False),
            (20, (2, 2), "area", False),
        ],
    )
    def test_doubles(
        self, calibre: int, dice: tuple[int, int], kind: str, two: bool
    ) -> None:
        """A Gun of 15 to 40mm with Original doubles, not by the Area Target Type."""
        piece = Ordnance(
            id="w", name="Gun", nation="russian", kind="AT", calibre=calibre
        )
        assert twice(plain(piece=piece, type=kind), DR(*dice)) is two

    GUN37 = "russian/37l-at-ptp-obr-30"

    def test_two_effects_dr(self) -> None:
        """The lower one counts: 4 FP with a 5, and V checks its morale."""
        dice = ("C3.3 DR 2,2", "A7.3 DR 6,6", "A7.3 DR 4,1", "A10.1 DR 2,1")
        played = fire(*dice, weapon=self.GUN37, unit=CREW, weapon_state=CA)
        assert notes(played).count("fire at tH5") == 2
        assert "V: 1MC" in notes(played)

    def test_one_without_doubles(self) -> None:
        """Any other hit brings one."""
        dice = ("C3.3 DR 3,1", "A7.3 DR 6,6")
        played = fire(*dice, weapon=self.GUN37, unit=CREW, weapon_state=CA)
        assert notes(played).count("fire at tH5") == 1
