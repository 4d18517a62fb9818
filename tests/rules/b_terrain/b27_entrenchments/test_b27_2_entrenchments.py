"""B27: foxholes and trenches: their TEM, their room, and the way in and out."""

import pytest

from opfor.core.errors import NotCoded
from opfor.rules.b_terrain.b27_entrenchments.b27_2_entrenchments import (
    Against,
    entrenched_tem,
    over_wall,
)
from opfor.rules.b_terrain.b30_pillboxes import arc_allows, protection
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.fortifications import BOARD, fort, with_forts
from tests.rules.given.world import game

L = LocationName


class TestB27_3Tem:
    """B27.3."""

    @pytest.mark.parametrize(
        ("against", "value"), [("fire", 2), ("OBA", 4), ("OVR", 4)]
    )
    def test_values(self, against: Against, value: int) -> None:
        """+2, against OBA and Overruns +4."""
        for kind in ("foxhole", "trench"):
            mod = entrenched_tem(fort(kind), against)
            assert mod is not None
            assert mod.value == value

    @pytest.mark.parametrize("against", ["CC", "FT"])
    def test_exc1_none(self, against: Against) -> None:
        """None against CC and FT."""
        assert entrenched_tem(fort("foxhole"), against) is None

    def test_protection(self) -> None:
        """Only who is inside is protected."""

        def run(play: Play) -> None:
            units = play.state.units
            assert protection(play, units["H"], L("K9")) is None
            mod = protection(play, units["V"], L("K9"))
            assert mod is not None
            assert mod.value == 2

        with_forts(run, fort("foxhole"), inside="foxhole")


class TestB27_2Los:
    """B27.2."""

    @pytest.mark.parametrize(
        ("place", "hidden"), [("K7", True), ("K6", False), ("K3", False)]
    )
    def test_over_the_wall(self, place: str, hidden: bool) -> None:
        """Who is dug in does not see over his own wall, but for the next hex."""

        def run(play: Play) -> None:
            assert over_wall(play, L("K5"), L(place)) is hidden
            assert arc_allows(play, play.state.units["V"], L(place)) is not hidden

        with_forts(run, fort("foxhole"), inside="foxhole")

    def test_higher(self) -> None:
        """Who is higher sees him."""
        board = BOARD + "level 1: K8\n"

        def run(play: Play) -> None:
            assert not over_wall(play, L("K5"), L("K8"))

        game(board=board, run=run)


def test_cave() -> None:
    """The TEM of caves is not coded, and says so."""

    def run(play: Play) -> None:
        with pytest.raises(NotCoded):
            protection(play, play.state.units["V"], L("K7"))

    with_forts(run, fort("cave"), inside="cave")
