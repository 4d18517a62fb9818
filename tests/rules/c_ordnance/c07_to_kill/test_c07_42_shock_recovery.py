"""C7.42: recovery from Shock."""

import pytest

from opfor.rules.c_ordnance.c07_to_kill.c07_42_shock_recovery import recover
from tests.rules.given.armor import duel
from tests.rules.given.fates import after


class TestC7_42Recovery:
    """C7.42."""

    @pytest.mark.parametrize(
        ("was", "dr", "then"),
        [("shock", 2, ""), ("shock", 3, "UK"), ("UK", 3, "")],
    )
    def test_recovery(self, was: str, dr: int, then: str) -> None:
        """2 or less recovers from Shock, 3 or less from UK."""
        played = duel(recover, f"C7.42 dr {dr}", enemy={"shock": was})
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.shock == then

    def test_unconfirmed_kill_confirmed(self) -> None:
        """4 or more makes a wreck of a UK, without a crew."""
        played = duel(recover, "C7.42 dr 4", enemy={"shock": "UK"})
        assert "etank" not in played.state.units
        assert not any("crew" in id_ for id_ in played.state.units)

    def test_points(self) -> None:
        """The crew of a UK is lost with it: the CVP are those of any other wreck."""
        played = duel(recover, "C7.42 dr 4", enemy={"shock": "UK"})
        burnt = after("burn").state.toll("FRIENDLY")
        assert played.state.toll("FRIENDLY").cvp == burnt.cvp
