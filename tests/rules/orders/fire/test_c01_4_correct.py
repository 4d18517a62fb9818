"""C1.4: the order to correct OBA."""

from typing import Any

import pytest

from tests.rules.given.artillery import marks, oba, order
from tests.rules.given.radio import READY, refused

OUT_OF_SIGHT = "T6"


class TestC1_4_order:
    """C1.4/order."""

    @pytest.mark.parametrize(
        ("mark", "to", "rule"),
        [
            (("SR", "J3"), "K3", ""),
            (("SR", "J3"), "J3", "C1.4"),
            (("FFE:1", "J9"), "J6", ""),
            (("FFE:1", "J9"), "J5", "C1.4"),
            (("FFE:2", "J3"), "K3", "C1.4"),
            (("SR", "J3"), OUT_OF_SIGHT, "C1.61"),
            (None, "J3", "C1.3"),
        ],
    )
    def test_how_far(self, mark: Any, to: str, rule: str) -> None:
        """A SR, or a FFE:1 by three hexes, into LOS."""
        assert refused("correct", to, mark=mark) == rule


class TestC1_4_do:
    """C1.4/do."""

    def test_error(self) -> None:
        """A correction by four hexes errs by two at the most."""
        played = oba(
            "C1.2 DR 1,2",
            "C1.3 dr 5",
            "C1.32 DR 4,6",
            run=lambda p: [order(p, "contact"), order(p, "correct", "J5")],
            battery=READY,
            mark=("SR", "J1"),
        )
        assert marks(played) == [("SR", "tJ7")]
