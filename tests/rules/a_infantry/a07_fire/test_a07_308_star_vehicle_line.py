"""A7.308: the Star Vehicle line."""

import pytest

from opfor.rules.a_infantry.a07_fire.a07_308_star_vehicle_line import (
    vehicle_kill_number,
)
from tests.rules.given.ift_columns import IFT, IIFT, columns, view


class TestA7_308StarVehicle:
    """A7.308."""

    @pytest.mark.parametrize(("text", "iift"), [(IFT, False), (IIFT, True)])
    def test_kill_numbers(self, text: str, iift: bool) -> None:
        """The Kill Number of each column against unarmored vehicles."""
        for fp, lines in columns(text).items():
            assert vehicle_kill_number(view(iift=iift), fp) == int(lines["*Veh"])

    def test_no_column(self) -> None:
        """Without a column there is none."""
        assert vehicle_kill_number(view(), 0) == 0
