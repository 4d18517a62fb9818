"""D5.4 to D5.6: Inherent crews that leave their vehicle, or survive its loss."""

from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.state.play import Play
from tests.rules.given.armor import duel, set_unit
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


class TestD5_5TaskCheck:
    """D5.5."""

    def test_exc1_unarmored(self) -> None:
        """Who drives what has no armor takes none."""

        def run(play: Play) -> None:
            set_unit(play, "etank", counter="russian/4-4-7")
            suffer(play, "etank", "immobilized")

        state = duel(run).state.units["etank"].vehicle
        assert state is not None
        assert not state.abandoned

    def test_crew_stays(self) -> None:
        """A crew that passes its NTC stays."""
        state = after("immobilized", "D5.5 DR 3,4").state.units["etank"].vehicle
        assert (state.immobile, state.abandoned) == (True, False)

    def test_crew_leaves(self) -> None:
        """One that fails Abandons the vehicle."""
        played = after("immobilized", "D5.5 DR 4,5")
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.abandoned
        assert any("crew" in id_ for id_ in played.state.units)


class TestD5_4Abandoned:
    """D5.4."""

    def test_abandoned_once(self) -> None:
        """Who has left already does not leave again."""
        state = {"abandoned": True}
        played = after("immobilized", enemy=state)
        assert not any("crew" in id_ for id_ in played.state.units)
