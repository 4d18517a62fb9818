"""D2.14 and B24 to B29: what stands on the map costs a vehicle, beside the terrain."""

from typing import Any

import pytest

from opfor.core.event import Event
from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.rules.d_vehicles.d02_movement.d02_14_entering_a_hex import Wish, way_into
from opfor.rules.d_vehicles.d08_bog.d08_2_bog import bog_drm
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Marker
from tests.rules.given.obstacles import CAR, TANK, TRACK, TRUCK, fort, scene

L = LocationName
TO = L("tK4")


def marker(kind: Any) -> MarkerAdded:
    """A marker in K4 comes into play."""
    return MarkerAdded(Marker(id="m", kind=kind, location=TO))


def way(*stands: Event, counter: str = TANK) -> VehicleCost:
    """Its way into K4."""
    found: list[VehicleCost] = []

    def run(play: Play) -> None:
        unit = play.state.units["tank"]
        found.append(way_into(play, unit, Wish(TO)))

    scene(*stands, counter=counter, run=run)
    return found[0]


class TestD2_14_b2:
    """D2.14/b2."""

    @pytest.mark.parametrize(
        ("counter", "more"), [(TANK, 2), (CAR, 4), (TRACK, 4), (TRUCK, 4)]
    )
    def test_wire(self, counter: str, more: int) -> None:
        """Two MP for fully-tracked vehicles, four for the others; a Bog DR at +2."""
        plain, wired = way(counter=counter), way(fort("wire"), counter=counter)
        assert (wired.quarters - plain.quarters) / 4 == more
        assert wired.bog == (("wire", "wire"),)

    def test_wire_drm(self) -> None:
        """+2 to the Bog DR."""
        found: list[int] = []

        def run(play: Play) -> None:
            unit = play.state.units["tank"]
            mods = bog_drm(play, unit, way_into(play, unit, Wish(TO)))
            found.append(sum(mod.value for mod in mods if mod.name == "wire"))

        scene(fort("wire"), run=run)
        assert found == [2]

    @pytest.mark.parametrize(
        ("counter", "more"), [(TANK, 0), (CAR, 2), (TRACK, 0), (TRUCK, 4)]
    )
    @pytest.mark.parametrize("hole", [fort("foxhole"), marker("shellholes")])
    def test_holes(self, counter: str, more: int, hole: Event) -> None:
        """Foxholes and shellholes cost wheels more."""
        plain, dug = way(counter=counter), way(hole, counter=counter)
        assert (dug.quarters - plain.quarters) / 4 == more

    def test_trench(self) -> None:
        """For fully-tracked vehicles alone, with a Bog DR."""
        assert way(fort("trench")).bog == (("trench", "B"),)
        assert way(fort("trench"), counter=TRACK).bar == "a trench"

    def test_rubble(self) -> None:
        """For fully-tracked vehicles alone, half of their MP and a Bog DR."""
        found = way(marker("rubble"))
        assert (found.quarters / 4, found.bog) == (7, (("rubble", "Z"),))
        assert way(marker("rubble"), counter=CAR).bar == "rubble"

    def test_roadblock(self) -> None:
        """Nobody crosses one."""
        assert way(fort("roadblock", sides=(3,))).bar == "a roadblock"
        assert not way(fort("roadblock", sides=(0,))).bar

    def test_blaze(self) -> None:
        """Nobody enters one."""
        assert way(marker("blaze")).bar == "a Blaze"

    def test_smoke(self) -> None:
        """One MP more."""
        assert way(marker("smoke")).quarters - way().quarters == 4
