"""A20: surrender, Guards, and what prisoners may do."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a20_prisoners import a20_2_prisoners as a20
from opfor.rules.choices.orders import Fire
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given import fire
from tests.rules.given.phases import phase, unit

A = {"broken": True, "dm": True}
TAKEN = {"guard": "e1", "unarmed": True}


class TestA20_2Capture:
    """A20.2."""

    def test_disarmed(self) -> None:
        """A prisoner is put beneath its Guard; its SW stays, its own are free."""
        lmg = Weapon(id="l", counter="german/lmg", owner="a")
        a, e = unit("a", "tG5", **A), unit("e1", "tH5")
        held = unit("e2", "tG5", guard="a", unarmed=True)

        def take(play: Play) -> None:
            a20.capture(play, "a", "e1")

        game = phase("CCPh", take, units=[a, e, held], weapons=[lmg])
        taken = game.state.units["a"]
        assert (taken.location, taken.guard, taken.unarmed) == ("tH5", "e1", True)
        assert game.state.weapons["l"].location == "tG5"
        assert game.state.units["e2"].guard == ""


class TestGuardsFire:
    """A20.5: who guards too many fires within his Location alone."""

    @staticmethod
    def order(*firers: str, at: str) -> object:
        """A HS that guards a squad, fires."""
        half = fire.unit("e1", "russian/2-3-7", "tC5")
        held = fire.unit("a", "german/4-6-7", "tC5", **TAKEN)
        other = fire.unit("b", "german/4-6-7", "tC5")
        view = fire.scene(half, held, other, fire.sw("m", "russian/lmg", "e1"))
        return plan_attack(view, "ENEMY", Fire(firers, LocationName(at)))

    def test_elsewhere(self) -> None:
        """Not elsewhere."""
        with pytest.raises(Illegal, match=r"A20\.5"):
            self.order("e1", at="tE5")

    def test_sw(self) -> None:
        """Not with a SW."""
        with pytest.raises(Illegal, match=r"A20\.5"):
            self.order("m", at="tC5")

    def test_here(self) -> None:
        """But in his own Location."""
        assert self.order("e1", at="tC5")


class TestFollow:
    """Prisoners go where their Guard goes, in one event (A20.53)."""

    def test_with_the_guard(self) -> None:
        """Prisoners are where their Guard is now."""

        def go(play: Play) -> None:
            there = replace(play.state.units["e1"], location=LocationName("tH5"))
            play.emit(UnitChanged(there, ""))

        game = phase("CCPh", go, units=[unit("e1", "tG5"), unit("a", "tG5", **TAKEN)])
        assert game.state.units["a"].location == "tH5"
