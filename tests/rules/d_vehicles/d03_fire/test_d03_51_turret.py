"""D3.51: turrets that turn to fire."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.state.play import Play
from opfor.state.units import Acquired, LocationName
from tests.rules.given.armor import STUG, cases, set_weapon
from tests.rules.given.vehicle_machine_guns import plan, scene


class TestD3_51TurningItself:
    """D3.51."""

    def test_no_turret(self) -> None:
        """+3 for one that turns itself."""
        assert cases(counter=STUG, tank={"vca": 1})["C5.1"] == 3

    def test_immobile_gun_cannot_turn(self) -> None:
        """One without a turret that is immobile keeps its VCA."""
        with pytest.raises(Illegal, match="cannot turn"):
            cases(counter=STUG, tank={"vca": 1, "immobile": True})


class TestD3_51_iftTurning:
    """D3.51/ift, C5.1."""

    def test_case_a(self) -> None:
        """A turret that turns by three hexspines costs +1 for each on the IFT."""
        made = scene(lambda p: plan(p, "tank.cmg"), tank={"vca": 3, "tca": 3})
        turned = next(mod.value for mod in made.mods if mod.rule == "D3.51")
        assert turned in (2, 3)

    def test_bounding(self) -> None:
        """Not in bounding First Fire; nor for the gun."""
        scenery: dict[str, Any] = {"phase": "MPh", "tank": {"vca": 3, "tca": 3}}
        made = scene(lambda p: plan(p, "tank.cmg"), **scenery)
        assert not [mod for mod in made.mods if mod.rule == "D3.51"]

    def test_acquisition_lost(self) -> None:
        """The gun loses what it had acquired elsewhere as its CMG fires (C6.5)."""

        def run(play: Play) -> object:
            set_weapon(play, "tank.ma", acquired=Acquired(at=LocationName("E2")))
            resolve(play, plan(play, "tank.cmg"))
            return play.state.weapons["tank.ma"].acquired

        assert scene(run, "A7.3 DR 6,5") is None
