"""D2: what each MP of a vehicle buys, planned before it is spent."""

from typing import Any

from msgspec.structs import replace

from opfor.rules.choices.vehicle_orders import DriveOrder, TurnTo
from opfor.rules.d_vehicles.d02_movement.d02_14_entering_a_hex import vehicles_at
from opfor.rules.sequence.legal_orders import allows, carry_out, legal
from opfor.state.events import MarkerAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName, Marker
from tests.rules.given.armor import PZ4, T34
from tests.rules.given.driving import (
    FIELD,
    START,
    STOP,
    TO_K4,
    TRACK_MP,
    after,
    left,
    move,
    tank,
)
from tests.rules.given.world import game

L = LocationName


class TestD2_14Enter:
    """D2.14."""

    def test_open_ground(self) -> None:
        """One MP beside the Start MP; the trail tells where they were spent."""
        played = move(START, TO_K4)
        assert left(played) == 2
        assert tank(played).location == "tK4"
        assert after(START, TO_K4).trail == ((L("tK5"), 4), (L("tK4"), 4))

    def test_prohibited(self) -> None:
        """Marsh is not entered."""
        scene: dict[str, Any] = {"state": {"vca": 2, "motion": True}}
        move(DriveOrder("tank", L("tL5")), fails="marsh", **scene)

    def test_all_mp(self) -> None:
        """Terrain that takes all MP is entered first, after a Start MP at the most."""
        slow = DriveOrder("tank", L("tK3"), slow=True)
        scene: dict[str, Any] = {"at": "K4", "dice": ("D8.2 DR 1,1",)}
        played = move(START, slow, **scene)
        assert tank(played).location == "tK3"
        assert tank(played).moved
        move(START, TurnTo("tank", 0), slow, at="tK4", fails="takes all MP")

    def test_known_enemies(self) -> None:
        """A hex with a Known enemy is not entered."""
        enemies = {"e": ("russian/4-4-7", "tK4")}
        move(TO_K4, state={"motion": True}, enemies=enemies, fails="e is in")

    def test_prisoners(self) -> None:
        """Prisoners in the hands of its own side do not bar it."""

        def run(play: Play) -> None:
            held = replace(play.state.units["p"], guard="V", unarmed=True)
            play.emit(UnitChanged(held, "as given"))
            assert allows(play, "FRIENDLY", TO_K4)

        game(
            board=FIELD,
            run=run,
            units={"V": ("german/4-6-7", "tK4")},
            enemies={"p": ("russian/4-4-7", "tK4")},
            vehicles={"tank": (PZ4, "tK5", {"vca": 1, "tca": 1, "motion": True})},
        )

    def test_not_enough(self) -> None:
        """MP are limited."""
        state = {"vca": 4, "motion": True}
        back = DriveOrder("tank", L("tK4"), reverse=True)
        played = move(back, state=state)
        assert left(played) == 4
        far = (START, DriveOrder("tank", L("tK4")))
        assert left(move(*far)) <= TRACK_MP

    def test_offered(self) -> None:
        """`legal` offers the two hexes ahead, and the two behind in Reverse."""
        found: list[Any] = []

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", START)
            found.extend(o.order for o in legal(play, "FRIENDLY"))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {"vca": 1})}, run=run)
        drives = {(o.to, o.reverse) for o in found if isinstance(o, DriveOrder)}
        assert drives == {
            ("tK4", False),
            ("tL4", False),
            ("tK6", True),
            ("tJ5", True),
        }
        assert STOP in found
        assert {o.spine for o in found if isinstance(o, TurnTo)} == {0, 2}


class TestD2_14_b1InTheWay:
    """D2.14/b1."""

    def test_vehicles_and_wrecks(self) -> None:
        """One MP more for each."""
        other = {"etank": (T34, "tK4", {}), "mate": (PZ4, "tK4", {})}
        found: list[int] = []

        def run(play: Play) -> None:
            wreck = Marker(id="w", kind="wreck", location=L("tK4"))
            play.emit(MarkerAdded(wreck))
            found.append(vehicles_at(play, L("tK4")))

        game(board=FIELD, vehicles=other, run=run)
        assert found == [3]
        mate = {"mate": (PZ4, "tK4", {})}
        assert left(move(START, TO_K4, vehicles=mate)) == 3
