"""D7.2: Reaction Fire at a vehicle that overruns."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.a_infantry.a11_close_combat.vehicles import ccv
from opfor.rules.choices.orders import HoldFire
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d07_reaction_fire import (
    attacks,
    harm,
    may_react,
    must_react,
)
from opfor.rules.orders.vehicles.d07_reaction_fire import react
from opfor.rules.sequence.orders_by_phase import carry_out, check
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.armor import PZ4, set_unit, told
from tests.rules.given.world import game

L = LocationName
OVR = DriveOrder("tank", L("tK4"), overrun=True)
TRUCK = "german/opel-6700"
PAATC = "A10.1 DR 1,2"


def scene(
    *dice: str,
    run: Any = None,
    choices: tuple[str, ...] = ("0",),
    counter: str = PZ4,
    leader: bool = False,
    **er: Any,
) -> Game[State]:
    """A FRIENDLY tank in Motion in K4 on top of a Russian squad, in its MPh."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
        if er:
            set_unit(play, "er", **er)
        (run or (lambda p: react(p, "tank")))(play)

    enemies = {"er": ("russian/4-4-7", "tK4")}
    if leader:
        enemies["ez"] = ("russian/9-1", "tK4")
    return game(
        *dice,
        board="\nboard: t\nsize: 20x10\nwoods: B2\n",
        enemies=enemies,
        vehicles={"tank": (counter, "tK4", {"vca": 1, "tca": 1, "motion": True})},
        choices=choices,
        run=once,
    )


def seen(run: Any, **given: Any) -> Any:
    """What `run` gives there."""
    found: list[Any] = []
    scene(run=lambda play: found.append(run(play)), **given)
    return found[0]


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

    def test_truck(self) -> None:
        """No PAATC against a truck, which is easier: -3."""
        played = scene("A11.31 DR 3,1", counter=TRUCK)
        assert "tank" not in played.state.units


class TestD7_213Who:
    """D7.213."""

    def test_marked(self) -> None:
        """Marked First Fire its CCV is one lower, and it is marked Final Fire then."""

        def value(play: Play) -> int:
            return ccv(play, play.state.units["er"], play.state.units["tank"])

        assert seen(value) == seen(value, fired="first") + 1
        played = scene(PAATC, "A11.31 DR 6,5", fired="first")
        assert played.state.units["er"].fired == "final"

    def test_who(self) -> None:
        """Neither broken, pinned nor unarmed ones, nor those in Melee."""

        def able(play: Play) -> bool:
            return may_react(play, play.state.units["er"], play.state.units["tank"])

        assert seen(able)
        for state in ("broken", "pinned", "melee", "unarmed"):
            assert not seen(able, **{state: True})

    def test_with_a_leader(self) -> None:
        """A MMC may take a SMC along, who adds to the CCV and leads."""

        def best(play: Play) -> Any:
            er, tank = play.state.units["er"], play.state.units["tank"]
            found = list(attacks(play, er, tank, {"er"}))
            return [(one.clash.attackers, one.kill) for one in found], [
                harm(one) for one in found
            ]

        groups, chances = seen(best, leader=True)
        assert groups == [(("er",), 5), (("er", "ez"), 6)]
        assert chances[1] > chances[0]


class TestD7_212Fpf:
    """D7.212."""

    def test_must(self) -> None:
        """Marked Final Fire it must attack an AFV, even pinned; an empty truck not."""

        def must(play: Play) -> bool:
            return must_react(play, play.state.units["er"], play.state.units["tank"])

        assert seen(must, fired="final", pinned=True)
        assert not seen(must, fired="final", counter=TRUCK)
        assert not seen(must, fired="first")

    def test_pays(self) -> None:
        """Its attack DR is a NMC for it: an 8 breaks who fails by one."""
        played = scene(PAATC, "A11.31 DR 4,4", fired="final", choices=())
        assert played.state.units["er"].broken
