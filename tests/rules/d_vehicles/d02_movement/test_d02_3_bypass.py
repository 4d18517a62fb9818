"""D2.3: VBM."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp, TurnTo
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import (
    bypasses,
    end_of,
    hexsides,
    way_past,
)
from opfor.rules.d_vehicles.d09_cover.d09_1_tem import vehicle_tem
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName
from tests.rules.given.driving import left, move, tank
from tests.rules.given.world import game

L = LocationName
PZ4 = "german/pzkpfw-ivf2"

TOWN = """
board: t
size: 20x10
wooden building 1: K4 J4
"""
"""The tank in K5 looks along spine 1, at the buildings of K4, and of J4 beyond."""

START = StartUp("tank")
PAST = DriveOrder("tank", L("tK4"), bypass=(4,))


def drive(*orders: Any, **scene: Any) -> Any:
    """The tank moves on that board."""
    return move(*orders, board=TOWN, **scene)


def query(what: Any, *orders: Any, **state: Any) -> Any:
    """What a query tells of the tank after some orders."""
    found: list[Any] = []

    def run(play: Play) -> None:
        for order in orders:
            carry_out(play, "FRIENDLY", order)
        found.append(what(play, play.state.units["tank"]))

    vehicles = {"tank": (PZ4, "tK5", {"vca": 1, "tca": 1} | state)}
    game(board=TOWN, vehicles=vehicles, run=run)
    return found[0]


class TestD2_3Vbm:
    """D2.3."""

    def test_cost(self) -> None:
        """Twice the cost of Open Ground for a hexside, and no Bog DR."""
        played = drive(START, PAST)
        assert left(played) == 3
        assert tank(played).location == "tK4"

    @pytest.mark.parametrize(
        ("side", "turn", "corner", "spine"), [(4, 1, 5, 0), (2, -1, 2, 1)]
    )
    def test_along_the_hexside(
        self, side: int, turn: int, corner: int, spine: int
    ) -> None:
        """It points along the hexside, at the corner where that ends."""
        assert end_of(side, turn) == (corner, spine)
        state = tank(drive(START, DriveOrder("tank", L("tK4"), bypass=(side,)))).vehicle
        assert state is not None
        assert (state.bypass, state.corner, state.vca) == ((side,), corner, spine)
        assert state.corners == ((state.trail[-1][0], corner),)

    def test_next_to_the_hexside_crossed(self) -> None:
        """Along the hexsides beside the one that it crosses, and no other."""
        found = query(lambda play, unit: hexsides(play, unit, L("tK4")))
        assert found == {4: 1, 2: -1}
        drive(START, DriveOrder("tank", L("tK4"), bypass=(0,)), fails="does not lead")

    def test_onward(self) -> None:
        """On along the next hexside of the same hex, the same way round."""
        found = query(lambda play, unit: list(bypasses(play, unit)), START, PAST)
        assert (L("tK4"), (5,)) in found
        assert (L("tK4"), (3,)) not in found

    def test_nothing_to_bypass(self) -> None:
        """Only obstacles."""
        drive(
            START, DriveOrder("tank", L("tL4"), bypass=(5,)), fails="nothing to bypass"
        )

    def test_one_hexside(self) -> None:
        """One hexside at a time, forward."""
        drive(START, DriveOrder("tank", L("tK4"), bypass=(4, 5)), fails="one hexside")

    def test_no_tem(self) -> None:
        """What it bypasses gives it no TEM (D9.1)."""
        assert query(vehicle_tem, START, PAST) is None

    def test_offered(self) -> None:
        """Each way is offered, and named by the hex across; so is the chance to bog."""

        def labels(play: Play, _unit: Any) -> list[str]:
            return [o.label for o in legal(play, "FRIENDLY", DriveOrder)]

        found = query(labels, START)
        assert "tank to tK4 (2 MP, VBM along tJ4)" in found
        assert "tank to tK4 (7 MP, bogs on 15/36)" in found

    def test_exc1_wire(self) -> None:
        """Not past rubble or wire."""

        def wired(play: Play, unit: Any) -> str:
            wire = Fortification(id="w", kind="wire", location=L("tK4"))
            play.emit(FortificationAdded(wire))
            return way_past(play, unit, L("tK4"), 4).bar

        assert "wire" in query(wired, START)

    def test_exc2_in_tow(self) -> None:
        """Not with a Gun in tow."""
        drive(START, PAST, state={"towing": "gun"}, fails="in tow")


class TestD2_31Out:
    """D2.31."""

    def test_dead_ahead(self) -> None:
        """Into the hex that touches the corner, straight ahead."""
        ahead = query(
            lambda play, unit: play.world.across(unit.location, 5), START, PAST
        )
        played = drive(START, PAST, DriveOrder("tank", ahead))
        state = tank(played).vehicle
        assert state is not None
        assert (state.bypass, state.corner) == ((), -1)

    def test_after_a_turn(self) -> None:
        """Into the other hex at the corner once the VCA points there: 1 MP a spine."""

        def run(play: Play, _unit: Any) -> None:
            to = play.world.across(L("tK4"), 4)
            with pytest.raises(Illegal, match="not in its VCA"):
                check(play, "FRIENDLY", DriveOrder("tank", to))
            before = play.state.move
            carry_out(play, "FRIENDLY", TurnTo("tank", 5))
            after = play.state.move
            assert before is not None
            assert after is not None
            assert after.spent - before.spent == MF
            check(play, "FRIENDLY", DriveOrder("tank", to))

        query(run, START, PAST)

    def test_elsewhere(self) -> None:
        """Not into a hex that does not touch it."""

        def run(play: Play, _unit: Any) -> None:
            far = play.world.across(L("tK4"), 0)
            with pytest.raises(Illegal, match="does not touch"):
                check(play, "FRIENDLY", DriveOrder("tank", far))

        query(run, START, PAST)

    def test_into_the_obstacle(self) -> None:
        """Nor into what it bypasses."""
        drive(START, PAST, DriveOrder("tank", L("tK4")), fails="already")
