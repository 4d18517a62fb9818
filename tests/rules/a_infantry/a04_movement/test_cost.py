"""A4.13: what lies on the map adds to the cost of a Location."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.event import Event
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.steps import plan
from opfor.rules.a_infantry.a05_stacking import overstacked, overstacked_locations
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import FortificationAdded, MarkerAdded, UnitChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
)
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


class TestB23_922FortifiedBuilding:
    """B23.922."""

    @pytest.mark.parametrize(
        ("counter", "pinned", "free"),
        [
            ("russian/4-4-7", False, False),
            ("russian/4-4-7", True, True),
            ("russian/2-3-7", False, True),
        ],
    )
    def test_held_by_a_squad(self, counter: str, pinned: bool, free: bool) -> None:
        """An unpinned squad keeps even a berserk unit out, a HS does not."""

        def run(play: Play) -> None:
            where = LocationName("tG6")
            fort = Fortification(id="f", kind="fortified building", location=where)
            play.emit(FortificationAdded(fort))
            enemy = replace(play.state.units["e"], pinned=pinned)
            play.emit(UnitChanged(enemy, "set"))
            play.emit(UnitChanged(replace(play.state.units["V"], berserk=True), "set"))
            order = MoveTo(("V",), where)
            if free:
                assert plan(play, order).charge
            else:
                with pytest.raises(Illegal, match="Fortified Building"):
                    plan(play, order)

        game(board=BOARD, units={"V": SQUAD}, enemies={"e": (counter, "tG6")}, run=run)


class TestA5_1Stacking:
    """A5.1."""

    @pytest.mark.parametrize(
        ("units", "squads"),
        [
            (("4-6-7",) * 3 + ("8-1",) * 4, 0),
            (("4-6-7",) * 3 + ("2-4-7",), 1),
            (("4-6-7",) * 5, 2),
            (("4-6-7",) * 3 + ("8-1",) * 5, 1),
            (("2-4-7",) * 6, 0),
        ],
    )
    def test_limit(self, units: tuple[str, ...], squads: int) -> None:
        """Three squads and four SMC; what is beyond counts in squads, rounded up."""

        def run(play: Play) -> None:
            assert overstacked(play, "FRIENDLY", TO) == squads
            found = overstacked_locations(play, "FRIENDLY")
            assert found == ({TO: squads} if squads else {})

        them = {f"x{n}": (f"german/{name}", "tH5") for n, name in enumerate(units)}
        game(board=BOARD, units=them, run=run)
