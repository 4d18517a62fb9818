"""S2.p2: the OBA of a Mission."""

from typing import Any

import pytest

from opfor.core.errors import OpforError
from opfor.rules.s_solitaire.s02_set_up.s02_p2_artillery import (
    outlook,
    set_up_batteries,
)
from opfor.state.artillery import Battery
from opfor.state.mission import OBA
from opfor.state.play import Play
from tests.rules.given.world import game

LEADERS = {"A": ("german/9-1", "J6"), "B": ("german/8-0", "J6")}


def made(*oba: OBA, **more: Any) -> Any:
    """The game after its batteries are set up."""
    return game(units=LEADERS, run=set_up_batteries, oba=oba, **more)


class TestS2_p2TheOBAOfAMission:
    """S2.p2."""

    def test_radio(self) -> None:
        """The pile of the nation, and a radio with the least of the leaders."""
        state = made(OBA(shells=("smoke",))).state
        battery: Battery = state.batteries["oba1"]
        assert (battery.black, battery.red, battery.shells) == (8, 3, ("smoke",))
        weapon = state.weapons[battery.weapon]
        assert (weapon.counter, weapon.owner) == ("any/radio", "B")

    def test_named(self) -> None:
        """The named leader has it; the next one goes to another leader."""
        state = made(OBA(observer="9-1", device="phone"), OBA()).state
        owners = [state.weapons[b.weapon].owner for b in state.batteries.values()]
        assert owners == ["A", "B"]
        assert state.batteries["oba1"].wired == "J6"

    def test_offboard(self) -> None:
        """An offboard Observer looks from his own edge, or from his post."""
        found: list[str] = []

        def run(play: Play) -> None:
            set_up_batteries(play)
            found.append(outlook(play, "ENEMY"))

        off = OBA(side="ENEMY", device="offboard", registered=("J3",))
        state = game(run=run, oba=(off, OBA(device="offboard", post="A1"))).state
        assert state.batteries["eoba1"].post == found[0]
        assert state.batteries["eoba1"].registered == ("tJ3",)
        assert state.batteries["oba2"].post == "A1"

    def test_no_leader(self) -> None:
        """A radio needs a leader who is there."""
        with pytest.raises(OpforError, match="no leader 10-3"):
            made(OBA(observer="10-3"))
