"""D2.51: the order to start, and Mechanical Reliability."""

from typing import Any

from tests.rules.given.armor import T34
from tests.rules.given.driving import START, after


class TestD2_51Reliability:
    """D2.51."""

    def test_red_mp(self) -> None:
        """An Original 12 immobilizes a vehicle with red MP."""
        scene: dict[str, Any] = {"counter": T34}
        bad = after(START, dice=("D14.23 DR 1,2", "D2.51 DR 6,6"), **scene)
        good = after(START, dice=("D14.23 DR 1,2", "D2.51 DR 6,5"), **scene)
        assert (bad.immobile, good.motion) == (True, True)
