"""A10.62: fire that puts broken units under DM."""

from opfor.rules.a_infantry.a07_fire.targets import could_check
from tests.rules.given.fire import fought, planned, scene, shoot, unit

A = unit("a", "german/4-6-7", "tC5")


class TestA10_62_fireDm:
    """A10.62/fire."""

    def test_no_effect(self) -> None:
        """A 9 on the 4 column does nothing but put a broken unit under DM."""
        broken = unit("e", "russian/4-4-7", "tE5", broken=True)
        made = fought("A7.3 DR 4,5", things=(A, broken), orders=(shoot("a", "tE5"),))
        assert made.state.units["e"].dm

    def test_too_weak(self) -> None:
        """1 FP at a stone building has a PTC at best; so has what has cowered."""
        weak = unit("a", "russian/2-4-8", "tC3", pinned=True)
        broken = unit("e", "russian/4-4-7", "tF3", broken=True)
        made = fought("A7.3 DR 4,5", things=(weak, broken), orders=(shoot("a", "tF3"),))
        assert not made.state.units["e"].dm
        view = scene(weak, broken)
        attack = planned(view, "a", "tF3")
        assert not could_check(view, attack, broken)
        open_ = unit("e", "russian/4-4-7", "tE5", broken=True)
        attack = planned(scene(weak, open_), "a", "tE5")
        assert could_check(view, attack, open_)
