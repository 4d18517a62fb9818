"""A9.4: MG fire at long range."""

import pytest

from opfor.core.errors import Illegal
from tests.rules.given.fire import planned, scene, sw, unit


class TestA9_4FarFire:
    """A9.4."""

    def test_needs_a_leader(self) -> None:
        """Beyond 16 hexes a MG fires only if it is directed."""
        squad, leader = unit("a", "german/4-6-7", "tB9"), unit("l", "german/7-0", "tB9")
        view = scene(squad, leader, sw("h", "german/hmg", "a"))
        planned(view, "h", "tR9")
        with pytest.raises(Illegal, match=r"A9\.4"):
            planned(view, "h", "tS9")
        assert planned(view, "h", "tS9", "l").far
