"""S6.22: who can move."""

from opfor.rules.s_solitaire.s06_actions.s06_22_can_move import can_move
from opfor.state.units import VehicleState
from tests.rules.given.enemies import enemy, played

TANK = "t-34-m41"


STOPPED, BOGGED = VehicleState(), VehicleState(bogged=True)


class TestS6_22Move:
    """S6.22: a Move Action in the PFPh."""

    def test_marked(self) -> None:
        """A Move Action is marked, and waits for the MPh."""
        unit = played("S6.11 DR 4,6", things=[enemy("e1", "O6")]).state.units["e1"]
        assert (unit.action, unit.moved) == ("Move", False)

    def test_exc1_not_mobile(self) -> None:
        """EXC: neither what is bogged nor who is pinned moves."""
        assert can_move(enemy("e1", "O6"))
        assert not can_move(enemy("e1", "O6", pinned=True))
        assert not can_move(enemy("e1", "O6", TANK, vehicle=BOGGED))
