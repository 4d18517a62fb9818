"""D5.6: who survives the loss of his vehicle."""

from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from tests.rules.given.armor import duel
from tests.rules.given.fates import after


class TestD5_6Survival:
    """D5.6."""

    def test_weak_crew(self) -> None:
        """+1 for a crew that was Stunned: a 5 fails with CS# 5."""
        played = after("eliminated", "D5.6 DR 2,3", enemy={"shaken": True})
        assert not any(u.side == "ENEMY" for u in played.state.units.values())

    def test_exc1_close_combat(self) -> None:
        """Nobody survives CC."""
        played = duel(lambda play: suffer(play, "etank", "eliminated", in_cc=True))
        assert not any(u.side == "ENEMY" for u in played.state.units.values())
