"""C3.91: the Target Facing within a hex."""

import pytest

from tests.rules.given.armor import duel, fire, told


class TestC3_91SameHex:
    """C3.91."""

    @pytest.mark.parametrize(("dr", "side"), [(2, "rear"), (4, "side"), (5, "front")])
    def test_dr(self, dr: int, side: str) -> None:
        """Within a hex a dr tells the Target Facing."""
        played = duel(
            lambda play: fire(play, target="K5"),
            "C3.3 DR 3,2",
            f"C3.91 dr {dr}",
            "C3.4 DR 6,6",
            enemy_at="K5",
        )
        assert f"AF of the hull, {side}" in told(played)
