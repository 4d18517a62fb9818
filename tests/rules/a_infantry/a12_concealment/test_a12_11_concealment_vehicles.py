"""A12.122, A12.14: concealed vehicles."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import gain_concealment
from opfor.rules.choices.vehicle_orders import StartUp
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import Unit
from tests.rules.given.world import game

PZ4 = "german/pzkpfw-ivf2"

TOWN = """
board: t
size: 20x10
woods: D4
stone building 2: F4
"""


def tank(run: Any, at: str = "tD4", enemy: str = "", **state: Any) -> Unit:
    """A tank afterwards; an ENEMY squad is on the map if it has a place."""

    def once(play: Play) -> None:
        concealed: bool = state.pop("concealed", False)
        if concealed:
            unit = play.state.units["tank"]
            play.emit(UnitChanged(replace(unit, concealed=True), "test"))
        run(play)

    fields = {name: value for name, value in state.items() if name != "concealed"}
    played = game(
        board=TOWN,
        vehicles={"tank": (PZ4, at, {"vca": 1, "tca": 1} | fields)},
        enemies={"R": ("russian/4-4-7", enemy)} if enemy else {},
        run=once,
    )
    return played.state.units["tank"]


class TestA12_122Vehicles:
    """A12.122, for vehicles."""

    def test_unseen_in_cover(self) -> None:
        """Out of LOS in Concealment Terrain it gains a "?"."""
        assert tank(gain_concealment).concealed

    def test_nobody_near(self) -> None:
        """And in the open if no unbroken enemy is within 16 hexes."""
        assert tank(gain_concealment, "tD6").concealed

    def test_no_dr(self) -> None:
        """Where Infantry would make a dr it gains none (D-356)."""
        assert not tank(gain_concealment, "tE4", enemy="tG4").concealed

    def test_seen(self) -> None:
        """Nor in LOS."""
        assert not tank(gain_concealment, "tD4", enemy="tD7").concealed

    @pytest.mark.parametrize("state", [{"motion": True}, {"abandoned": True}])
    def test_not_so(self, state: dict[str, Any]) -> None:
        """Nor in Motion or without its crew."""
        assert not tank(gain_concealment, **state).concealed


class TestA12_14_b2Vehicles:
    """A12.14/b2, for vehicles."""

    @pytest.mark.parametrize(("enemy", "kept"), [("tD9", False), ("", True)])
    def test_mp_in_los(self, enemy: str, kept: bool) -> None:
        """MP spent in LOS cost a "?"; out of it they do not."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", StartUp("tank"))

        assert tank(run, "tD6", enemy=enemy, concealed=True).concealed is kept
