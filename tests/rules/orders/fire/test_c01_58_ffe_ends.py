"""C1.58: a FFE:C ends."""

from typing import Any

import pytest

from opfor.rules.orders.fire.c01_58_ffe_ends import begins
from tests.rules.given.artillery import marks, oba
from tests.rules.given.radio import READY


class TestC1_58_end:
    """C1.58/end."""

    @pytest.mark.parametrize(
        ("phase", "mover", "left"),
        [
            ("PFPh", "FRIENDLY", 0),
            ("DFPh", "ENEMY", 0),
            ("PFPh", "ENEMY", 1),
            ("DFPh", "FRIENDLY", 1),
        ],
    )
    def test_own_phase(self, phase: Any, mover: Any, left: int) -> None:
        """It is gone as its owner's fire phase begins, not as the other's does."""
        played = oba(
            run=begins, phase=phase, mover=mover, mark=("FFE:C", "J3"), battery=READY
        )
        assert len(marks(played)) == left
