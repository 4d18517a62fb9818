"""S9.1: vehicles under Recall."""

from opfor.rules.a_infantry.a08_first_fire.a08_1_window import close
from opfor.rules.s_solitaire.s09_vehicles.s09_1_recall import goes_home
from opfor.rules.sequence import enemy
from opfor.state.play import Play
from tests.rules.given.armor import duel, seen


class TestS9_1_recall:
    """S9.1/recall."""

    def test_goes_home(self) -> None:
        """It starts, turns and drives toward its own edge, and nothing else."""

        def run(play: Play) -> None:
            for _ in range(30):
                if play.state.window and play.state.window.asked:
                    close(play)
                elif not enemy.act(play):
                    break

        played = duel(
            run,
            "D2.51 DR 3,4",
            phase="MPh",
            turn="ENEMY",
            enemy={"recalled": True, "vca": 0, "tca": 0},
            enemy_at="tR5",
            at="tA9",
        )
        unit = played.state.units.get("etank")
        assert unit is None or unit.location != "tR5"

    def test_only_recalled(self) -> None:
        """Others are left to their Move Commands."""
        assert not seen(goes_home, phase="MPh", turn="ENEMY")
