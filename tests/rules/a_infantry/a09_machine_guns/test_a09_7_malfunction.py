"""A9: ROF, malfunction and destruction of SW that fire on the IFT."""

from fractions import Fraction

import pytest

from opfor.core.dice import Rolled
from opfor.rules.a_infantry.a07_fire.attack import Participant
from opfor.rules.a_infantry.a09_machine_guns.a09_7_malfunction import (
    breakdown_of,
    malfunctions,
    random_destruction,
)
from opfor.state.events import WeaponAdded, WeaponRemoved
from opfor.state.play import Play
from tests.rules.given.fire import fought, scene, shoot, sw, unit
from tests.rules.given.world import game

A = unit("a", "german/4-6-7", "tC5")
E = unit("e", "russian/4-4-7", "tE5")
HMG = sw("h", "german/hmg", "a")


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
        told = [e for e in made.events if isinstance(e.event, WeaponRemoved)]
        assert [e.rule for e in told] == ["A9.7"]


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
            random_destruction(play, Fraction(2), ["h"], "ENEMY")

        made = game(f"A9.74 dr {die}", run=run)
        found = made.state.weapons.get("h")
        now = "gone" if found is None else "whole"
        assert ("malfunctioned" if found and found.malfunctioned else now) == fate
