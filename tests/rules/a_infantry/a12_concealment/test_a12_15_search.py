"""A12.152 to A12.154: Searching and Mopping Up: whom, how far, at what risk."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a12_concealment.a12_15_search import mop_up_area
from opfor.rules.choices.orders import MopUp, Search
from opfor.state.events import ControlTaken
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.digging import dug
from tests.rules.given.spending_mf import done
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


class TestA12_152Search:
    """A12.152."""

    def test_ti_and_done(self) -> None:
        """It costs one MF, leaves the unit TI, and ends its move."""
        state = done(Search("V"), dice=("A12.152/dr dr 6",)).state
        unit = state.units["V"]
        assert (unit.ti, unit.moved) == (True, True)

    def test_only_mmc(self) -> None:
        """A leader does not search."""
        with pytest.raises(Illegal, match=r"A12\.152"):
            done(Search("V"), units={"V": ("german/8-1", "tG5")})


class TestA12_152_drReach:
    """A12.152: the dr."""

    def test_all_but_as_many(self) -> None:
        """Led by a 9-1, a dr of 1 reaches every hex; what is there is revealed."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        dice = ("A12.152/dr dr 1", "A12.154 dr 4")
        units = {"V": ("german/4-6-7", "tG5"), "L": ("german/9-1", "tG5")}
        state = done(
            Search("V"), dice=dice, enemies=enemies, concealed="e", units=units
        ).state
        assert not state.units["e"].concealed


class TestA12_154SearchCasualties:
    """A12.154."""

    @pytest.mark.parametrize(("dr", "reduced"), [(2, True), (3, False)])
    def test_reduced(self, dr: int, reduced: bool) -> None:
        """Against a squad, two HS, the drm is -1: a dr of 2 reduces the searcher."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        units = {"V": ("german/4-6-7", "tG5"), "L": ("german/9-1", "tG5")}
        dice = ("A12.152/dr dr 1", f"A12.154 dr {dr}")
        state = done(
            Search("V"), dice=dice, enemies=enemies, concealed="e", units=units
        ).state
        counters = {unit.counter for unit in state.units.values()}
        assert ("german/2-4-7" in counters) is reduced
