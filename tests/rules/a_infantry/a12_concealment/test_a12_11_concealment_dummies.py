"""A12.11: Dummies."""

from typing import Any

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a02_5_entry_and_exit import order_of_battle
from opfor.rules.a_infantry.a04_movement.a04_12_leader_bonus import unit_mf
from opfor.rules.a_infantry.a05_stacking import overstacked
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    break_unit,
    morale_check,
)
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_concealment
from opfor.rules.a_infantry.a24_smoke.a24_3_smoke import wp_attack
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import victory_points
from opfor.rules.choices.orders import Fire, MoveTo
from opfor.rules.orders.infantry.a03_8_close_combat import ambushes
from opfor.rules.sequence.legal_orders import check, legal
from opfor.state.counters import DUMMY
from opfor.state.events import UnitChanged
from opfor.state.mission import OB
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.world import game

L = LocationName


def with_dummy(run: Any, **scene: Any) -> Game[State]:
    """A game with a concealed FRIENDLY dummy in K5."""

    def once(play: Play) -> None:
        hidden = replace(play.state.units["d"], concealed=True)
        play.emit(UnitChanged(hidden, "a dummy"))
        run(play)

    return game(units={"d": (DUMMY, "tK5")}, run=once, **scene)


class TestA12_11Dummies:
    """A12.11."""

    def test_vanishes(self) -> None:
        """It is gone where another unit would lose its "?"."""
        played = with_dummy(lambda play: lose_concealment(play, "d", "seen"))
        assert "d" not in played.state.units
        assert played.state.toll("ENEMY").cvp == 0

    def test_moves_as_a_squad(self) -> None:
        """It has the MF of a MMC, and is offered moves."""
        found: list[Any] = []

        def run(play: Play) -> None:
            unit = play.state.units["d"]
            found.append(unit_mf(play, unit, led=False))
            found.extend(o.order for o in legal(play, "FRIENDLY"))

        with_dummy(run)
        assert found[0] == 4 * MF
        assert any(isinstance(order, MoveTo) for order in found[1:])

    def test_does_nothing_else(self) -> None:
        """It neither fires nor counts for stacking or VP."""
        found: list[Any] = []

        def run(play: Play) -> None:
            unit = play.state.units["d"]
            found.append(victory_points(play, unit))
            found.append(overstacked(play, "FRIENDLY", L("tK5")))
            try:
                check(play, "FRIENDLY", Fire(("d",), L("tK6")))
            except Illegal:
                found.append("refused")

        with_dummy(run)
        assert found == [0, 0, "refused"]

    def test_close_combat(self) -> None:
        """It is gone as a CCPh begins with an enemy there."""
        played = with_dummy(ambushes, enemies={"e": ("russian/4-4-7", "tK5")})
        assert "d" not in played.state.units

    def test_out_of_the_ob(self) -> None:
        """A Mission grants dummies in its OB; they come concealed."""

        def run(play: Play) -> None:
            order_of_battle(play, OB("dummy", 2, at=L("tK6")))

        played = game(run=run)
        made = [u for u in played.state.units.values() if u.counter == DUMMY]
        assert len(made) == 2
        assert all(unit.concealed for unit in made)

    def test_white_phosphorus(self) -> None:
        """WP takes it away, whether anybody sees it or not (A24.31)."""
        played = with_dummy(lambda play: wp_attack(play, L("tK5")))
        assert "d" not in played.state.units

    def test_no_morale(self) -> None:
        """What would check its morale, pin or break it takes it away."""
        for harm in (morale_check, pin, break_unit):
            played = with_dummy(lambda play, harm=harm: harm(play, "d"))
            assert "d" not in played.state.units
