"""D6: who can ride on a vehicle, how many, and at what cost in MP."""

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import area_factors
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import with_those_aboard
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.choices.orders import MoveTo
from opfor.rules.choices.vehicle_orders import Dismount, DriveOrder, Embark, StartUp
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import load_of, room
from opfor.rules.sequence.legal_orders import check, legal
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import set_unit
from tests.rules.given.riders import do, scene

L = LocationName
RIDE = Embark(("sq",), "tank", rides=True)
SQUAD, HS = "german/4-6-7", "german/2-4-7"


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

    def test_labor(self) -> None:
        """D-841: who gets aboard works on no more where he was."""

        def run(play: Play) -> None:
            set_unit(play, "sq", labor=1)
            do(play, RIDE)

        assert scene(run).state.units["sq"].labor == 0

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
