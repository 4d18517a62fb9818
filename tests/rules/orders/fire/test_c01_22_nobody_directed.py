"""C1.22: what becomes of OBA that nobody directed."""

from typing import Any

import pytest

from opfor.rules.orders.fire.c01_22_nobody_directed import ends
from tests.rules.given.artillery import marks, oba, order
from tests.rules.given.radio import READY


class TestC1_22_end:
    """C1.22/end."""

    @pytest.mark.parametrize(
        ("mark", "after"),
        [
            (("SR", "J3"), []),
            (("FFE:1", "J3"), [("FFE:2", "tJ3")]),
            (("FFE:2", "J3"), [("FFE:C", "tJ3")]),
            (("FFE:C", "J3"), [("FFE:C", "tJ3")]),
        ],
    )
    def test_left_alone(self, mark: Any, after: Any) -> None:
        """A SR that nobody directs is gone, a FFE goes on."""
        assert marks(oba(run=ends, mark=mark, battery=READY)) == after

    def test_directed(self) -> None:
        """A SR under contact stays; what has come down does not do so twice."""
        played = oba(
            "C1.2 DR 1,2",
            run=lambda p: [order(p, "contact"), ends(p)],
            mark=("SR", "J3"),
            battery=READY,
        )
        assert marks(played) == [("SR", "tJ3")]
        played = oba(
            "C1.2 DR 1,2",
            run=lambda p: [order(p, "contact"), order(p, "convert"), ends(p)],
            mark=("SR", "J3"),
            battery=READY,
        )
        assert marks(played) == [("FFE:1", "tJ3")]

    def test_contact_not_kept(self) -> None:
        """Contact that nobody maintains is lost."""
        played = oba(run=ends, battery={"contact": True})
        assert not played.state.batteries["b"].contact
