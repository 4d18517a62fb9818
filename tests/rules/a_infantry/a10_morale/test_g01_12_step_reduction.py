"""G1.12: Step Reduction of Japanese MMC."""

from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    break_unit,
    morale_check,
)
from opfor.state.counter_lists import shipped
from opfor.state.play import Play
from tests.rules.given.stack import left, stack, unit


class TestG1_12StepReduction:
    """G1.12."""

    def test_steps(self) -> None:
        """A squad becomes a striped one, then a HS, and only the HS breaks."""

        def run(play: Play) -> None:
            for _ in range(3):
                (only,) = play.state.units
                break_unit(play, only)

        played = stack(run, {"V": "japanese/4-4-7"})
        assert left(played) == {"237A": "2-3-7"}
        assert unit(played, "237A").broken

    def test_a_crew(self) -> None:
        """An Infantry crew becomes the striped 1-2-8, with the same Morale Level."""
        played = stack(lambda play: break_unit(play, "V"), {"V": "japanese/2-2-8"})
        assert left(played) == {"128stripedA": "1-2-8-striped"}
        crew = unit(played, "128stripedA")
        assert not crew.broken
        assert shipped()["japanese/1-2-8-striped"].morale == 8

    def test_elr(self) -> None:
        """A failed ELR costs the class and a step."""
        played = stack(
            lambda play: morale_check(play, "V"),
            {"V": "japanese/4-4-7"},
            "A10.1 DR 5,6",
            elr={"FRIENDLY": 3},
        )
        assert left(played) == {"237stripedA": "2-3-7-striped"}
