"""A7.307: which units in a Location an attack on the IFT can do anything to."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import could_open, open_window
from opfor.state.events import MoveChanged, PhaseBegan
from opfor.state.in_progress import Move
from opfor.state.play import Play
from tests.rules.given.armor import told
from tests.rules.given.fire_at_vehicle import scene, shoot


class TestA7_307Armor:
    """A7.307."""

    def test_closed(self) -> None:
        """Small arms do not fire at an AFV that is buttoned up."""
        with pytest.raises(Illegal, match=r"A7\.307"):
            scene(shoot)

    def test_exc1_crew(self) -> None:
        """They do at a CE crew."""
        played = scene(shoot, "A7.3 DR 6,6", enemy={"ce": True})
        assert "etank: no effect" in told(played)

    def test_window(self) -> None:
        """A moving AFV opens no window for a squad, but a CE one does."""
        for ce in (False, True):
            found: list[bool] = []

            def run(play: Play, found: list[bool] = found) -> None:
                play.emit(PhaseBegan(1, "ENEMY", "MPh"))
                play.emit(MoveChanged(Move(units=("etank",), allotment=40, here=4)))
                found.append(could_open(play))
                assert open_window(play) == found[0]

            scene(run, enemy={"ce": ce, "motion": True})
            assert found == [ce]
