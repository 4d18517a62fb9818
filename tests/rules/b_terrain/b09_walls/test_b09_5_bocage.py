"""B9.5: bocage in LOS."""

from typing import Any

from msgspec.structs import replace

from opfor.rules.a_infantry.a06_los import sees
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from tests.rules.given.walls import BOARD, L
from tests.rules.given.world import game


class TestB9_5Bocage:
    """B9.5."""

    @staticmethod
    def sees(at: str, frm: str, *, wall: bool = False, **more: Any) -> bool:
        """Whether a squad in N5 or elsewhere is seen."""
        found: list[bool] = []

        def run(play: Play) -> None:
            if wall:
                up = replace(play.state.units["V"], wall=True)
                play.emit(UnitChanged(up, "has Wall Advantage"))
            found.append(sees(play, L(at), L(frm)))
            assert found[-1] is sees(play, L(frm), L(at))

        game(board=BOARD, units={"V": ("german/4-6-7", f"t{at}")}, run=run, **more)
        return found[0]

    def test_hidden(self) -> None:
        """Nobody sees over the bocage of N5 into it; over its other sides all do."""
        assert not self.sees("N5", "N8")
        assert self.sees("N5", "N2")
        assert not self.sees("N6", "N3")

    def test_exc1_adjacent(self) -> None:
        """Adjacent hexes see each other."""
        assert self.sees("N5", "N6")

    def test_exc2_wall_advantage(self) -> None:
        """With Wall Advantage it is seen, and sees; a S? has it."""
        assert self.sees("N5", "N8", wall=True)
        assert self.sees("N5", "N8", suspects={"S1": "tN5"})
