"""D2.5: Excessive Speed."""

from typing import Any

import pytest

from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import EndMove
from opfor.rules.choices.vehicle_orders import Speed
from opfor.rules.d_vehicles.d02_movement.d02_5_excessive_speed import esb_drm, most
from opfor.state.counter_lists import shipped
from opfor.state.counters import Vehicle
from opfor.state.play import Play
from tests.rules.given.driving import START, TO_K4, TRACK_MP, move, tank
from tests.rules.given.world import game

GAIN = Speed("tank", 2)


class TestD2_5Speed:
    """D2.5."""

    def test_a_quarter(self) -> None:
        """Up to a quarter of the printed MP, fractions dropped."""
        found = shipped()["german/pzkpfw-ivf2"]
        assert isinstance(found, Vehicle)
        assert (found.mp, most(found)) == (TRACK_MP, 3)
        move(START, Speed("tank", 4), fails="1 to 3")

    def test_once(self) -> None:
        """Once in a MPh."""
        move(START, GAIN, GAIN, dice=("D2.5/dr DR 1,1",), fails="has gained")

    def test_stuck(self) -> None:
        """Not what cannot move."""
        move(GAIN, state={"immobile": True}, fails="cannot move")

    def test_over(self) -> None:
        """Not once its move is over."""
        move(START, TO_K4, EndMove(), GAIN, fails="has had its move")


class TestD2_5_drm:
    """D2.5/drm."""

    @pytest.mark.parametrize(
        ("counter", "built"),
        [
            ("american/m4", 0),
            ("russian/t-34-m40", 1),
            ("german/pzkpfw-ivf2", 2),
            ("french/h35", 3),
        ],
    )
    def test_make(self, counter: str, built: int) -> None:
        """MP gained, and 0 to 3 by whom it was built."""
        found: list[Any] = []

        def run(play: Play) -> None:
            found.extend(esb_drm(play, play.state.units["tank"], 2))

        game(vehicles={"tank": (counter, "tA5", {})}, run=run)
        assert sum(mod.value for mod in found) == 2 + built


class TestD2_5_dr:
    """D2.5/dr."""

    def test_gains(self) -> None:
        """A Final 11 gives the MP."""
        played = move(START, GAIN, dice=("D2.5/dr DR 3,4",))
        assert played.state.move is not None
        assert played.state.move.allotment == (TRACK_MP + 2) * MF

    def test_breaks(self) -> None:
        """A Final 12 immobilizes it."""
        played = move(START, GAIN, dice=("D2.5/dr DR 4,4",))
        state = tank(played).vehicle
        assert state is not None
        assert (state.immobile, state.motion) == (True, False)
