"""D3.7: what a vehicle is armed with, out of order."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a09_machine_guns.a09_7_malfunction import wear
from opfor.rules.a_infantry.a09_machine_guns.a09_72_repair import (
    check_repair,
    do_repair,
)
from opfor.rules.choices.orders import Repair
from opfor.rules.d_vehicles.d03_fire.d03_7_malfunction import disable
from opfor.state.play import Play
from opfor.state.units import VehicleState, Weapon
from tests.rules.given.armor import duel, set_weapon

AFTER = "tank.ma"


def vehicle_of(played: Any) -> VehicleState:
    """What the tank has as a vehicle."""
    state = played.state.units["tank"].vehicle
    assert isinstance(state, VehicleState)
    return state


def mend(play: Play) -> None:
    """The crew repairs its gun."""
    set_weapon(play, AFTER, malfunctioned=True)
    do_repair(play, "FRIENDLY", Repair(AFTER))


class TestD3_7Malfunction:
    """D3.7."""

    def test_repaired(self) -> None:
        """A dr of 1 repairs it, a 2 does not."""
        assert not duel(mend, "A9.72 dr 1").state.weapons[AFTER].malfunctioned
        played = duel(mend, "A9.72 dr 2")
        assert played.state.weapons[AFTER].malfunctioned
        assert not played.state.weapons[AFTER].disabled

    def test_disabled(self) -> None:
        """A 6 disables the gun, and its vehicle is under Recall."""
        played = duel(mend, "A9.72 dr 6")
        assert played.state.weapons[AFTER].disabled
        assert vehicle_of(played).recalled

    def test_mg(self) -> None:
        """The loss of a MG means no Recall; it is not repaired any more."""

        def run(play: Play) -> None:
            wear(play, "tank.cmg", "removed")
            with pytest.raises(Illegal, match=r"A9\.72"):
                check_repair(play, "FRIENDLY", Repair("tank.cmg"))

        played = duel(run)
        assert played.state.weapons["tank.cmg"].disabled
        assert not vehicle_of(played).recalled

    def test_stunned(self) -> None:
        """A Stunned crew repairs nothing."""
        with pytest.raises(Illegal, match=r"A9\.72"):
            duel(mend, tank={"stunned": True})

    def test_of_nobody(self) -> None:
        """A Weapon whose vehicle is gone Recalls nobody."""

        def run(play: Play) -> None:
            disable(play, Weapon(id=AFTER, counter="", owner="gone", mount="MA"))

        assert not vehicle_of(duel(run)).recalled
