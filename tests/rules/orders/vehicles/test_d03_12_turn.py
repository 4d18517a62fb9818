"""D3.12: the order to turn, VCA or turret."""

from opfor.rules.choices.vehicle_orders import TurnTo
from tests.rules.given.driving import START, after, move


class TestD3_12Turret:
    """D3.12."""

    def test_free(self) -> None:
        """The turret turns for nothing."""
        assert after(START, TurnTo("tank", 3, turret=True)).tca == 3

    def test_none(self) -> None:
        """What has none does not turn it."""
        turn = TurnTo("tank", 3, turret=True)
        move(START, turn, counter="german/stuh-42", fails="no turret")
