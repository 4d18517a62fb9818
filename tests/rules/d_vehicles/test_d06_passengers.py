"""D6: Passengers and Riders."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a07_fire.firepower import Firer, area_factors
from opfor.rules.a_infantry.a07_fire.vulnerable import with_those_aboard
from opfor.rules.choices.orders import MoveTo
from opfor.rules.choices.vehicle_orders import (
    Dismount,
    DriveOrder,
    Embark,
    StartUp,
    TurnTo,
)
from opfor.rules.d_vehicles.d05_crew_fates import suffer
from opfor.rules.d_vehicles.d06_passengers import load_of, room
from opfor.rules.d_vehicles.d06_riders import bail_out, shaken_off, thrown_off
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.armor import PZ4, set_unit
from tests.rules.given.world import game

L = LocationName
RIDE = Embark(("sq",), "tank", rides=True)
SQUAD, HS = "german/4-6-7", "german/2-4-7"


def scene(
    run: Any, *dice: str, counter: str = PZ4, date: str = "1943-06", **state: Any
) -> Any:
    """A Stopped FRIENDLY tank in K5 with two squads, in its MPh."""
    return game(
        *dice,
        board="\nboard: t\nsize: 20x10\nwoods: L4\n",
        units={"sq": (SQUAD, "tK5"), "hs": (HS, "tK5"), "s2": (SQUAD, "tK5")},
        vehicles={"tank": (counter, "tK5", {"vca": 1, "tca": 1} | state)},
        date=date,
        run=run,
    )


def do(play: Play, *orders: Any) -> None:
    """Check and carry out some FRIENDLY orders."""
    for order in orders:
        check(play, "FRIENDLY", order)
        carry_out(play, "FRIENDLY", order)


class TestD6_4Loading:
    """D6.4."""

    def test_riders(self) -> None:
        """A squad rides on a tank for a quarter of its 14 MP, and goes along."""
        played = scene(
            lambda p: do(p, RIDE, StartUp("tank"), DriveOrder("tank", L("tK4")))
        )
        squad = played.state.units["sq"]
        assert (squad.aboard, squad.rides, squad.location) == ("tank", True, L("tK4"))
        assert played.state.move is not None
        assert played.state.move.spent == (4 + 1 + 1) * MF

    def test_room(self) -> None:
        """14 PP: a squad has 10, and no other squad finds room; nobody sits inside."""

        def run(play: Play) -> None:
            tank = play.state.units["tank"]
            assert load_of(play, play.state.units["hs"]) == 5
            assert room(play, tank, rides=True) == 14
            do(play, RIDE)
            assert room(play, play.state.units["tank"], rides=True) == 4
            with pytest.raises(Illegal, match=r"D6\.1"):
                check(play, "FRIENDLY", Embark(("s2",), "tank", rides=True))
            with pytest.raises(Illegal, match=r"D6\.1"):
                check(play, "FRIENDLY", Embark(("s2",), "tank"))

        scene(run)

    def test_in_motion(self) -> None:
        """Not in Motion, and no pinned unit."""
        with pytest.raises(Illegal, match=r"D6\.4"):
            scene(lambda p: check(p, "FRIENDLY", RIDE), motion=True)

        def run(play: Play) -> None:
            set_unit(play, "sq", pinned=True)
            check(play, "FRIENDLY", RIDE)

        with pytest.raises(Illegal, match=r"D6\.4"):
            scene(run)

    def test_aboard(self) -> None:
        """Who is aboard does not walk, is fired at with his vehicle, fires at half."""

        def run(play: Play) -> None:
            do(play, RIDE)
            with pytest.raises(Illegal, match=r"D6\.1|A4\.1"):
                check(play, "FRIENDLY", MoveTo(("sq",), L("tK4")))
            assert with_those_aboard(play, ("tank",)) == ("tank", "sq")
            unit = play.state.units["sq"]
            piece = play.world.counter(SQUAD)
            factors = area_factors(play, Firer(unit, piece))  # type: ignore[arg-type]
            assert "aboard a vehicle" in [why for _, why in factors]

        scene(run)

    def test_offers(self) -> None:
        """Each unit that could ride is offered."""

        def run(play: Play) -> None:
            offers = [offer.order for offer in legal(play, "FRIENDLY")]
            assert RIDE in offers
            do(play, RIDE)
            offers = [offer.order for offer in legal(play, "FRIENDLY")]
            assert Dismount(("sq",)) in offers

        scene(run)


class TestD6_5Unloading:
    """D6.5."""

    def test_off(self) -> None:
        """They are on foot in its Location, and have had their MPh."""
        played = scene(lambda p: do(p, RIDE, Dismount(("sq",))))
        squad = played.state.units["sq"]
        assert (squad.aboard, squad.rides, squad.moved) == ("", False, True)
        assert played.state.move is not None
        assert played.state.move.spent == 8 * MF

    def test_refused(self) -> None:
        """Not in Motion, and nobody who is not aboard."""
        with pytest.raises(Illegal, match=r"D6\.5"):
            scene(lambda p: check(p, "FRIENDLY", Dismount(("sq",))))
        with pytest.raises(Illegal, match=r"D6\.5"):
            scene(lambda p: do(p, RIDE, StartUp("tank"), Dismount(("sq",))))

    def test_after_a_move(self) -> None:
        """A vehicle that has moved loads nobody in that MPh."""
        with pytest.raises(Illegal, match=r"D6\.4"):
            scene(lambda p: do(p, RIDE), entered=True)


class TestD6_2Riders:
    """D6.2."""

    def test_since(self) -> None:
        """Germans ride from 1943 on."""
        with pytest.raises(Illegal, match=r"D6\.2"):
            scene(lambda p: do(p, RIDE), date="1942-12")
        scene(lambda p: do(p, RIDE), date="1943-01")


MC = "A10.1 DR 3,2"
UNDER = ("", False, L("tK5"))


def place(unit: Any) -> Any:
    """Whom a unit is aboard of, whether it is broken, and where it is."""
    return unit.aboard, unit.broken, unit.location


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


class TestD6_9Survival:
    """D6.9."""

    def test_own_dr(self) -> None:
        """Each against the CS#, broken ones at +1; the crew's Stun is not theirs."""

        def run(play: Play) -> None:
            set_unit(play, "sq", aboard="tank", rides=True)
            set_unit(play, "hs", aboard="tank", rides=True, broken=True)
            suffer(play, "tank", "eliminated")

        dice = ("D6.9 DR 1,4", "D6.9 DR 3,3", "D5.6 DR 6,6")
        units = scene(run, *dice, shaken=True).state.units
        assert (units["sq"].aboard, units["sq"].hazardous) == ("", True)
        assert "hs" not in units
