"""C7 and D5: what a hit does to a vehicle, and what becomes of it."""

from typing import Any

import pytest

from opfor.rules.c_ordnance.c03_to_hit.numbers import ToHit
from opfor.rules.c_ordnance.c07_resolution import worst_of
from opfor.rules.c_ordnance.c07_shock_recovery import recover
from opfor.rules.c_ordnance.c07_to_kill import Fate
from opfor.rules.d_vehicles.d05_crew_fates import steadied, suffer
from opfor.state.check import faults
from opfor.state.play import Play
from tests.rules.given.armor import STUG, duel, fire, plan, seen, set_unit, told


def after(fate: str, *dice: str, **scene: Any) -> Any:
    """The game after the ENEMY T-34 (CS# 5) has suffered a fate."""
    return duel(lambda play: suffer(play, "etank", fate), *dice, **scene)  # type: ignore[arg-type] # fates by name


class TestC3_4Hit:
    """C3.4."""

    def test_turret_hit(self) -> None:
        """White above coloured: the turret; 75L against its AF of 8 at the front."""
        played = duel(fire, "C3.3 DR 1,3", "C3.4 DR 1,1", enemy={"vca": 0, "tca": 0})
        assert "To Kill etank, turret" in told(played)
        assert "etank" not in played.state.units


class TestC3_9Location:
    """C3.9."""

    def test_hull_hit(self) -> None:
        """Otherwise the hull."""
        played = duel(fire, "C3.3 DR 3,3", "C3.4 DR 6,6")
        assert "To Kill etank, hull" in told(played)
        assert "etank" in played.state.units

    def test_miss(self) -> None:
        """A miss needs no To Kill DR."""
        played = duel(fire, "C3.3 DR 6,5")
        assert "To Kill" not in told(played)


class TestD4_2HullDown:
    """D4.2."""

    def test_hull_down(self) -> None:
        """A hull hit on a hull down vehicle is a miss, a turret hit is none."""
        hidden = {"vca": 3, "tca": 3, "hull_down": (0, 1, 2, 3, 4, 5)}
        played = duel(fire, "C3.3 DR 3,2", enemy=hidden)
        assert "hull of etank is hidden" in told(played)
        played = duel(fire, "C3.3 DR 2,3", "C3.4 DR 6,6", enemy=hidden)
        assert "turret" in told(played)


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


class TestC3_91SameHex:
    """C3.91."""

    @pytest.mark.parametrize(("dr", "side"), [(2, "rear"), (4, "side"), (5, "front")])
    def test_dr(self, dr: int, side: str) -> None:
        """Within a hex a dr tells the Target Facing."""
        played = duel(
            lambda play: fire(play, target="K5"),
            "C3.3 DR 3,2",
            f"C3.91 dr {dr}",
            "C3.4 DR 6,6",
            enemy_at="K5",
        )
        assert f"AF of the hull, {side}" in told(played)


class TestC7_71Wreck:
    """C7.71."""

    def test_burning(self) -> None:
        """A burning wreck; its Weapons are gone, and nobody survives."""
        played = after("burn")
        state = played.state
        assert [m.kind for m in state.markers.values()] == ["burning wreck"]
        assert not any(w.owner == "etank" for w in state.weapons.values())
        assert not any(u.side == "ENEMY" for u in state.units.values())
        assert faults(state) == []

    def test_points(self) -> None:
        """Its CVP go to the other side."""
        assert after("burn").state.toll("FRIENDLY").cvp > 0

    def test_crew_survives(self) -> None:
        """A Crew Survival DR of no more than the CS# puts a crew on the map."""
        played = after("eliminated", "D5.6 DR 2,2")
        crews = [u for u in played.state.units.values() if u.side == "ENEMY"]
        assert [crew.counter for crew in crews] == ["russian/1-2-7"]
        assert crews[0].location == "E2"

    def test_crew_is_lost(self) -> None:
        """A higher one does not."""
        played = after("eliminated", "D5.6 DR 5,5")
        assert not any(u.side == "ENEMY" for u in played.state.units.values())


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


class TestCrewless:
    """D5.6, A26.2: small letters of the cs#."""

    def test_nobody_leaves(self) -> None:
        """No crew survives where there is none, and none counts for VP."""
        truck: dict[str, Any] = {"enemy_counter": "allied-minor/c4p"}
        lost = after("eliminated", **truck)
        assert not any(u.side == "ENEMY" for u in lost.state.units.values())
        assert lost.state.toll("FRIENDLY").cvp == 1


class TestD8_1Immobilized:
    """D8.1."""

    def test_it_stops(self) -> None:
        """It moves no more."""
        state = after("immobilized", "D5.5 DR 1,1", enemy={"motion": True})
        found = state.state.units["etank"].vehicle
        assert found is not None
        assert (found.immobile, found.motion) == (True, False)


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


class TestC7_4Shock:
    """C7.4."""

    def test_shock(self) -> None:
        """It stops."""
        state = after("shock", enemy={"motion": True}).state.units["etank"].vehicle
        assert (state.shock, state.motion) == ("shock", False)


class TestC7_41Possible:
    """C7.41."""

    def test_possible_shock(self) -> None:
        """A NTC tells."""
        passed = after("possible shock", "C7.41 DR 3,4").state.units["etank"].vehicle
        failed = after("possible shock", "C7.41 DR 4,5").state.units["etank"].vehicle
        assert (passed.shock, failed.shock) == ("", "shock")


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


class TestD5_341Recall:
    """D5.341."""

    def test_again(self) -> None:
        """The second Stun means Recall."""
        state = after("stun", enemy={"shaken": True}).state.units["etank"].vehicle
        assert state.recalled


class TestD3_44Leader:
    """D3.44."""

    def test_armor_leader(self) -> None:
        """His Leadership counts for his crew's DR."""
        enemy = {"leader": "russian/9-1-al"}
        state = after("immobilized", "D5.5 DR 4,5", enemy=enemy).state
        found = state.units["etank"].vehicle
        assert found is not None
        assert not found.abandoned


class TestUnarmored:
    """What has no crew counter or armor."""

    def test_nothing_happens(self) -> None:
        """No fate, no change."""
        played = after("none", counter=STUG)
        assert played.state.units["etank"].vehicle is not None


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
