"""D7: OVR by vehicles."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import (
    overrun_cost,
    overrun_fp,
    overrun_of_wreck,
    plan_overrun,
)
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import PhaseBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.armor import PZ4, T34, set_weapon, told
from tests.rules.given.driving import move, tank
from tests.rules.given.world import game

AT = LocationName("tK4")
OVR = DriveOrder("tank", AT, overrun=True)
RUSSIAN = {"er": ("russian/4-4-7", "tK4")}
GOING = {"motion": True}
HOLDS = ("A7.3 DR 6,4", "A10.1 DR 1,2")
HALF = Fraction(1, 2)


def seen(run: Callable[[Play], Any], counter: str = PZ4, **state: Any) -> Any:
    """What `run` gives with a FRIENDLY tank in K5."""
    found: list[Any] = []
    vehicles = {"tank": (counter, "tK5", {"vca": 1, "tca": 1} | state)}
    game(vehicles=vehicles, run=lambda play: found.append(run(play)))
    return found[0]


class TestD7_1Overrun:
    """D7.1."""

    def test_attack(self) -> None:
        """It enters, attacks what is there, and may go on."""
        played = move(OVR, dice=HOLDS, state=GOING, enemies=RUSSIAN)
        assert tank(played).location == AT
        assert "tank overruns" in told(played)
        assert played.state.weapons["tank.cmg"].fired == "prep"
        assert played.state.move is not None
        assert not played.state.move.overrun

    def test_kills(self) -> None:
        """A low DR kills those overrun."""
        played = move(
            OVR, dice=("A7.3 DR 1,1", "A7.301 dr 1"), state=GOING, enemies=RUSSIAN
        )
        assert "er" not in played.state.units

    def test_refused(self) -> None:
        """Not where nothing is, and not an AFV."""
        move(OVR, state=GOING, fails=r"D7\.1")
        tanks = {"etank": (T34, "tK4", {"vca": 3, "tca": 3})}
        move(OVR, state=GOING, vehicles=tanks, fails=r"D7\.1")

    def test_backward(self) -> None:
        """Not in Reverse."""
        back = DriveOrder("tank", LocationName("tK6"), reverse=True, overrun=True)
        enemies = {"er": ("russian/4-4-7", "tK6")}
        move(back, state=GOING, enemies=enemies, fails="D7|D2")

    def test_offered(self) -> None:
        """It is offered where an enemy is, who else cannot be driven over."""

        def run(play: Play) -> None:
            check(play, "FRIENDLY", OVR)
            offers = [offer.order for offer in legal(play, "FRIENDLY")]
            assert OVR in offers
            assert DriveOrder("tank", AT) not in offers

        vehicles = {"tank": (PZ4, "tK5", {"vca": 1, "tca": 1, "motion": True})}
        board = "\nboard: t\nsize: 20x10\nwoods: B2\n"
        game(board=board, enemies=RUSSIAN, vehicles=vehicles, run=run)


class TestD7_1_costMp:
    """D7.1/cost."""

    def test_quarter(self) -> None:
        """A quarter of 14 MP is 4, beside what the hex costs."""
        assert seen(lambda p: overrun_cost(p, p.state.units["tank"])) == 4 * MF
        played = move(OVR, dice=HOLDS, state=GOING, enemies=RUSSIAN)
        assert played.state.move is not None
        assert played.state.move.spent == 5 * MF


class TestD7_11Firepower:
    """D7.11."""

    def test_gun_and_mg(self) -> None:
        """4 for a gun that works, and 8 FP of MG tripled and halved."""
        assert seen(lambda p: overrun_fp(p, p.state.units["tank"])) == 16

    def test_broken_gun(self) -> None:
        """2 without a gun that works."""

        def run(play: Play) -> Fraction:
            set_weapon(play, "tank.ma", malfunctioned=True)
            return overrun_fp(play, play.state.units["tank"])

        assert seen(run) == 14

    def test_aamg(self) -> None:
        """An AAMG counts if the crew is CE."""

        def fp(*, ce: bool) -> Fraction:
            found: Fraction = seen(
                lambda p: overrun_fp(p, p.state.units["tank"]), "american/m4", ce=ce
            )
            return found

        assert fp(ce=True) - fp(ce=False) == 4 * 3 * HALF

    def test_aamg_as_main_armament(self) -> None:
        """D-903: so does that of a half-track."""
        half_track = "american/m3a1-ht"
        shut = seen(lambda p: overrun_fp(p, p.state.units["tank"]), half_track)
        assert shut == 2

    def test_stuck(self) -> None:
        """Half of it all if it cannot move any more."""
        found = seen(lambda p: overrun_fp(p, p.state.units["tank"]), immobile=True)
        assert found == 8


class TestD7_11_wreckOfAWreck:
    """D7.11/wreck."""

    def test_half(self) -> None:
        """Half the FP, and no Weapon that could malfunction."""

        def run(play: Play) -> tuple[Fraction, Any]:
            made = overrun_of_wreck(play, play.state.units["tank"])
            return made.fp, made.arms

        assert seen(run) == (8, ())
        assert seen(run, immobile=True) == (8, ())

    def test_in_play(self) -> None:
        """A FT destroys the tank as it overruns, and 8 FP follow all the same."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            play.emit(WeaponAdded(Weapon(id="w", counter="russian/ft", owner="er")))
            carry_out(play, "FRIENDLY", OVR)
            burn = Fire(("w",), AT)
            check(play, "ENEMY", burn)
            carry_out(play, "ENEMY", burn)

        played = game(
            "A7.3 DR 3,3",
            "A7.3 DR 6,6",
            board="\nboard: t\nsize: 20x10\nwoods: B2\n",
            enemies={"er": ("russian/6-2-8", "tK4")},
            vehicles={"tank": (PZ4, "tK5", {"vca": 1, "tca": 1, "motion": True})},
            run=run,
        )
        assert "tank" not in played.state.units
        assert "wreck of tank runs into tK4" in told(played)
        assert "8 FP" in told(played)


class TestD7_12Drm:
    """D7.12."""

    def test_in_the_open(self) -> None:
        """-1 in the open; an Original 12 makes a Weapon malfunction."""
        made = seen(lambda p: plan_overrun(p, p.state.units["tank"]))
        assert [mod.value for mod in made.drm if mod.rule == "D7.12"] == [-1]
        assert {arm.breakdown for arm in made.arms} == {12}
        assert len(made.arms) == 3
