"""D5: what becomes of a vehicle that was hit, and of its crew."""

from typing import Any

from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import (
    crew_suffers,
    steadied,
    suffer,
)
from opfor.state.play import Play
from tests.rules.given.armor import STUG, duel
from tests.rules.given.fates import after
from tests.rules.given.fire_at_vehicle import scene, shoot


class TestCrewless:
    """D5.6, A26.2: small letters of the cs#."""

    def test_nobody_leaves(self) -> None:
        """No crew survives where there is none, and none counts for VP."""
        truck: dict[str, Any] = {"enemy_counter": "allied-minor/c4p"}
        lost = after("eliminated", **truck)
        assert not any(u.side == "ENEMY" for u in lost.state.units.values())
        assert lost.state.toll("FRIENDLY").cvp == 1


class TestD5_34Stun:
    """D5.34."""

    def test_stun(self) -> None:
        """Stopped, BU, and worse ever after."""
        state = after("stun", enemy={"ce": True, "motion": True}).state.units["etank"]
        assert state.vehicle is not None
        assert (state.vehicle.stunned, state.vehicle.shaken) == (True, True)
        assert (state.vehicle.ce, state.vehicle.motion) == (False, False)
        assert not state.vehicle.recalled

    def test_exc1_one_man_turret(self) -> None:
        """A one-man turret is Recalled at once."""
        played = after("stun", enemy_counter="russian/t-70")
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.recalled

    def test_it_passes(self) -> None:
        """It ends with the Player Turn, its DRM stays."""

        def run(play: Play) -> None:
            suffer(play, "etank", "stun")
            steadied(play)

        state = duel(run).state.units["etank"].vehicle
        assert state is not None
        assert (state.stunned, state.shaken) == (False, True)


class TestUnarmored:
    """What has no crew counter or armor."""

    def test_nothing_happens(self) -> None:
        """No fate, no change."""
        played = after("none", counter=STUG)
        assert played.state.units["etank"].vehicle is not None


class TestD5_34_fireCrew:
    """D5.34/fire."""

    def test_failed_check(self) -> None:
        """A crew that fails its MC is Stunned."""
        played = scene(shoot, "A7.3 DR 2,3", "D5.34/fire DR 6,6", enemy={"ce": True})
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.stunned
        assert not state.recalled

    def test_passed_check(self) -> None:
        """One that passes goes on."""
        played = scene(shoot, "A7.3 DR 2,3", "D5.34/fire DR 1,1", enemy={"ce": True})
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.ce

    def test_pinned(self) -> None:
        """A PTC that it fails pins it."""
        played = scene(shoot, "A7.3 DR 3,4", "D5.34/fire DR 6,6", enemy={"ce": True})
        assert played.state.units["etank"].pinned

    def test_killed(self) -> None:
        """A K or KIA Stuns and Recalls."""

        def run(play: Play) -> None:
            crew_suffers(play, play.state.units["etank"], IftResult("K", 1))

        state = scene(run, enemy={"ce": True}).state.units["etank"].vehicle
        assert state is not None
        assert (state.stunned, state.recalled, state.ce) == (True, True, False)
