"""A10.62: the order to keep DM."""

from opfor.rules.choices.orders import KeepDM
from tests.rules.given.ordered import offers, ordered, refused
from tests.rules.given.stack import Stack
from tests.rules.given.stack import unit as one


class TestA10_62_keepDM:
    """A10.62/keep."""

    def test_order(self) -> None:
        """The player may order it for a unit in the open, once."""
        units: Stack = {"V": ("german/4-6-7", {"broken": True, "dm": True})}
        assert KeepDM("V") in offers(units)
        game = ordered(KeepDM("V"), units)
        assert one(game, "V").did("keep DM")
        refused("A10.62", [KeepDM("V"), KeepDM("V")], units)

    def test_refused(self) -> None:
        """Not without DM, not in cover, not for a unit that is not there."""
        fine: Stack = {"V": ("german/4-6-7", {"broken": True})}
        refused("A10.62", KeepDM("V"), fine)
        refused("A10.62", KeepDM("X"), fine)
        units: Stack = {"V": ("german/4-6-7", {"broken": True, "dm": True})}
        refused("A10.62", KeepDM("V"), units, at="tO6")
