"""D5.4 to D5.6: Inherent crews that leave their vehicle, or survive its loss."""

from tests.rules.given.fates import after


class TestD5_4Abandoned:
    """D5.4."""

    def test_abandoned_once(self) -> None:
        """Who has left already does not leave again."""
        state = {"abandoned": True}
        played = after("immobilized", enemy=state)
        assert not any("crew" in id_ for id_ in played.state.units)
