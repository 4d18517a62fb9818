"""D5.1: the checks that an Inherent crew makes."""

import pytest

from opfor.rules.d_vehicles.d05_crews import d05_1_morale_of_the_crew
from opfor.state.play import Play
from tests.rules.given.armor import seen, told
from tests.rules.given.fates import after


class TestD5_1_moraleOfCrews:
    """D5.1/morale."""

    def test_best_elite(self) -> None:
        """In an AFV the best elite MMC's 8, though the crew on foot has 7."""
        played = after("immobilized", "D5.5 DR 4,4")
        assert played.state.units["etank"].vehicle is not None
        assert not played.state.units["etank"].vehicle.abandoned
        assert "against 8" in told(played)

    def test_inexperienced(self) -> None:
        """One less for an Inexperienced Crew."""
        raw = {"inexperienced": True}
        tank = after("immobilized", "D5.5 DR 4,4", enemy=raw).state.units["etank"]
        assert tank.vehicle is not None
        assert tank.vehicle.abandoned

    def test_no_infantry(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The 8 of a new vehicle crew, where a pack has no Infantry of its nation."""
        monkeypatch.setattr(d05_1_morale_of_the_crew, "unlisted", lambda _: {})

        def run(play: Play) -> int:
            return d05_1_morale_of_the_crew.crew_morale(play, play.state.units["tank"])

        assert seen(run) == 8
