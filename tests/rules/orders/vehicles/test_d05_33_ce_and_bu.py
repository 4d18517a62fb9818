"""D5.33 and D8.3 in play: what a vehicle's crew does beside driving."""

from opfor.rules.choices.vehicle_orders import Expose
from tests.rules.given.driving import after, move


class TestD5_33Exposed:
    """D5.33."""

    def test_ce(self) -> None:
        """A crew goes CE, once a phase."""
        assert after(Expose("tank")).ce
        move(Expose("tank"), Expose("tank", ce=False), fails="in this phase")

    def test_already(self) -> None:
        """Not twice."""
        move(Expose("tank"), state={"ce": True}, fails="CE already")

    def test_exc1_recall(self) -> None:
        """A crew under Recall stays BU."""
        move(Expose("tank"), state={"recalled": True}, fails="Recall")
