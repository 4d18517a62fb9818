"""A4.1: who may move."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.infantry_steps import BOARD, SQUAD
from tests.rules.given.world import game


class TestA4_1WhoMayMove:
    """A4.1."""

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"broken": True}, "V is broken"),
            ({"fired": "prep"}, r"A3\.2: V has fired"),
            ({"fired": "opportunity"}, r"A7\.25"),
            ({"ti": True}, r"A4\.8: V is TI"),
            ({"melee": True}, r"A11\.15"),
            ({"guard": "W"}, r"A20\.5: V is a prisoner"),
            ({"pinned": True}, "V is pinned"),
            ({"moved": True}, "V has had its move"),
        ],
    )
    def test_who_may_not_move(self, changes: dict[str, bool], why: str) -> None:
        """Broken, pinned and moved units do not move; nothing changes."""

        def run(play: Play) -> None:
            unit = replace(play.state.units["V"], **changes)
            play.emit(UnitChanged(unit, "set"))
            with pytest.raises(Illegal, match=why):
                plan(play, MoveTo(("V",), LocationName("tH5")))

        game(board=BOARD, units=SQUAD, run=run)
