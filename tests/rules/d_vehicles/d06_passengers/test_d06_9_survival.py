"""D6.9: those aboard a vehicle that is lost."""

from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.state.play import Play
from tests.rules.given.armor import set_unit
from tests.rules.given.riders import scene


class TestD6_9Survival:
    """D6.9."""

    def test_own_dr(self) -> None:
        """Each against the CS#, broken ones at +1; the crew's Stun is not theirs."""

        def run(play: Play) -> None:
            set_unit(play, "sq", aboard="tank", rides=True)
            set_unit(play, "hs", aboard="tank", rides=True, broken=True)
            suffer(play, "tank", "eliminated")

        dice = ("D6.9 DR 1,4", "D6.9 DR 3,3", "D5.6 DR 6,6")
        units = scene(run, *dice, shaken=True).state.units
        assert (units["sq"].aboard, units["sq"].hazardous) == ("", True)
        assert "hs" not in units

    def test_leader_loss(self) -> None:
        """Who survives feels a leader's loss once all is known (A10.2)."""

        def run(play: Play) -> None:
            set_unit(play, "sq", aboard="tank", rides=True, counter="german/9-2")
            set_unit(play, "hs", aboard="tank", rides=True)
            suffer(play, "tank", "eliminated")

        lost, survives = "D6.9 DR 6,6", "D6.9 DR 1,1"
        felt = ("A10.1 DR 6,6", "A10.1 DR 1,2")
        units = scene(run, lost, survives, *felt, "D5.6 DR 6,6").state.units
        assert "sq" not in units
        assert "hs" not in units  # it survived, and then failed its check by far
        assert not units["s2"].broken
