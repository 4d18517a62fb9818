"""A15.46: when a berserk unit becomes normal again."""

from typing import Any

import pytest

from opfor.rules.choices.orders import Fire
from opfor.state.units import LocationName
from tests.rules.given.close_combat import OPEN, cc, ccph, go
from tests.rules.given.phases import phase, unit

HUT = """
board: t
size: 17x10
stone building: L5
"""


class TestA15_46ReturnToNormal:
    """A15.46."""

    @pytest.mark.parametrize(
        ("enemy", "side", "wild"),
        [
            pytest.param({"at": "tN5"}, "ENEMY", False, id="nobody in LOS"),
            pytest.param({"at": "tJ5"}, "ENEMY", True, id="somebody in LOS"),
            pytest.param(
                {"at": "tJ5", "concealed": True}, "ENEMY", False, id="nobody Known"
            ),
            pytest.param({"at": "tN5"}, "FRIENDLY", True, id="not its MPh"),
        ],
    )
    def test_charge_ends(self, enemy: dict[str, Any], side: Any, wild: bool) -> None:
        """As its own MPh ends it is normal if it has no Known enemy in LOS."""
        units = [unit("e1", "tH5", berserk=True, moved=True), unit("a", **enemy)]
        played = phase("MPh", "ends", units=units, board=HUT, attacker=side)
        assert played.state.units["e1"].berserk is wild
        assert played.state.units["e1"].good_order is not wild


class TestA15_46_eliminated:
    """A15.46/eliminated."""

    @pytest.mark.parametrize(
        ("dice", "wild"),
        [
            pytest.param(("A11.31 DR 1,2",), False, id="eliminated"),
            pytest.param(("A11.31 DR 6,5",), True, id="it lives"),
        ],
    )
    def test_cc(self, dice: tuple[str, ...], wild: bool) -> None:
        """CC that leaves nobody there ends it."""
        units = [unit("a", OPEN), unit("e1", OPEN, berserk=True)]
        played = ccph(cc("e1", "a"), "ends", units=units, dice=dice, attacker="ENEMY")
        assert played.state.units["e1"].berserk is wild

    def test_who_withdraws(self) -> None:
        """Who leaves the CC is not eliminated."""
        units = [unit("a", OPEN, melee=True), unit("e1", OPEN, berserk=True)]
        played = ccph(go("a", "tF5"), "ends", units=units)
        assert played.state.units["a"].location == "tF5"
        assert played.state.units["e1"].berserk

    def test_afph(self) -> None:
        """TPBF in the AFPh that leaves nobody there ends it, too."""
        units = [unit("a", OPEN, "german/9-1"), unit("e1", OPEN, berserk=True)]
        shot = Fire(("e1",), LocationName(OPEN))
        dice = "A7.3 DR 1,1", "A7.305 dr 6", "A17.1 dr 6"
        played = phase(
            "AFPh", ("ENEMY", shot), units=units, dice=dice, attacker="ENEMY"
        )
        assert "a" not in played.state.units
        assert not played.state.units["e1"].berserk
