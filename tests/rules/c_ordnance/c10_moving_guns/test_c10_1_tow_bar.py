"""C10.1: where a vehicle with a Gun in tow cannot go."""

from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import DriveOrder, HookUp, StartUp
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.state.units import LocationName
from tests.rules.given.towing import next_turn, scene, truck

L = LocationName

HOOK = HookUp("truck", "gun")


class TestC10_1Towing:
    """C10.1."""

    def test_goes_along(self) -> None:
        """It goes where the vehicle goes, for one MP a hex more."""
        played = scene(HOOK, next_turn, StartUp("truck"), DriveOrder("truck", L("tL4")))
        assert played.state.units["c"].location == "tL4"
        trail = truck(played).vehicle.trail  # type: ignore[union-attr]
        assert trail[-1] == (L("tL4"), 5 * MF)

    def test_no_hedge(self) -> None:
        """Not over a hedge, which a halftrack could cross without it."""
        orders = (HOOK, next_turn, StartUp("truck"), DriveOrder("truck", L("tK4")))
        carrier = "german/spw-251-1"
        scene(*orders, counter=carrier, fails="cannot be entered")

    def test_lost_with_its_vehicle(self) -> None:
        """A wreck takes it along, for CVP."""
        played = scene(
            HOOK,
            lambda play: suffer(play, "truck", "burn", by="ENEMY"),
        )
        assert "gun" not in played.state.weapons
        assert played.state.toll("ENEMY").cvp >= 2

    def test_no_reverse(self) -> None:
        """Not backward."""
        back = DriveOrder("truck", L("tK6"), reverse=True)
        scene(HOOK, next_turn, StartUp("truck"), back, fails="does not reverse")
