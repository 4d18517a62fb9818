"""S12, S9.32: vehicles that a Random Event or the Mission brings onto the map."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.s_solitaire.s12_random_events.s12_p11_vehicles import (
    put_offboard,
    vehicles_come,
)
from opfor.state.counters import Vehicle
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.drivers import ask, played

ANY: Any = "none"


def came(*dice: str, more: int = 0, **mission: Any) -> Game[State]:
    """The game after the event."""
    return played(lambda play: vehicles_come(play, more=more), dice=dice, **mission)


class TestS12_p11Vehicles:
    """S12.p11."""

    @pytest.mark.parametrize(("dr", "more", "count"), [(1, 0, 1), (4, 0, 2), (3, 1, 2)])
    def test_how_many(self, dr: int, more: int, count: int) -> None:
        """One, or two of one type, armed, offboard, in Advance Attitude."""
        dice = [f"S12.p11 dr {dr}", "S12.p11 DR 3,4"]
        dice += ["S5.711 DR 3,4"]
        state = came(*dice, more=more, heavy_cap=ANY).state
        units = list(state.units.values())
        assert len(units) == count
        assert len({unit.counter for unit in units}) == 1
        for unit in units:
            assert not unit.location
            assert unit.vehicle is not None
            assert unit.vehicle.entering
            assert unit.attitude == "Advance"
            assert state.weapons_of(unit.id)

    def test_cap(self) -> None:
        """None where the Mission allows no more."""
        assert not ask(vehicles_come, heavy_cap=0)

    @pytest.mark.parametrize("turret", ["T", "RST", "1MT"])
    def test_ce_whatever_the_turret(self, turret: str) -> None:
        """It enters CE: BU with a slow turret is for those out of a S? (S5.71 EXC)."""

        def run(play: Play) -> None:
            tank = play.world.counter("russian/t-34-m41")
            assert isinstance(tank, Vehicle)
            put_offboard(play, replace(tank, turret=turret))

        (unit,) = played(run).state.units.values()
        assert unit.vehicle is not None
        assert unit.vehicle.ce
