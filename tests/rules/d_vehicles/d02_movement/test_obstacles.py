"""D2.14/b2: what stands on the map, for vehicles."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.event import Event
from opfor.core.game import Game
from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp
from opfor.rules.d_vehicles.d02_movement.steps import Wish, way_into
from opfor.rules.d_vehicles.d08_bog import bog_drm
from opfor.rules.sequence.orders_by_phase import carry_out
from opfor.state.events import FortificationAdded, MarkerAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Marker
from tests.rules.given.world import game

L = LocationName
TANK, CAR, TRACK, TRUCK = (
    "german/pzkpfw-ivf2",
    "german/psw-222",
    "german/spw-251-1",
    "german/opel-6700",
)
TO = L("tK4")

FIELD = """
board: t
size: 20x10
brush: A1
road: R3 > R5
"""


def fort(kind: Any, **more: Any) -> FortificationAdded:
    """A fortification in K4 comes into play."""
    return FortificationAdded(Fortification(id="f", kind=kind, location=TO, **more))


def marker(kind: Any) -> MarkerAdded:
    """A marker in K4 comes into play."""
    return MarkerAdded(Marker(id="m", kind=kind, location=TO))


def scene(
    *stands: Any, counter: str = TANK, run: Callable[[Play], object], dice: Any = ()
) -> Game[State]:
    """A vehicle in K5 looks at K4, where something stands."""

    def once(play: Play) -> None:
        for event in stands:
            play.emit(event)
        run(play)

    vehicles = {"tank": (counter, "tK5", {"vca": 1, "tca": 1})}
    units = {"a": ("german/4-6-7", "tK4")}
    return game(*dice, board=FIELD, vehicles=vehicles, units=units, run=once)


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


class TestB26_4_torn:
    """B26.4/torn."""

    @pytest.mark.parametrize(
        ("counter", "coloured", "gone"), [(TANK, 1, True), (TANK, 2, False)]
    )
    def test_coloured_one(self, counter: str, coloured: int, gone: bool) -> None:
        """A coloured 1 of a fully-tracked vehicle's Bog DR takes the wire away."""

        def run(play: Play) -> None:
            above = play.state.units["a"]
            play.emit(UnitChanged(replace(above, inside="f"), "above the wire"))
            carry_out(play, "FRIENDLY", StartUp("tank"))
            carry_out(play, "FRIENDLY", DriveOrder("tank", TO))

        dice = (f"D8.2 DR {coloured},2",)
        played = scene(fort("wire"), counter=counter, run=run, dice=dice)
        assert ("f" not in played.state.fortifications) is gone
        assert (played.state.units["a"].inside == "") is gone
