"""A4.134: the Minimum Move."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.events import UnitChanged, WeaponAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.infantry_steps import BOARD, SQUAD
from tests.rules.given.world import game


class TestA4_134MinimumMove:
    """A4.134."""

    @staticmethod
    def minimum(to: str, *, pp: bool = True, **changes: bool) -> Move:
        """A Minimum Move of a squad that carries 6 PP, or none."""
        found: list[Move] = []

        def run(play: Play) -> None:
            for name in ("hmgA", "lmgA", "lmgB") if pp else ():
                counter = f"german/{name[:3]}"
                play.emit(WeaponAdded(Weapon(id=name, counter=counter, owner="V")))
            play.emit(UnitChanged(replace(play.state.units["V"], **changes), "set"))
            order = MoveTo(("V",), LocationName(to), minimum=True)
            found.append(plan(play, order))

        game(board=BOARD, units=SQUAD, run=run)
        return found[0]

    def test_all_mf_for_one_location(self) -> None:
        """Where the MF do not suffice, all of them do; nothing more is possible."""
        move = self.minimum("tH5", cx=False)
        assert move.minimum
        assert move.stopped
        assert move.spent == move.allotment < 2 * MF

    def test_not_where_the_mf_suffice(self) -> None:
        """Who can pay for the Location makes no Minimum Move."""
        with pytest.raises(Illegal, match="their MF are enough"):
            self.minimum("tH5", pp=False)

    def test_not_by_cx(self) -> None:
        """A CX unit makes none."""
        with pytest.raises(Illegal, match="CX"):
            self.minimum("tH5", cx=True)

    def test_cx_and_pinned(self) -> None:
        """It leaves the unit CX and pinned, and its move is over."""

        def run(play: Play) -> None:
            for name in ("hmgA", "lmgA", "lmgB"):
                counter = f"german/{name[:3]}"
                play.emit(WeaponAdded(Weapon(id=name, counter=counter, owner="V")))
            carry_out(
                play, "FRIENDLY", MoveTo(("V",), LocationName("tH5"), minimum=True)
            )

        unit = game(board=BOARD, units=SQUAD, run=run).state.units["V"]
        assert (unit.location, unit.cx, unit.pinned, unit.moved) == ("tH5", *[True] * 3)
