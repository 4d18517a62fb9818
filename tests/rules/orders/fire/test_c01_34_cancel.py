"""C1.34: the order to cancel."""

from tests.rules.given.artillery import marks, oba, order
from tests.rules.given.radio import READY


class TestC1_34Cancel:
    """C1.34."""

    def test_cancel(self) -> None:
        """All is gone; with the last black chit drawn the battery, too."""
        for black, over in ((1, False), (0, True)):
            played = oba(
                "C1.2 DR 1,2",
                run=lambda p: [order(p, "contact"), order(p, "cancel")],
                battery=READY | {"black": black},
                mark=("SR", "J3"),
            )
            battery = played.state.batteries["b"]
            assert (marks(played), battery.access, battery.over) == ([], False, over)
