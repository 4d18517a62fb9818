"""A4.13: what it costs to enter a Location as things stand on the map now."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.event import Event
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import FortificationAdded, MarkerAdded, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName, Marker
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nroad: F4 > G5 > H4\nstone building: G6\n"
TO = LocationName("tH5")
SQUAD = ("german/4-6-7", "tG5")


def entering(
    *before: Event, to: str = "tH5", others: int = 0, encircled: bool = False
) -> Move:
    """The move of a squad into a Location, with what lies there put down before."""
    found: list[Move] = []
    units = {"V": SQUAD} | {f"x{n}": ("german/4-6-7", to) for n in range(others)}

    def run(play: Play) -> None:
        for event in before:
            play.emit(event)
        unit = replace(play.state.units["V"], encircled=encircled)
        play.emit(UnitChanged(unit, "set"))
        found.append(plan(play, MoveTo(("V",), LocationName(to))))

    game(board=BOARD, units=units, run=run)
    return found[0]


def marker(kind: str, at: LocationName = TO) -> MarkerAdded:
    """A marker laid."""
    return MarkerAdded(Marker(id="m", kind=kind, location=at))  # type: ignore[arg-type] # a test's word


class TestA4_13Cost:
    """A4.13."""

    def test_smoke(self) -> None:
        """SMOKE costs one MF more (A24.7)."""
        assert entering(marker("smoke")).spent == 3 * MF

    def test_rubble(self) -> None:
        """Fallen rubble costs three MF in all."""
        assert entering(marker("rubble")).spent == 3 * MF

    def test_blaze(self) -> None:
        """A Blaze is not entered."""
        with pytest.raises(Illegal, match="a Blaze"):
            entering(marker("blaze"))

    def test_overstacking(self) -> None:
        """The fourth squad pays one MF more (A5.12)."""
        assert entering(others=2).spent == 2 * MF
        assert entering(others=3).spent == 3 * MF

    def test_encircled(self) -> None:
        """The first Location costs an encircled unit twice as much (A7.72)."""
        assert entering(encircled=True).spent == 4 * MF


class TestA4_13Roadblock:
    """A4.13, B29.2."""

    def test_one_mf_and_no_road(self) -> None:
        """A roadblock on the hexside costs one MF, and the road's bonus."""
        sides = tuple(range(6))
        block = Fortification(
            id="r", kind="roadblock", location=LocationName("tH4"), sides=sides
        )
        assert entering(to="tH4").road
        move = entering(FortificationAdded(block), to="tH4")
        assert (move.spent, move.road) == (2 * MF, False)
