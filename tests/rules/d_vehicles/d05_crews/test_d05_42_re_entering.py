"""D5.42: re-entering an Abandoned vehicle."""

from collections.abc import Callable
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Fire, HoldFire
from opfor.rules.choices.vehicle_orders import Abandon, DriveOrder, Man, StartUp
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.check import faults
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.abandoning import do, hulk, scene
from tests.rules.given.armor import set_unit

LEAVE, MAN = Abandon("tank"), Man("crew", "tank")
CREW, HS, SQUAD = "german/1-2-7", "german/2-4-7", "german/4-6-7"
L = LocationName

EMPTY = {"abandoned": True}


class TestD5_42Man:
    """D5.42."""

    def test_crew(self) -> None:
        """A vehicle crew gets in and the tank is as it was."""
        played = scene(do(MAN), **EMPTY)
        assert "crew" not in played.state.units
        now = hulk(played)
        assert (now.abandoned, now.manned, now.inexperienced) == (False, "", False)
        assert played.state.units["tank"].moved
        assert faults(played.state) == []

    def test_next_turn(self) -> None:
        """Once its MPh is over it drives again."""

        def run(play: Play) -> None:
            do(MAN)(play)
            set_unit(play, "tank", moved=False)
            do(StartUp("tank"), DriveOrder("tank", L("tK4")))(play)

        assert scene(run, **EMPTY).state.units["tank"].location == L("tK4")

    def test_who(self) -> None:
        """Neither a squad, nor who has moved, nor into a tank that has its crew."""
        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(do(MAN), who=SQUAD, **EMPTY)
        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(do(MAN))

        def moved(play: Play) -> None:
            set_unit(play, "crew", moved=True)
            check(play, "FRIENDLY", MAN)

        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(moved, **EMPTY)

    def test_not_at_once(self) -> None:
        """Not in the Player Turn in which it was left; not once it was Recalled."""
        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(do(LEAVE, MAN))
        with pytest.raises(Illegal, match=r"D5\.341"):
            scene(do(MAN), recalled=True, **EMPTY)

    def test_under_fire(self) -> None:
        """It is not in if fire pins it first; nobody is in before the fire is over."""
        fire, hold = Fire(("er",), L("tK5")), HoldFire()
        there = {"er": ("russian/4-4-7", "tK3")}

        def run(*orders: Any) -> Callable[[Play], None]:
            def once(play: Play) -> None:
                do(MAN)(play)
                assert "crew" in play.state.units
                for order in orders:
                    check(play, "ENEMY", order)
                    carry_out(play, "ENEMY", order)

            return once

        played = scene(run(hold), enemies=there, **EMPTY)
        assert "crew" not in played.state.units
        dice = ("A7.3 DR 3,3", "A10.1 DR 6,5")
        played = scene(run(fire), *dice, enemies=there, **EMPTY)
        assert hulk(played).abandoned
