"""A7.34: Spraying Fire."""

import pytest

from opfor.core.errors import Illegal
from tests.rules.given.fire import fp, planned, scene, sw, unit

A = unit("a", "german/4-6-7", "tC5")


class TestA7_34SprayingFire:
    """A7.34."""

    def test_half_at_each(self) -> None:
        """Half the FP at each of two adjacent Locations."""
        made = planned(scene(A), "a", "tE5", second="tE6")
        assert made.also is not None
        assert (fp(made), fp(made.also)) == (2, 2)

    @pytest.mark.parametrize(
        ("target", "second"), [("tE5", "tG5"), ("tE5", "tE5"), ("tC5", "tD5")]
    )
    def test_places(self, target: str, second: str) -> None:
        """Not at Locations apart, not twice at one, not at its own."""
        with pytest.raises(Illegal, match=r"A7\.34"):
            planned(scene(A), "a", target, second=second)

    def test_range(self) -> None:
        """Squads within three hexes; a MG farther."""
        view = scene(A, sw("h", "german/hmg", "a"))
        with pytest.raises(Illegal, match=r"A7\.34"):
            planned(view, "a", "tG5", second="tG6")
        planned(view, "h", "tG5", second="tG6")

    def test_who_cannot(self) -> None:
        """Squads without an underlined range cannot."""
        with pytest.raises(Illegal, match=r"A7\.34"):
            planned(scene(unit("e", "russian/4-4-7", "tC5")), "e", "tE5", second="tE6")
