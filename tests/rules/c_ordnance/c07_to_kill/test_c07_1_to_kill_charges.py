"""C7.346: charges against vehicles."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import (
    charge_at,
    describe_fates,
    vehicle_fates,
)
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import blast
from opfor.rules.a_infantry.a23_demolition.a23_4_going_off import explode
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import plan_throw, throws
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Kill
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Marker
from tests.rules.given.armor import told
from tests.rules.given.charges_at_vehicle import scene, seen

AT = LocationName("tE2")
TRUCK = "german/opel-6700"
THROW = Fire(("w",), AT)


def kill(play: Play) -> Kill:
    """The To Kill attempt of the DC that the squad has placed."""
    state = play.state
    made = blast(play, state.units["sq"], state.weapons["w"], AT)
    return charge_at(play, made, state.units["etank"])


def placed(play: Play) -> None:
    """The DC lies at the tank, and goes off."""
    play.emit(
        MarkerAdded(Marker(id="m", kind="DC", location=AT, side="FRIENDLY", of="w"))
    )
    explode(play)


class TestC7_346Charges:
    """C7.346."""

    @pytest.mark.parametrize(
        ("at", "vca", "parts"),
        [("tF2", 3, [16, -11]), ("tF2", 1, [16, -6]), ("tG2", 5, [16, 1, -6])],
    )
    def test_number(self, at: str, vca: int, parts: list[int]) -> None:
        """16 less the AF of the side it comes from, one more at the rear."""
        found = seen(kill, at=at, vehicle={"vca": vca, "tca": vca})
        assert [mod.value for mod in found.numbers] == parts
        assert (found.attack, found.armored, found.turret) == ("HE", True, False)

    def test_cx(self) -> None:
        """CX counts to the To Kill DR."""
        assert [mod.value for mod in seen(kill, cx=True).mods] == [1]

    def test_odds(self) -> None:
        """The chances are those of all 36 DR, and the offer tells them."""

        def run(play: Play) -> Any:
            state = play.state
            made = blast(play, state.units["sq"], state.weapons["w"], AT)
            return (
                kill(play).number,
                vehicle_fates(play, made),
                describe_fates(play, made),
            )

        number, fates, words = seen(run)
        ways = sum(
            1 for a in range(1, 7) for b in range(1, 7) if a + b < min(number, 12)
        )
        gone = fates["etank"].get("burn", 0) + fates["etank"].get("eliminated", 0)
        assert gone == Fraction(ways, 36)
        assert sum(fates["etank"].values()) == 1
        assert f"etank {ways}/36 eliminate" in words

    def test_kills(self) -> None:
        """An Original 2 burns it."""
        played = scene(placed, "A7.3 DR 1,1", "B25.14 dr 6", phase="AFPh")
        assert "etank" not in played.state.units

    def test_dud(self) -> None:
        """An Original 12 is a dud."""
        played = scene(placed, "A7.3 DR 6,6", phase="AFPh")
        assert "etank" in played.state.units
        assert "dud" in told(played)

    def test_truck(self) -> None:
        """Unarmored it is attacked on the star line: 30 FP eliminate it with a 7."""
        played = scene(placed, "A7.3 DR 3,4", counter=TRUCK, phase="AFPh")
        assert "etank" not in played.state.units

    def test_thrown(self) -> None:
        """A thrown DC has its +2 at the tank, and its offer tells the chances."""

        def run(play: Play) -> Any:
            made = plan_throw(play, "FRIENDLY", THROW)
            mods = charge_at(play, made, play.state.units["etank"]).mods
            label = [offer.label for offer in throws(play, "FRIENDLY")]
            return [mod.value for mod in mods], label

        mods, label = seen(run, phase="PFPh")
        assert mods == [2]
        assert "30 FP; etank " in label[0]

    def test_thrown_in_play(self) -> None:
        """By one DR the tank is killed and the thrower's Location attacked."""

        def run(play: Play) -> None:
            a07_fire.do_fire(play, "FRIENDLY", THROW)

        dice = ("A7.3 DR 2,2", "D5.6 DR 5,5", "A10.1 DR 1,2")
        side_on = {"vca": 1, "tca": 1}
        played = scene(run, *dice, phase="PFPh", vehicle=side_on)
        assert "etank" not in played.state.units
        assert "w" not in played.state.weapons
