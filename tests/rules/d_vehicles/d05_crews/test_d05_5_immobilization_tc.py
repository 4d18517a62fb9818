"""D5.5 and D5.6: the checks of a crew whose vehicle is Immobilized or lost."""

from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.state.play import Play
from tests.rules.given.armor import duel, set_unit
from tests.rules.given.fates import after


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
