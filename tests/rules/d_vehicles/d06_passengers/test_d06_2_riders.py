"""D6.2: Riders: when there are any, and how they are shaken off."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.rules.choices.vehicle_orders import DriveOrder, Embark, StartUp, TurnTo
from opfor.rules.d_vehicles.d06_passengers.d06_2_riders import (
    bail_out,
    shaken_off,
    thrown_off,
)
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.armor import set_unit
from tests.rules.given.riders import do, scene

L = LocationName
RIDE = Embark(("sq",), "tank", rides=True)

MC = "A10.1 DR 3,2"
UNDER = ("", False, L("tK5"))


def place(unit: Any) -> Any:
    """Whom a unit is aboard of, whether it is broken, and where it is."""
    return unit.aboard, unit.broken, unit.location


class TestD6_2Riders:
    """D6.2."""

    def test_since(self) -> None:
        """Germans ride from 1943 on."""
        with pytest.raises(Illegal, match=r"D6\.2"):
            scene(lambda p: do(p, RIDE), date="1942-12")
        scene(lambda p: do(p, RIDE), date="1943-01")


class TestD6_21Cover:
    """D6.21."""

    def test_woods(self) -> None:
        """They jump off in the hex before the woods, and the tank goes in alone."""
        way = DriveOrder("tank", L("tL4"), slow=True)
        orders = (RIDE, StartUp("tank"), DriveOrder("tank", L("tK4")))
        assert place(scene(lambda p: do(p, *orders)).state.units["sq"])[0] == "tank"

        def run(play: Play) -> None:
            up = {"aboard": "tank", "rides": True}
            set_unit(play, "sq", **up)
            do(play, StartUp("tank"), way)

        played = scene(run, MC, "D8.2 DR 1,1")
        assert place(played.state.units["sq"]) == UNDER
        assert played.state.units["tank"].location == L("tL4")

    def test_passengers(self) -> None:
        """Who is within stays there."""

        def run(play: Play) -> None:
            set_unit(play, "sq", aboard="tank", rides=True)
            set_unit(play, "hs", aboard="tank")
            thrown_off(play, play.state.units["tank"], L("tL4"))

        units = scene(run, MC).state.units
        assert place(units["sq"]) == UNDER
        assert place(units["hs"])[0] == "tank"

    def test_exc1_along_a_road(self) -> None:
        """By a road they stay on."""

        def run(play: Play) -> None:
            set_unit(play, "sq", aboard="tank", rides=True)
            tank = play.state.units["tank"]
            thrown_off(play, tank, L("tL4"), by_road=True)

        assert place(scene(run).state.units["sq"])[0] == "tank"


class TestD6_21_turretTurns:
    """D6.21/turret."""

    def test_turn(self) -> None:
        """The turret sweeps them off; it does not if it stays where it is."""
        orders = (RIDE, StartUp("tank"), TurnTo("tank", 2, turret=True))
        played = scene(lambda p: do(p, *orders), MC)
        assert place(played.state.units["sq"]) == UNDER
        same = (RIDE, StartUp("tank"), TurnTo("tank", 1, turret=True))
        played = scene(lambda p: do(p, *same))
        assert place(played.state.units["sq"])[0] == "tank"


class TestD6_23Shaken:
    """D6.23."""

    def test_pinned(self) -> None:
        """Who is pinned is off when the order is carried out."""

        def run(play: Play) -> None:
            do(play, RIDE)
            set_unit(play, "sq", pinned=True)
            do(play, StartUp("tank"))

        assert place(scene(run, MC).state.units["sq"]) == UNDER

    def test_passengers(self) -> None:
        """Broken Passengers stay within."""

        def run(play: Play) -> None:
            set_unit(play, "sq", aboard="tank", broken=True)
            shaken_off(play)

        assert place(scene(run).state.units["sq"])[0] == "tank"


class TestD6_24BailOut:
    """D6.24."""

    def off(self, *dice: str, **changes: Any) -> Any:
        """A squad with a LMG bails out."""

        def run(play: Play) -> None:
            gun = Weapon(id="lmg", counter="german/lmg", owner="sq")
            play.emit(WeaponAdded(gun))
            set_unit(play, "sq", aboard="tank", rides=True, **changes)
            bail_out(play, "sq", fact("broken"))

        return scene(run, *dice).state

    def test_holds(self) -> None:
        """It passes its NMC, has fired and moved; its LMG works on a 3."""
        state = self.off(MC, "D6.24 dr 3")
        squad = state.units["sq"]
        assert place(squad) == UNDER
        assert (squad.fired, squad.moved) == ("prep", True)
        assert not state.weapons["lmg"].malfunctioned

    def test_malfunctions(self) -> None:
        """On a 4 the LMG malfunctions."""
        assert self.off(MC, "D6.24 dr 4").weapons["lmg"].malfunctioned

    def test_breaks(self) -> None:
        """It breaks, and its LMG is lost."""
        state = self.off("A10.1 DR 4,4")
        assert state.units["sq"].broken
        assert "lmg" not in state.weapons
