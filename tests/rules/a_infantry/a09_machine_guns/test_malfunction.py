"""A9: ROF, malfunction and destruction of SW."""

from fractions import Fraction

import pytest

from opfor.core.dice import Rolled
from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Participant
from opfor.rules.a_infantry.a09_machine_guns.malfunction import (
    breakdown_of,
    keeps_rof,
    malfunctions,
    random_destruction,
    rof_of,
)
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from tests.rules.given.fire import fought, planned, scene, shoot, sw, unit
from tests.rules.given.world import game

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


class TestA9_4FarFire:
    """A9.4."""

    def test_needs_a_leader(self) -> None:
        """Beyond 16 hexes a MG fires only if it is directed."""
        squad, leader = unit("a", "german/4-6-7", "tB9"), unit("l", "german/7-0", "tB9")
        view = scene(squad, leader, sw("h", "german/hmg", "a"))
        planned(view, "h", "tR9")
        with pytest.raises(Illegal, match=r"A9\.4"):
            planned(view, "h", "tS9")
        assert planned(view, "h", "tS9", "l").far


class TestA9_7Malfunction:
    """A9.7."""

    def test_plain(self) -> None:
        """A German HMG breaks down on 12; a Russian LMG on 11."""
        assert breakdown_of(scene(A), A, HMG) == (12, 0)
        assert breakdown_of(scene(E), E, sw("l", "russian/lmg", "e")) == (11, 0)

    def test_exc1_lowered(self) -> None:
        """Sustained Fire: B10, X12; captured as well: B8, X12; X10 of a FT: X8."""
        view, taken = scene(A), sw("h", "german/hmg", "a", side="ENEMY")
        assert breakdown_of(view, A, HMG, sustained=True) == (10, 12)
        assert breakdown_of(view, A, taken, sustained=True) == (8, 12)
        torch = sw("f", "russian/ft", "a", side="ENEMY")
        assert breakdown_of(view, A, torch) == (0, 8)

    @pytest.mark.parametrize(("dice", "down"), [("6,6", True), ("6,5", False)])
    def test_boundary(self, dice: str, down: bool) -> None:
        """A B12 MG malfunctions on an Original 12."""
        made = fought(
            f"A7.3 DR {dice}", things=(A, HMG, E), orders=(shoot("h", "tE5"),)
        )
        assert made.state.weapons["h"].malfunctioned is down

    def test_removed(self) -> None:
        """An Original 12 in Sustained Fire removes it."""
        marked = sw("h", "german/hmg", "a", fired="first")
        made = fought(
            "A7.3 DR 6,6",
            things=(unit("e", "russian/4-4-7", "tD5"), A, marked),
            orders=(shoot("h", "tD5"),),
            phase="DFPh",
            side="ENEMY",
        )
        assert "h" not in made.state.weapons


class TestA9_71WhichOne:
    """A9.71."""

    def test_random_selection(self) -> None:
        """D-082: of two that would malfunction, one does by Random Selection."""
        found: dict[str, str] = {}
        arms = [
            Participant("x", breakdown=11),
            Participant("y", breakdown=11),
            Participant("z", breakdown=12),
        ]

        def run(play: Play) -> None:
            found.update(malfunctions(play, arms, Rolled((5, 6))))

        game("A9.71 random 2,5", run=run)
        assert found == {"y": "malfunctions"}


class TestA9_74Destruction:
    """A9.74."""

    @pytest.mark.parametrize(
        ("die", "fate"), [(1, "gone"), (2, "malfunctioned"), (3, "whole")]
    )
    def test_dr_in_the_column(self, die: int, fate: str) -> None:
        """In the 2 column a 1 destroys a SW, a 2 makes it malfunction, a 3 nothing."""

        def run(play: Play) -> None:
            play.emit(WeaponAdded(HMG))
            random_destruction(play, Fraction(2), ["h"])

        made = game(f"A9.74 dr {die}", run=run)
        found = made.state.weapons.get("h")
        now = "gone" if found is None else "whole"
        assert ("malfunctioned" if found and found.malfunctioned else now) == fate
