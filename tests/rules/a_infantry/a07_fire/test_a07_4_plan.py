"""A7 and A9: a Fire order as an attack, or the rule that forbids it."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.state.in_progress import Move
from tests.rules.given.fire import drm, planned, scene, unit

A = unit("a", "german/4-6-7", "tC5")
E = unit("e", "russian/4-4-7", "tE5")


class TestA7_4Targets:
    """A7.4."""

    def test_all_in_the_location(self) -> None:
        """All enemies there; friends, too, where there is a Melee."""
        friend = unit("b", "german/4-6-7", "tE5")
        view = scene(A, friend, E)
        made = planned(view, "a", "tE5")
        assert [u.id for u in attacked_units(view, made)] == ["e"]
        view = scene(
            A,
            unit("b", "german/4-6-7", "tE5", melee=True),
            unit("e", "russian/4-4-7", "tE5", melee=True),
        )
        assert [u.id for u in attacked_units(view, made)] == ["b", "e"]

    def test_only_what_moves(self) -> None:
        """First Fire attacks the moving stack alone, with FFMO and FFNAM."""
        mover = unit("a", "german/4-6-7", "tE5")
        other = unit("b", "german/4-6-7", "tE5")
        shooter = unit("e", "russian/4-4-7", "tC5")
        view = scene(mover, other, shooter, phase="MPh", move=Move(units=("a",)))
        made = planned(view, "e", "tE5")
        assert [u.id for u in attacked_units(view, made)] == ["a"]
        assert sum(drm(made).values()) == -2

    @pytest.mark.parametrize(("target", "rule"), [("tH9", "A6"), ("", "A7")])
    def test_not_possible(self, target: str, rule: str) -> None:
        """Out of LOS, or nowhere."""
        view = scene(unit("a", "german/4-6-7", "tH1"))
        with pytest.raises(Illegal, match=rule):
            planned(view, "a", target)
