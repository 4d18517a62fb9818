"""A11.53: the fate of a vehicle by the DR of a CC attack, and the chances of it."""

from fractions import Fraction

import pytest

from opfor.rules.a_infantry.a11_close_combat.a11_53_fate_of_a_vehicle import (
    cc_fate,
    vehicle_chances,
)
from tests.rules.given.vehicles_in_close_combat import seen, tank


class TestA11_53Results:
    """A11.53."""

    @pytest.mark.parametrize(
        ("final", "fate"),
        [
            (2, "burn"),
            (3, "eliminated"),
            (4, "eliminated"),
            (5, "immobilized"),
            (6, "none"),
        ],
    )
    def test_fates(self, final: int, fate: str) -> None:
        """By the margin to the CCV."""
        assert seen(lambda p: cc_fate(p, "AFV", 5, final), tank()) == fate

    def test_chances(self) -> None:
        """CCV 5: six ways of 36 eliminate, four immobilize; a 2 may help CCV 1."""
        ask = lambda p: vehicle_chances(p, "AFV", 5, 0, ((0, 0),))  # noqa: E731
        found = seen(ask, tank())
        assert (found.kill, found.reduce) == (6, 4)
        ask = lambda p: vehicle_chances(p, "AFV", 1, 0, ((0, 0),))  # noqa: E731
        found = seen(ask, tank())
        assert (found.kill, found.reduce) == (Fraction(1, 3), Fraction(1, 6))
