"""S8: Subsequent First Fire and FPF of the ENEMY."""

from tests.rules.given.firing_range import SQUAD, at
from tests.rules.given.waiting_to_fire import why

STILL = {"assault": True, "stopped": True}


class TestS8_p16Again:
    """S8.p16."""

    def test_sff_at_the_level(self) -> None:
        """A First-Fire-marked squad fires again at the discipline level: PBF, FFMO."""
        fired = {"e1": {"fired": "first"}}
        assert why("J6", changes=fired, mf=2, how=STILL) == ""
        assert why("K6", changes=fired, mf=2) == "SFF: the odds are 5/12 or more"

    def test_sff_pressed(self) -> None:
        """At 1/4 if the mover is ADJACENT, or at a VPO Location."""
        fired = {"e1": {"fired": "first"}}
        six = {"e1": ("russian/6-2-8", "K4")}
        near = why("J3", changes=fired, enemies=six, mf=2, how=STILL)
        assert near == "SFF: close, or by a VPO Location"
        weak = {"e1": (SQUAD, "K4")}
        assert why("J3", changes=fired, enemies=weak, mf=2, how=STILL) == ""

    def test_fpf(self) -> None:
        """FPF only at an ADJACENT Good Order mover at 5/12, with a morale of 7."""
        fired = {"e1": {"fired": "final"}}
        assert why("L6", changes=fired, mf=3).startswith("FPF: ADJACENT")
        six = {"e1": ("russian/6-2-8", "K4")}
        assert why("J3", enemies=six, changes=fired, mf=3, how=STILL) == ""
        green = {"e1": ("russian/4-2-6", "M6")}
        assert why("L6", enemies=green, changes=fired, mf=3) == ""
        held = {"vpo": (at("M6"),)}
        assert why("L6", enemies=green, changes=fired, mf=3, **held)
