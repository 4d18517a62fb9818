"""C1.58: the course of a FFE."""

from opfor.rules.c_ordnance.c01_artillery.c01_58_course_of_a_ffe import goes_on
from opfor.state.play import Play
from tests.rules.given.artillery import marks, oba

WEAK = {"calibre": 60, "kind": "harassing"}
"""A battery whose attacks do nothing on a high DR."""


class TestC1_58Course:
    """C1.58."""

    def test_course(self) -> None:
        """FFE:1, FFE:2 with an attack, FFE:C without."""

        def twice(play: Play) -> None:
            for _ in range(2):
                mark = play.state.markers["m"]
                goes_on(play, play.state.batteries["b"], mark)

        played = oba(
            "A7.3 DR 6,6",
            battery=WEAK,
            mark=("FFE:1", "J3"),
            enemies={"e": ("russian/4-4-7", "tJ3")},
            run=twice,
        )
        assert marks(played) == [("FFE:C", "tJ3")]
        assert len(played.state.shots) == 1
