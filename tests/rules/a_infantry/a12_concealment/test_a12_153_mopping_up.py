"""A12.153: Mopping Up."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a12_concealment.a12_153_mopping_up import mop_up_area
from opfor.rules.choices.orders import MopUp
from opfor.state.events import ControlTaken
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.digging import dug
from tests.rules.given.world import game


class TestA12_153MoppingUp:
    """A12.153."""

    def test_control_and_surrender(self) -> None:
        """Nobody but hidden enemies: revealed. Nobody unbroken: it is Controlled."""
        units = {"V": ("german/4-6-7", "tG4")}
        state = dug(MopUp("V"), units=units).state
        assert state.units["V"].ti
        assert state.control[LocationName("tG3")] == "FRIENDLY"

    def test_hidden_enemies_keep_it(self) -> None:
        """A hidden squad is revealed, and the building is not Controlled."""
        units = {"V": ("german/4-6-7", "tG4")}
        enemies = {"e": ("russian/4-4-7", "tG3")}
        state = dug(MopUp("V"), units=units, enemies=enemies, hidden=True).state
        assert not state.units["e"].hidden
        assert not state.control

    @pytest.mark.parametrize(("held", "refused"), [(False, True), (True, False)])
    def test_far_reaches(self, held: bool, refused: bool) -> None:
        """A ground level more than two hexes away must be Controlled, no upper one."""
        board = "board: t\nsize: 17x10\nstone building 1: G4+G5+G6+G7\n"
        found: list[bool] = []

        def run(play: Play) -> None:
            if held:
                far = LocationName("tG7")
                play.emit(ControlTaken(far, "FRIENDLY"))
            try:
                mop_up_area(play, play.state.units["V"])
            except Illegal:
                found.append(True)

        game(board=board, units={"V": ("german/4-6-7", "tG4")}, run=run)
        assert bool(found) is refused

    def test_refused(self) -> None:
        """Not with a Known unbroken enemy in it, nor outside a building."""
        units = {"V": ("german/4-6-7", "tG4")}
        enemies = {"e": ("russian/4-4-7", "tG3")}
        with pytest.raises(Illegal, match="Known unbroken enemy"):
            dug(MopUp("V"), units=units, enemies=enemies)
        with pytest.raises(Illegal, match="in no building"):
            dug(MopUp("V"))
