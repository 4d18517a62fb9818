"""D2 in play: a vehicle drives into the next hex, and what follows from it."""

from msgspec.structs import replace

from opfor.rules.choices.orders import EndMove
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.check import faults
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import PZ4
from tests.rules.given.driving import FIELD, START, TO_K4, after, move, tank
from tests.rules.given.world import game

L = LocationName


class TestD2_14_enterWhatFollows:
    """D2.14/enter."""

    def test_exit(self) -> None:
        """It leaves the map where its Mission lets it."""
        played = move(
            START,
            DriveOrder("tank", L("")),
            at="tA5",
            state={"vca": 5},
            exits=("FBE",),
        )
        assert "tank" not in played.state.units
        assert faults(played.state) == []

    def test_enters_the_map(self) -> None:
        """From offboard it comes by its own edge, in Motion, looking inward."""
        state = {"vca": -1, "tca": -1, "motion": True}
        found = after(DriveOrder("tank", L("tA5")), at="", state=state)
        assert (found.vca, found.motion) == (2, True)

    def test_passengers(self) -> None:
        """Who is aboard goes with it."""

        def run(play: Play) -> None:
            squad = play.state.units["a"]
            play.emit(UnitChanged(replace(squad, aboard="tank"), "aboard"))
            carry_out(play, "FRIENDLY", START)
            carry_out(play, "FRIENDLY", TO_K4)

        played = game(
            board=FIELD,
            vehicles={"tank": (PZ4, "tK5", {"vca": 1})},
            units={"a": ("german/4-6-7", "tK5")},
            run=run,
        )
        assert played.state.units["a"].location == "tK4"

    def test_end_in_motion(self) -> None:
        """A move that ends without a Stop MP leaves it in Motion."""
        played = move(START, TO_K4, EndMove())
        assert tank(played).moved
        assert after(START, TO_K4, EndMove()).motion
