"""D5.341: Recall."""

from tests.rules.given.fates import after


class TestD5_341Recall:
    """D5.341."""

    def test_again(self) -> None:
        """The second Stun means Recall."""
        state = after("stun", enemy={"shaken": True}).state.units["etank"].vehicle
        assert state.recalled
