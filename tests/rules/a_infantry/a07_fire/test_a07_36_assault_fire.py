"""A7.36: Assault Fire."""

from fractions import Fraction

from tests.rules.given.fire import fp, planned, scene, unit


class TestA7_36AssaultFire:
    """A7.36."""

    def fire(self, at: str, phase: str = "AFPh", **states: object) -> Fraction:
        """The FP of a 5-4-8 with underlined FP."""
        view = scene(unit("a", "german/5-4-8", "tC5", **states), phase=phase)  # type: ignore[arg-type] # a test's word
        return fp(planned(view, "a", at))

    def test_plus_one_rounded_up(self) -> None:
        """5 halved is 2 1/2, and 1 makes 3 1/2: 4 FP; adjacent 5 and 1: 6."""
        assert self.fire("tE5") == 4
        assert self.fire("tD5") == 6

    def test_only_in_the_afph(self) -> None:
        """In the PFPh it has its 5."""
        assert self.fire("tE5", "PFPh") == 5

    def test_exc1_opportunity_fire(self) -> None:
        """By Opportunity Fire there is nothing added."""
        assert self.fire("tE5", fired="opportunity") == 5

    def test_exc2_normal_range(self) -> None:
        """Beyond Normal Range there is nothing added: a quarter of 5."""
        assert self.fire("tI5") == Fraction(5, 4)
