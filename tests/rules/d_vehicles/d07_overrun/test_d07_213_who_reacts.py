"""D7.213: who may use CC Reaction Fire."""

from typing import Any

from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import ccv
from opfor.rules.d_vehicles.d07_overrun.d07_213_who_reacts import (
    attacks,
    harm,
    may_react,
)
from opfor.state.play import Play
from tests.rules.d_vehicles.d07_overrun.test_d07_212_reaction_fire import seen
from tests.rules.given.reaction_fire import scene

PAATC = "A10.1 DR 1,2"


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
