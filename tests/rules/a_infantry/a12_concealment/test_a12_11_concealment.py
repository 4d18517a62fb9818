"""A12.1: concealment: who watches, what costs a "?", and how one is gained."""

import pytest

from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import setup_concealment
from opfor.state.units import LocationName
from tests.rules.given.concealment import play_with

L = LocationName

SQUAD, RUSSIAN = "german/4-6-7", "russian/4-4-7"


class TestA12_12SetUp:
    """A12.12."""

    @pytest.mark.parametrize(("enemy", "gained"), [("F4", False), ("U4", True)])
    def test_unseen(self, enemy: str, gained: bool) -> None:
        """Whoever no enemy sees within 16 hexes sets up concealed."""
        state = play_with(setup_concealment, enemy=enemy, state={"concealed": False})
        assert state.units["V"].concealed is gained
