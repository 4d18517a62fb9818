"""C3.4: hits on vehicles."""

import pytest

from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import worst_of
from tests.rules.given.armor import duel, fire, plan, seen, told


class TestC3_4Hit:
    """C3.4."""

    def test_turret_hit(self) -> None:
        """White above coloured: the turret; 75L against its AF of 8 at the front."""
        played = duel(fire, "C3.3 DR 1,3", "C3.4 DR 1,1", enemy={"vca": 0, "tca": 0})
        assert "To Kill etank, turret" in told(played)
        assert "etank" not in played.state.units


class TestC3_4OtherHits:
    """C3.4, C3.8, C5.7."""

    def test_two_to_kill_dr(self) -> None:
        """A small Gun with Original doubles rolls twice and uses the better one."""
        played = duel(
            fire,
            "C3.3 DR 2,2",
            "C3.4 DR 6,5",
            "C3.4 DR 1,1",
            counter="german/psw-222",
            enemy_counter="russian/ba-64b",
        )
        assert "etank" not in played.state.units

    def test_deliberate_immobilization(self) -> None:
        """It stops what a kill would have destroyed."""
        played = duel(
            lambda play: fire(play, tracks=True),
            "C3.3 DR 1,2",
            "C3.4 DR 1,1",
            "D5.5 DR 1,1",
        )
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.immobile

    @pytest.mark.parametrize("fate", ["possible shock", "stun", "none"])
    def test_tracks_alone(self, fate: Fate) -> None:
        """It does not Stun or Shock."""
        shot: ToHit = seen(lambda play: plan(play, tracks=True))
        assert worst_of(shot, [fate]) == "none"

    def test_turret_follows(self) -> None:
        """The turret points where it fired."""
        played = duel(fire, "C3.3 DR 6,5", tank={"tca": 1})
        state = played.state.units["tank"].vehicle
        assert state is not None
        assert (state.vca, state.tca) == (0, 0)

    def test_on_the_table(self) -> None:
        """The player may roll himself, and reports the fate."""
        played = duel(
            fire,
            "D5.6 DR 6,6",
            on_table=("to hit",),
            reports=({"result": "eliminated"}, {"tank.ma": "works"}),
        )
        assert "etank" not in played.state.units
