"""A9.2: weapons that keep their ROF."""

import pytest

from opfor.core.dice import Rolled
from opfor.rules.a_infantry.a07_fire.attack import Participant
from opfor.rules.a_infantry.a09_machine_guns.a09_2_multiple_rof import keeps_rof, rof_of
from tests.rules.given.fire import fought, planned, scene, shoot, sw, unit

A = unit("a", "german/4-6-7", "tC5")
E = unit("e", "russian/4-4-7", "tE5")
HMG = sw("h", "german/hmg", "a")


class TestA9_2Rof:
    """A9.2."""

    @pytest.mark.parametrize(("coloured", "kept"), [(3, True), (4, False)])
    def test_coloured_die(self, coloured: int, kept: bool) -> None:
        """A HMG with ROF 3 fires again on a coloured 3, not on a 4."""
        made = fought(
            f"A7.3 DR {coloured},6", things=(A, HMG, E), orders=(shoot("h", "tE5"),)
        )
        assert made.state.weapons["h"].rof is kept
        assert made.state.units["a"].fired == ""

    def test_again(self) -> None:
        """It may then fire at the same target once more."""
        made = fought(
            "A7.3 DR 3,6",
            "A7.3 DR 5,6",
            things=(A, HMG, E),
            orders=(shoot("h", "tE5"), shoot("h", "tE5")),
        )
        assert not made.state.weapons["h"].rof

    def test_none_in_the_afph(self) -> None:
        """In the AFPh, or pinned, it keeps none."""
        view = scene(A, HMG, phase="AFPh")
        assert planned(view, "h", "tE5").arms[0].rof == 0
        pinned = unit("a", "german/4-6-7", "tC5", pinned=True)
        assert planned(scene(pinned, HMG), "h", "tE5").arms[0].rof == 0

    def test_captured(self) -> None:
        """A captured MG has one less."""
        assert rof_of(scene(A), A, sw("h", "russian/mmg", "a", side="ENEMY")) == 1

    def test_not_marked_in_first_fire(self) -> None:
        """A MG that keeps its ROF in the MPh is not marked."""
        shooter = unit("e", "russian/4-4-7", "tC5")
        target = unit("a", "german/4-6-7", "tE5")
        made = fought(
            "A7.3 DR 1,6",
            "A10.1 DR 2,3",
            things=(target, shooter, sw("m", "russian/mmg", "e")),
            orders=(shoot("m", "tE5"),),
            phase="MPh",
        )
        assert (made.state.weapons["m"].fired, made.state.weapons["m"].rof) == (
            "",
            True,
        )

    def test_exc1_malfunction(self) -> None:
        """Not if it malfunctions on the same DR."""
        arm = Participant("x", rof=3, breakdown=9)
        assert not keeps_rof(arm, Rolled((3, 6)))
        assert keeps_rof(arm, Rolled((3, 5)))
