"""C7.4: Shock."""

from tests.rules.given.fates import after


class TestC7_4Shock:
    """C7.4."""

    def test_shock(self) -> None:
        """It stops."""
        state = after("shock", enemy={"motion": True}).state.units["etank"].vehicle
        assert (state.shock, state.motion) == ("shock", False)


class TestC7_41Possible:
    """C7.41."""

    def test_possible_shock(self) -> None:
        """A NTC tells."""
        passed = after("possible shock", "C7.41 DR 3,4").state.units["etank"].vehicle
        failed = after("possible shock", "C7.41 DR 4,5").state.units["etank"].vehicle
        assert (passed.shock, failed.shock) == ("", "shock")
