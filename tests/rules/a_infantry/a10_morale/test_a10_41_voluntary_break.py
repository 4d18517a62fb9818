"""A10.41: units that break at will as the RtPh begins."""

from opfor.rules.choices.orders import Break
from tests.rules.given.ordered import offers, ordered, refused
from tests.rules.given.stack import Stack, unit

SQUAD: Stack = {"V": "german/4-6-7"}


class TestA10_41VoluntaryBreak:
    """A10.41."""

    def test_before_the_enemy(self) -> None:
        """In the RtPh a unit within an enemy's normal range may break."""
        near = {"E": ("russian/4-4-7", "tN6")}
        played = ordered(Break("V"), SQUAD, phase="RtPh", enemies=near)
        assert unit(played, "V").broken
        assert Break("V") in offers(SQUAD, "RtPh", enemies=near)

    def test_refused(self) -> None:
        """Not far from him, not once somebody routed, not what cannot break."""
        far = {"E": ("russian/4-4-7", "tP6")}
        refused("A10.41", Break("V"), SQUAD, phase="RtPh", enemies=far)
        near = {"E": ("russian/4-4-7", "tL6")}
        routed: Stack = {**SQUAD, "R": ("german/4-6-7", {"deeds": ("routed",)})}
        refused("A10.41", Break("V"), routed, phase="RtPh", enemies=near)
        for counter in ("german/hero", "japanese/4-4-7"):
            refused("A10.41", Break("V"), {"V": counter}, phase="RtPh", enemies=near)
