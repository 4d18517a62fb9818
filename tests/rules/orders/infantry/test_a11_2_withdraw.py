"""A11.2: the order to withdraw from Melee."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Withdraw
from tests.rules.given.close_combat import cc, ccph, go, gone, pair
from tests.rules.given.phases import offered

MELEE = {"melee": True}


class TestA11_2_orderDeclared:
    """A11.2/order."""

    def test_after_the_attacks(self) -> None:
        """Those who withdraw are attacked at -2, and go if they live."""
        orders = go("a", "tF5"), cc("e1", "a"), "ends"
        units = pair(**MELEE)
        lost = ccph(*orders, units=units, dice=["A11.31 DR 2,4"])
        assert gone(lost) == ["a"]
        lives = ccph(*orders, units=units, dice=["A11.31 DR 5,4"])
        assert lives.state.units["a"].location == "tF5"
        assert not lives.state.units["e1"].melee

    def test_no_attack(self) -> None:
        """They do not attack."""
        with pytest.raises(Illegal, match="withdraws"):
            ccph(go("a", "tF5"), cc("a", "e1"), units=pair(**MELEE))

    def test_offers(self) -> None:
        """Every Location around is offered."""
        found: list[Any] = []
        ccph(
            lambda p: found.extend(offered("FRIENDLY", Withdraw)(p)),
            units=pair(**MELEE),
        )
        assert len(found) == 6
