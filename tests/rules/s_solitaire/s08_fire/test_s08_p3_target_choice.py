"""S6.23, S8.p3 to p13: Fire Commands, from the Target to the order of fire."""

from typing import Any

import pytest

from opfor.core.rule import part_of_rule
from opfor.rules.s_solitaire.s08_fire.planned_attack import things_of
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p3_target_choice import (
    attack_table,
    by_table,
)
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import VehicleState
from tests.rules.given.drivers import armed
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


class TestByTable:
    """S6.23: one Fire Command for what fires together."""

    @staticmethod
    def chosen(*dice: str, command: int, **more: Any) -> str:
        """The Target of e1, which has a Fire Command by some number already."""
        found: list[str] = []

        def run(play: Play) -> None:
            unit = play.state.units["e1"]
            for weapon in armed((unit,)) if unit.vehicle else ():
                play.emit(WeaponAdded(weapon))
            things = things_of(play, [unit])
            targets = targets_of(play, things)
            with part_of_rule("S6.23"):
                choice = by_table(play, group_of(play, "e1"), targets)
            found.append(choice.target.where if choice else "")

        changes = {"e1": {"command": command, **more.pop("e1", {})}}
        shoot(*dice, run=run, changes=changes, units=TWO, **more)
        return found[0]

    @pytest.mark.parametrize(
        ("command", "dice"),
        [
            pytest.param(10, (), id="known"),
            pytest.param(0, ("S6.23 DR 5,5",), id="none yet"),
        ],
    )
    def test_vehicle(self, command: int, dice: tuple[str, ...]) -> None:
        """D-873: what a vehicle has left to fire goes by the row that it has."""
        vehicle = {
            "vehicle": VehicleState(vca=4, tca=4),
            "attack_table": "A3c" if command else "",
        }
        tank = {"e1": ("russian/t-34-m41", "M6")}
        assert self.chosen(*dice, command=command, e1=vehicle, enemies=tank) == "tJ6"

    @pytest.mark.parametrize(
        ("table", "dice"),
        [
            pytest.param("A3a", (), id="the same"),
            pytest.param("A3d", ("S6.23 DR 5,5",), id="that of its mortar"),
        ],
    )
    def test_infantry(self, table: str, dice: tuple[str, ...]) -> None:
        """D-873: so does Infantry; another table asks for a DR of its own (D-846)."""
        row = {"attack_table": table}
        assert self.chosen(*dice, command=10, e1=row, enemies=E1) == "tJ6"

    def test_a_machine_gun_fires_first(self) -> None:
        """D-873: the LMG reaches but the one, the squad goes on by the same row."""
        asked: list[str] = []

        def run(play: Play) -> None:
            group = group_of(play, "e1")
            with part_of_rule("S6.23"):
                for things in ("mg",), ("e1",):
                    targets = targets_of(play, things)
                    choice = by_table(play, group, targets)
                    asked.append(choice.target.where if choice else "")

        shoot(
            "S6.23 DR 5,5",
            run=run,
            enemies=E1,
            units=TWO,
            weapons={"mg": ("russian/lmg", "e1")},
        )
        assert asked == ["tJ6", "tJ6"]


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
