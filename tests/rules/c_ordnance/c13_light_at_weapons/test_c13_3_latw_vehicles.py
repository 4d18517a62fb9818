"""C13.3: PF at vehicles."""

from typing import Any

import pytest

from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import duel, seen, squad

L = LocationName
LATE = "1944-08"


def fist(play: Play) -> None:
    """It fires a PF at the tank."""
    squad(play)
    order = Fire(("a",), L("E2"), ammo="PF", at="etank")
    shoot(play, plan_shot(play, "FRIENDLY", order))


class TestC13_3PfAtVehicles:
    """C13.3 and C13.31 against AFV."""

    @pytest.mark.parametrize(("dr", "fired"), [(3, 1), (4, 0)])
    def test_check(self, dr: int, fired: int) -> None:
        """A Final 3 or less finds one; against an AFV there is no +1."""
        dice = ["C3.3 DR 6,6"] if fired else []
        played = duel(fist, f"C13.31 dr {dr}", *dice, date=LATE)
        assert played.state.toll("FRIENDLY").pf == fired

    def test_kill(self) -> None:
        """TK# 31 less the AF kills a T-34."""
        dice = "C13.31 dr 1", "C3.3 DR 2,2", "C3.4 DR 3,4"
        played = duel(fist, *dice, date=LATE)
        assert "etank" not in played.state.units

    def test_offers(self) -> None:
        """`legal` shows the shot at the vehicle."""

        def ask(play: Play) -> list[Any]:
            squad(play)
            return [offer.order for offer in shots(play, "FRIENDLY")]

        found = seen(ask, date=LATE)
        assert Fire(("a",), L("E2"), ammo="PF", at="etank") in found
