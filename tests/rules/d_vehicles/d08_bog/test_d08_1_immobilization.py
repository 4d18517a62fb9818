"""D8.1: Immobilization."""

from tests.rules.given.fates import after


class TestD8_1Immobilized:
    """D8.1."""

    def test_it_stops(self) -> None:
        """It moves no more."""
        state = after("immobilized", "D5.5 DR 1,1", enemy={"motion": True})
        found = state.state.units["etank"].vehicle
        assert found is not None
        assert (found.immobile, found.motion) == (True, False)
