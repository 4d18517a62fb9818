"""D3.44: armor leaders."""

from tests.rules.given.fates import after


class TestD3_44Leader:
    """D3.44."""

    def test_armor_leader(self) -> None:
        """His Leadership counts for his crew's DR."""
        enemy = {"leader": "russian/9-1-al"}
        state = after("immobilized", "D5.5 DR 4,5", enemy=enemy).state
        found = state.units["etank"].vehicle
        assert found is not None
        assert not found.abandoned
