"""S6.23, S8.p3 to p13: Fire Commands, from the Target to the order of fire."""

from typing import Any

from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p3_target_choice import attack_table
from opfor.state.play import Play
from opfor.state.units import VehicleState
from tests.rules.given.firing_range import (
    FOE,
    SQUAD,
    group_of,
    shoot,
    shot_of,
)

E1 = {"e1": (SQUAD, "M6")}
TWO = {"V": (FOE, "J6"), "W": (FOE, "H6")}


class TestS8_p3Table:
    """S8.p3."""

    @staticmethod
    def table(**more: Any) -> str:
        """The table on which the group of e1 rolls."""
        found: list[str] = []

        def run(play: Play) -> None:
            found.append(
                attack_table(play, group_of(play, "e1"), targets_of(play, ("e1",)))
            )

        shoot(run=run, enemies=more.pop("enemies", E1), units=TWO, **more)
        return found[0]

    def test_infantry(self) -> None:
        """Infantry at Infantry: {A3a}."""
        assert self.table() == "A3a"

    def test_vehicle(self) -> None:
        """A vehicle: {A3c}."""
        tank = {"e1": ("russian/t-34-m41", "M6")}
        assert self.table(
            enemies=tank, changes={"e1": {"vehicle": VehicleState()}}
        ) == ("A3c")


class TestOrdnance:
    """Guns, mortars and FT fire by themselves, before small arms."""

    def test_a_mortar_fires_first(self) -> None:
        """The mortar of a squad, by the To Hit process; then the squad itself."""

        def run(play: Play) -> None:
            assert shot_of(play, "J6", "e1", "m").order.firers == ("m",)
            assert shot_of(play, "J6", "e1").order.firers == ("e1",)
            both = shot_of(play, "J6", "e1", "m")
            assert 0 < both.chance <= both.effect < 1

        mortar = {"m": ("russian/50-mtr", "e1")}
        shoot(run=run, enemies=E1, units={"V": (FOE, "J6")}, weapons=mortar)

    def test_ft(self) -> None:
        """A FT within its range goes before all else."""

        def run(play: Play) -> None:
            assert shot_of(play, "L6", "e1", "f").order.firers == ("f",)

        ft = {"f": ("russian/ft", "e1")}
        shoot(run=run, enemies=E1, units={"V": (FOE, "L6")}, weapons=ft)
