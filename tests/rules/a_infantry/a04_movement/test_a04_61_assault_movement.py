"""A4.61: Assault Movement."""

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from tests.rules.given.infantry_steps import SQUAD, at, planned


class TestA4_61AssaultMovement:
    """A4.61."""

    def test_assault_movement(self) -> None:
        """One Location, with MF to spare; a second one is refused."""
        assert planned("tH5", SQUAD, assault=True).assault
        with pytest.raises(Illegal, match="Assault Movement"):
            planned("tH7", at("tG7"), assault=True)

    def test_not_with_double_time(self) -> None:
        """Assault Movement by Double Time is refused."""
        with pytest.raises(Illegal, match="not possible by Double Time"):
            planned("tH5", SQUAD, assault=True, double_time=True)

    def test_declared_at_the_start(self) -> None:
        """A move that has begun does not become Assault Movement."""
        with pytest.raises(Illegal, match="before the first hex"):
            planned("tH5", SQUAD, spent=MF, assault=True)
