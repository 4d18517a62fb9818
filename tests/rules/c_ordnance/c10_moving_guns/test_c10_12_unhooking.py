"""C10.12: Guns unhooked."""

from msgspec.structs import replace

from opfor.rules.choices.orders import DropWeapon
from opfor.rules.choices.vehicle_orders import HookUp, StartUp
from opfor.state.check import faults
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from tests.rules.c_ordnance.c10_moving_guns.test_c10_11_towing import gun_state
from tests.rules.given.towing import next_turn, scene, truck

HOOK = HookUp("truck", "gun")


class TestC10_12Unhooking:
    """C10.12."""

    def test_ready(self) -> None:
        """A Gun with QSU stands ready, manned by its crew, who is TI."""
        played = scene(HOOK, next_turn, HOOK)
        crew = played.state.units["c"]
        assert (crew.aboard, crew.ti) == ("", True)
        assert played.state.weapons["gun"].owner == "c"
        assert not gun_state(played).limbered
        assert truck(played).vehicle.towing == ""  # type: ignore[union-attr]
        assert faults(played.state) == []

    def test_without_crew(self) -> None:
        """Without one it lies there."""

        def lost(play: Play) -> None:
            play.emit(UnitChanged(replace(play.state.units["c"], pinned=True), "test"))

        played = scene(HOOK, next_turn, lost, HOOK)
        assert played.state.weapons["gun"].location == "tK5"
        assert faults(played.state) == []

    def test_not_dropped(self) -> None:
        """What is in tow is not dropped, but unhooked."""
        scene(HOOK, DropWeapon("gun"), fails="unhooks")

    def test_in_motion(self) -> None:
        """Only while Stopped."""
        scene(HOOK, next_turn, StartUp("truck"), HOOK, fails="while Stopped")
