"""S8.p1 and S8.p17: who of the ENEMY fires in which phase."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.s_solitaire.s04_human_wave.fire import WaveFire
from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import perform
from opfor.rules.s_solitaire.s08_fire.phases import (
    advancing_fire,
    final_fire,
    wave_fires,
)
from opfor.state.events import ShotFired, WaveBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Wave
from tests.rules.given.firing_range import FOE, LEADER, SQUAD, shoot
from tests.rules.given.world import events

NONE = "A7.3 DR 6,5"
E1 = {"e1": (SQUAD, "M6")}
V = {"V": (FOE, "J6")}


def played(part: Any, *dice: str, times: int = 1, **more: Any) -> Game[State]:
    """A part of a phase, so often; each time but the last it does something."""

    def run(play: Play) -> None:
        for _ in range(times):
            assert part(play)
        assert not part(play)

    more.setdefault("enemies", E1)
    more.setdefault("units", V)
    return shoot(*dice, run=run, **more)


def shots(game: Game[State]) -> list[tuple[str, ...]]:
    """Who fired, attack by attack."""
    return [event.shot.firers for event in events(game, ShotFired)]


class TestS8_p1Who:
    """S8.p1."""

    def test_fire_action(self) -> None:
        """In the PFPh those who have Fire as their Action, once."""
        assert shots(played(perform, NONE, times=2)) == [("e1",)]

    def test_other_actions(self) -> None:
        """Not those who are to Move, or have none yet."""
        for action in ("Move", "", "nothing"):
            changes = {"e1": {"action": action}}
            assert shots(played(perform, times=0, changes=changes)) == []

    def test_not_in_good_order(self) -> None:
        """Nor those in Panic, or broken."""
        for state in ("panic", "broken"):
            changes = {"e1": {"action": "Fire", state: True}}
            assert shots(played(perform, times=0, changes=changes)) == []


class TestS8_p1_afph:
    """S8.p1/afph."""

    @staticmethod
    def fires(*dice: str, times: int = 1, where: str = "J6", **unit: Any) -> int:
        """How many attacks e1 makes in the AFPh."""
        unit = {"action": "", **unit}
        game = played(
            advancing_fire,
            *dice,
            times=times,
            phase="AFPh",
            units={"V": (FOE, where)},
            changes={"e1": unit},
        )
        return len(shots(game))

    def test_activated_by_defensive_fire(self) -> None:
        """They make their Action DR, and barring Panic fire."""
        assert self.fires("S6.12 DR 2,3", NONE, times=2, afph=True) == 1
        assert self.fires("S6.12 DR 4,4", afph=True) == 0

    def test_opportunity_fire(self) -> None:
        """Opportunity Fire needs no DR."""
        assert self.fires(NONE, fired="opportunity", action="Move") == 1

    def test_moved(self) -> None:
        """An Advance unit that moved needs 1/6: 2 FP at 0 have it, at +2 not."""
        moved = {"moved": True, "attitude": "Advance", "action": "Move"}
        assert self.fires(NONE, **moved) == 1
        assert self.fires(times=0, where="J3", **moved) == 0

    def test_others(self) -> None:
        """Neither Hold units that moved, nor those that stood still."""
        assert self.fires(times=0, moved=True, attitude="Hold") == 0
        assert self.fires(times=0) == 0


class TestS8_p17FinalFire:
    """S8.p17."""

    @staticmethod
    def final(*dice: str, times: int = 1, where: str = "J6", **unit: Any) -> int:
        """How many attacks e1 makes in the DFPh."""
        game = played(
            final_fire,
            *dice,
            times=times,
            phase="DFPh",
            turn="FRIENDLY",
            units={"V": (FOE, where)},
            changes={"e1": unit},
        )
        return len(shots(game))

    def test_action_dr_first(self) -> None:
        """Who made no Action DR in this Player Turn makes it first."""
        assert self.final("S6.12 DR 2,3", NONE, times=2, action="") == 1

    def test_the_whole_location(self) -> None:
        """D-005: a leader without SW shares the DR, and the Panic, of the MMC there."""
        for dice, panics in (("4,4", True), ("2,2", False)):
            done = played(
                final_fire,
                f"S6.12 DR {dice}",
                *([] if panics else [NONE]),
                times=1 if panics else 2,
                phase="DFPh",
                turn="FRIENDLY",
                enemies={**E1, "e2": (LEADER, "M6"), "e3": (LEADER, "M7")},
                changes={id_: {"action": ""} for id_ in ("e1", "e2", "e3")},
            ).state
            assert [done.units[i].panic for i in ("e1", "e2")] == [panics, panics]
            assert not done.units["e3"].action

    def test_not_who_made_one(self) -> None:
        """A leader whose MMC made theirs before does not make it again with others."""
        done = played(
            final_fire,
            "S6.12 DR 4,4",
            phase="DFPh",
            turn="FRIENDLY",
            enemies={**E1, "e2": (LEADER, "M6")},
            changes={"e1": {"action": ""}},
        ).state
        assert done.units["e1"].panic
        assert not done.units["e2"].panic

    def test_one_action_dr(self) -> None:
        """Who made one fires at once."""
        assert self.final(NONE, action="Fire") == 1

    def test_marked(self) -> None:
        """Who First Fired attacks ADJACENT Targets only."""
        assert self.final(times=0, fired="first") == 0
        assert self.final(NONE, where="L6", fired="first") == 1

    def test_two_locations_as_a_group(self) -> None:
        """Two Locations form a FG where that is better."""
        game = played(
            final_fire,
            NONE,
            phase="DFPh",
            turn="FRIENDLY",
            enemies={"e1": (SQUAD, "M6"), "e2": (SQUAD, "M7")},
        )
        assert shots(game) == [("e1", "e2")]


class TestWaves:
    """S4.36 in play: the largest FG of a Human Wave, then what is left of it."""

    def test_chain_then_the_rest(self) -> None:
        """Two ADJACENT Locations together, a third by itself."""
        wave = Wave("wave1", "red", LocationName("tA5"))
        enemies = {"e1": (SQUAD, "L6"), "e2": (SQUAD, "L7"), "e3": (SQUAD, "K9")}

        def run(play: Play) -> None:
            play.emit(WaveBegan(wave))
            assert wave_fires(play)
            assert wave_fires(play)
            assert not wave_fires(play)

        changes = {id_: {"wave": "wave1"} for id_ in enemies}
        game = shoot(
            NONE,
            NONE,
            run=run,
            phase="AFPh",
            enemies=enemies,
            units=V,
            changes=changes,
        )
        assert shots(game) == [("e1", "e2"), ("e3",)]

    def test_no_volley(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A FG of which nobody can do anything to its Target does not fire."""
        found = WaveFire(units=("e1",), target=LocationName("tA1"))
        monkeypatch.setattr(
            "opfor.rules.s_solitaire.s08_fire.phases.wave_fire", lambda *_, **__: found
        )

        def run(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", LocationName("tA5"))))
            assert not wave_fires(play)

        changes = {"e1": {"wave": "wave1"}}
        game = shoot(run=run, phase="AFPh", enemies=E1, units=V, changes=changes)
        assert shots(game) == []
