"""D5.4: crews that leave their vehicle, and come back to it."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.vehicle_orders import Abandon, Man, StartUp
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.check import faults
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.abandoning import do, hulk, scene
from tests.rules.given.armor import set_weapon

L = LocationName
CREW, HS, SQUAD = "german/1-2-7", "german/2-4-7", "german/4-6-7"
LEAVE, MAN = Abandon("tank"), Man("crew", "tank")


class TestD5_41Abandon:
    """D5.41."""

    def test_leaves(self) -> None:
        """Its crew is beneath it, and neither has an MPh left."""
        played = scene(do(LEAVE))
        crews = [u for u in played.state.units.values() if u.counter == CREW]
        assert hulk(played).abandoned
        assert [(u.location, u.moved) for u in crews] == [("tK5", False), ("tK5", True)]
        assert faults(played.state) == []

    def test_after_moving(self) -> None:
        """Not once it has moved, in Motion, nor after it has fired."""
        for state in ({"motion": True}, {"entered": True}):
            with pytest.raises(Illegal, match=r"D5\.41"):
                scene(do(LEAVE), **state)
        with pytest.raises(Illegal, match=r"D5\.41"):
            scene(do(StartUp("tank"), LEAVE))

        def run(play: Play) -> None:
            set_weapon(play, "tank.ma", fired="prep")
            check(play, "FRIENDLY", LEAVE)

        with pytest.raises(Illegal, match=r"D5\.41"):
            scene(run)

    def test_stunned(self) -> None:
        """Not by a crew that can do nothing."""
        with pytest.raises(Illegal, match=r"D5\.41"):
            scene(do(LEAVE), stunned=True)

    def test_fired_at(self) -> None:
        """The crew is fired at with FFNAM, as Infantry that moves (D5.43)."""
        fire = Fire(("er",), L("tK5"))

        def run(play: Play) -> None:
            do(LEAVE)(play)
            check(play, "ENEMY", fire)
            carry_out(play, "ENEMY", fire)

        dice = ("A7.3 DR 5,6",)
        played = scene(run, *dice, enemies={"er": ("russian/4-4-7", "tK3")})
        assert any("FFNAM" in str(e.event) for e in played.events)

    def test_offers(self) -> None:
        """It is offered."""
        found: list[Any] = []
        scene(lambda play: found.extend(legal(play, "FRIENDLY", Abandon)))
        assert [offer.order for offer in found] == [LEAVE]
