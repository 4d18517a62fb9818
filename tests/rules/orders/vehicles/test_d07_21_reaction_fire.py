"""D7.2 in play: what Infantry does to a vehicle that has overrun or passed it."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.choices.orders import HoldFire
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.orders.vehicles.d07_21_reaction_fire import react
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.armor import PZ4, T34, set_unit, told
from tests.rules.given.reaction_fire import scene
from tests.rules.given.world import game

L = LocationName
TOWN = """
board: t
size: 20x10
wooden building 1: K4
"""
PAST = DriveOrder("tank", L("tK4"), bypass=(4,))
INTO = DriveOrder("tank", L("tK4"))
PAATC = "A10.1 DR 1,2"
TRUCK = "german/opel-6700"


def passing(
    *dice: str,
    order: DriveOrder = PAST,
    counter: str = PZ4,
    armed: str = "",
    beside: bool = False,
    **er: Any,
) -> Game[State]:
    """A FRIENDLY tank in Motion in K5 goes into K4, where a Russian squad is."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
        if er:
            set_unit(play, "er", **er)
        check(play, "FRIENDLY", order)
        carry_out(play, "FRIENDLY", order)
        if play.state.window and play.state.window.asked:
            carry_out(play, "ENEMY", HoldFire())

    vehicles = {"tank": (counter, "tK5", {"vca": 1, "tca": 1, "motion": True})}
    if armed:
        vehicles["etank"] = (armed, "tK4", {})
    return game(
        *dice,
        board=TOWN,
        units={"fr": ("german/4-6-7", "tK4")} if beside else {},
        enemies={"er": ("russian/4-4-7", "tK4")},
        vehicles=vehicles,
        choices=("0",),
        run=run,
    )


OVR = DriveOrder("tank", L("tK4"), overrun=True)


class TestD7_21Passing:
    """D7.21, without an OVR."""

    def test_vbm(self) -> None:
        """An AFV that passes by VBM is attacked: Original 2, +2 for Motion, CCV 5."""
        played = passing(PAATC, "A11.31 DR 1,1", "A18.2 dr 6")
        assert "tank" not in played.state.units
        assert played.state.units["er"].fired == "first"
        assert "overruns" not in told(played)

    def test_it_goes_on(self) -> None:
        """Missed it drives on, and the moment is over."""
        played = passing(PAATC, "A11.31 DR 6,5")
        move = played.state.move
        assert move
        assert not move.beside
        assert played.state.units["tank"].location == "tK4"

    def test_concealed(self) -> None:
        """Concealed Infantry that it comes among attacks too, and is Known then."""
        wish = {"concealed": True}
        played = passing("D8.2 DR 1,1", PAATC, "A11.31 DR 6,5", order=INTO, **wish)
        assert "CC of er on tank" in told(played)
        assert not played.state.units["er"].concealed

    def test_hidden(self) -> None:
        """Hidden Infantry lets it pass."""
        played = passing(hidden=True)
        assert "CC of er" not in told(played)

    def test_melee(self) -> None:
        """Nor does who is in Melee react."""
        played = passing(melee=True, beside=True)
        assert "CC of er" not in told(played)

    def test_broken(self) -> None:
        """Nor who is broken."""
        played = passing(broken=True)
        assert "CC of er" not in told(played)

    def test_known_on_the_way(self) -> None:
        """Where it does not pass by VBM it overruns, or stays out."""
        with pytest.raises(Illegal, match="er is in tK4"):
            passing(order=INTO)

    def test_truck(self) -> None:
        """An unarmored vehicle passes no Known Infantry."""
        with pytest.raises(Illegal, match="er is in tK4"):
            passing(counter="german/opel-6700")

    def test_tank(self) -> None:
        """Nor does an AFV pass an AFV."""
        with pytest.raises(Illegal, match="is in tK4"):
            passing(armed=T34)


class TestD7_21Reaction:
    """D7.21."""

    def test_kills(self) -> None:
        """After its PAATC, with a Final DR below its CCV: Original 2, +2 for Motion."""
        played = scene(PAATC, "A11.31 DR 1,1", "A18.2 dr 6")
        assert "tank" not in played.state.units
        assert played.state.units["er"].fired == "first"

    def test_does_nothing(self) -> None:
        """It may let it pass; that is what it does if less than 6 of 36 DR harm."""
        played = scene(choices=())
        assert played.state.units["er"].fired == ""

    def test_fails_paatc(self) -> None:
        """Who fails the PAATC is pinned, and does not attack."""
        played = scene("A10.1 DR 6,5")
        assert played.state.units["er"].pinned
        assert "CC of er" not in told(played)

    def test_after_the_overrun(self) -> None:
        """It follows upon the OVR, whatever else was fired before."""

        def run(play: Play) -> None:
            set_unit(play, "tank", location=L("tK5"))
            check(play, "FRIENDLY", OVR)
            carry_out(play, "FRIENDLY", OVR)
            if play.state.window and play.state.window.asked:
                carry_out(play, "ENEMY", HoldFire())

        dice = ("A7.3 DR 6,4", "A10.1 DR 1,2", PAATC, "A11.31 DR 6,5")
        played = scene(*dice, run=run)
        told_ = told(played)
        assert told_.index("tank overruns") < told_.index("CC of er on tank")

    def test_atmm(self) -> None:
        """Who has an ATMM looks for it first (C13.7)."""
        dice = (PAATC, "C13.7 dr 3", "A11.31 DR 6,5")

        def german(play: Play) -> None:
            set_unit(play, "er", counter="german/4-6-7")
            react(play, "tank")

        played = scene(*dice, date="1944-08", run=german)
        assert "CC of er on tank" in told(played)

    def test_truck(self) -> None:
        """No PAATC against a truck, which is easier: -3."""
        played = scene("A11.31 DR 3,1", counter=TRUCK)
        assert "tank" not in played.state.units
