"""A11.2: Withdrawal from Melee."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Withdraw
from opfor.state.units import LocationName
from tests.rules.given.close_combat import ccph, go, pair
from tests.rules.given.phases import unit

OPEN, WOODS = "tG5", "tE5"


MELEE = {"melee": True}


class TestA11_2Withdrawal:
    """A11.2."""

    def test_who(self) -> None:
        """Units in Melee that are neither pinned, TI nor berserk, once."""
        for states in (
            {},
            {"pinned": True, **MELEE},
            {"ti": True, **MELEE},
            {"berserk": True, **MELEE},
            {"deeds": ("attacked",), **MELEE},
        ):
            units = [unit("a", OPEN, **states), unit("e1", OPEN)]
            with pytest.raises(Illegal, match=r"A11\.2"):
                ccph(go("a", "tF5"), units=units)

    def test_where(self) -> None:
        """Not to a Location with a Known enemy, or farther off."""
        units = [*pair(**MELEE), unit("e2", "tF5")]
        for to in ("tF5", "tE5"):
            with pytest.raises(Illegal, match=r"A11\.21"):
                ccph(go("a", to), units=units)

    def test_strangers(self) -> None:
        """Only own units of one Location."""
        with pytest.raises(Illegal, match="not your units"):
            ccph(("FRIENDLY", Withdraw(("e1",), LocationName("tF5"))), units=pair())
        units = [*pair(**MELEE), unit("b", "tF4", **MELEE)]
        with pytest.raises(Illegal, match="one Location"):
            ccph(go("a b", "tF5"), units=units)

    def test_exc1_ambusher(self) -> None:
        """An ambusher withdraws at once, without Melee."""
        units = [unit("a", OPEN, deeds=("ambusher",)), unit("e1", OPEN)]
        game = ccph(go("a", "tF5"), units=units)
        assert game.state.units["a"].location == "tF5"


class TestA11_21Leaving:
    """A11.21."""

    def test_concealed_enemy(self) -> None:
        """A concealed enemy is revealed and keeps them out."""
        units = [*pair(**MELEE), unit("e2", "tF5", concealed=True)]
        game = ccph(go("a", "tF5"), "ends", units=units)
        assert game.state.units["a"].location == OPEN
        assert not game.state.units["e2"].concealed

    def test_suspect(self) -> None:
        """Nobody withdraws to where a S? is."""
        with pytest.raises(Illegal, match="the enemy is in"):
            ccph(go("a", "tF5"), units=pair(**MELEE), suspects={"S1": "tF5"})
