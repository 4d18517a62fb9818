"""S8.p1, S8.p17: who of the ENEMY fires in the DFPh and the AFPh."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s04_human_wave.s04_36_fire import WaveFire
from opfor.rules.s_solitaire.s08_fire.s08_p1_afph_advancing_fire import (
    advancing_fire,
    advancing_fire_beside_waves,
)
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import (
    final_fire,
    fire_beside_waves,
)
from opfor.rules.s_solitaire.s08_fire.s08_p18_human_wave_fire import wave_fires
from opfor.state.events import ShotFired, WaveBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName, Wave
from tests.rules.given.enemies import weapon
from tests.rules.given.firing_range import (
    FOE,
    LEADER,
    OPEN,
    SQUAD,
    part_played,
    shoot,
    shots,
)
from tests.rules.given.world import events

HS = "russian/2-3-7"
NONE = "A7.3 DR 6,5"
BOTH = ("e1", "e2")
E1 = {"e1": (SQUAD, "M6")}
V = {"V": (FOE, "J6")}


class TestS8_p17FinalFire:
    """S8.p17."""

    @staticmethod
    def final(*dice: str, times: int = 1, where: str = "J6", **unit: Any) -> int:
        """How many attacks e1 makes in the DFPh."""
        game = part_played(
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
            done = part_played(
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
        done = part_played(
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
        game = part_played(
            final_fire,
            NONE,
            phase="DFPh",
            turn="FRIENDLY",
            enemies={"e1": (SQUAD, "L6"), "e2": (SQUAD, "L7")},
        )
        assert shots(game) == [("e1", "e2")]

    def test_crew_of_a_broken_gun(self) -> None:
        """D-865: it makes an Action DR of its own, and fires with its Location."""
        gun = weapon("g", "45l-at-ptp-obr-32", "e1", malfunctioned=True)

        def run(play: Play) -> None:
            play.emit(WeaponAdded(replace(gun, gun=GunState(ca=0))))
            while final_fire(play):
                pass

        game = shoot(
            "S6.12 DR 2,3",
            "S6.12 DR 2,4",
            NONE,
            run=run,
            phase="DFPh",
            turn="FRIENDLY",
            enemies={"e1": ("russian/2-2-8", "M6"), "e2": (HS, "M6")},
            units={"V": (FOE, "L6"), "W": (FOE, "J6")},
            changes={id_: {"action": ""} for id_ in BOTH},
        )
        assert [{*firers} for firers in shots(game)] == [{*BOTH}]

    def test_squad_at_a_gun(self) -> None:
        """D-865: the Gun fires first; the squad's own FP goes with its Location."""
        gun = replace(weapon("g", "45l-at-ptp-obr-32", "e1"), gun=GunState(ca=1))

        def run(play: Play) -> None:
            play.emit(WeaponAdded(gun))
            while final_fire(play):
                pass

        game = shoot(
            "S6.12 DR 2,3",
            "S6.12 DR 2,4",
            "C3.3 DR 6,5",
            NONE,
            run=run,
            phase="DFPh",
            turn="FRIENDLY",
            enemies={"e1": (SQUAD, "M6"), "e2": (SQUAD, "M6")},
            units={"V": (FOE, "P6")},
            changes={id_: {"action": ""} for id_ in BOTH},
        )
        assert [{*firers} for firers in shots(game)] == [{"g"}, {*BOTH}]

    @pytest.mark.parametrize(
        ("close", "expected"),
        [
            pytest.param("L8", [("e1",), ("e2",)], id="a close Target of its own"),
            pytest.param("L9", [("e1", "e2")], id="none"),
        ],
    )
    def test_close_target(self, close: str, expected: list[tuple[str, ...]]) -> None:
        """D-250: whom S6.311 gives another Target joins in no FG."""
        game = part_played(
            final_fire,
            "S6.23/command DR 3,4",
            *[NONE] * len(expected),
            times=len(expected),
            phase="DFPh",
            turn="FRIENDLY",
            enemies={"e1": (SQUAD, "L6"), "e2": (SQUAD, "L7")},
            units={"V": (FOE, "J6"), "W": (FOE, close)},
            changes={"W": {"broken": True}},
        )
        assert shots(game) == expected


STONE: dict[str, Any] = {
    "board": OPEN.replace("wooden", "stone"),
    "units": {"V": (FOE, "J3")},
}
WEAK: dict[str, Any] = {"action": "", "cx": True}


class TestActionDrWithOthers:
    """S6.12: the Action DR of who has a Target only together with others."""

    def test_with_a_berserk_unit(self) -> None:
        """D-005: the berserk unit of his Location makes none, he does."""
        for dice, panics, fires in (("3,3", True, ("e2",)), ("3,2", False, BOTH)):
            game = part_played(
                final_fire,
                f"S6.12 DR {dice}",
                NONE,
                times=2,
                phase="DFPh",
                turn="FRIENDLY",
                enemies={"e1": (HS, "M3"), "e2": (SQUAD, "M3")},
                changes={"e1": WEAK, "e2": {"action": "", "berserk": True}},
                **STONE,
            )
            assert game.state.units["e1"].panic == panics
            assert shots(game) == [fires]

    @pytest.mark.parametrize(("dice", "panics"), [("5,5", True), ("3,2", False)])
    def test_in_a_fg(self, dice: str, panics: bool) -> None:
        """Who joins in a FG makes it before; Panicked, he does not join."""
        game = part_played(
            final_fire,
            f"S6.12 DR {dice}",
            NONE,
            phase="DFPh",
            turn="FRIENDLY",
            enemies={"e1": (SQUAD, "M3"), "e2": (HS, "M4")},
            changes={"e1": {"cx": True}, "e2": WEAK},
            **STONE,
        )
        assert game.state.units["e2"].panic == panics
        assert shots(game) == [("e1",) if panics else BOTH]

    def test_in_a_fg_of_a_wave(self) -> None:
        """So does who fires in the FG of a Human Wave."""
        wave = Wave("wave1", "red", LocationName("tA5"))

        def run(play: Play) -> None:
            play.emit(WaveBegan(wave))
            assert wave_fires(play)
            assert play.state.units["e2"].panic

        changes = {"e1": {"wave": "wave1"}, "e2": {**WEAK, "wave": "wave1"}}
        shoot(
            "S6.12 DR 3,3",
            run=run,
            phase="DFPh",
            turn="FRIENDLY",
            enemies={"e1": (SQUAD, "M3"), "e2": (HS, "M4")},
            changes=changes,
            **STONE,
        )


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

    @pytest.mark.parametrize(
        ("enemies", "waves", "expected"),
        [
            pytest.param(
                {"e1": (SQUAD, "L6"), "e2": (SQUAD, "L7")},
                ("wave1", "wave2"),
                [("e1", "e2")],
                id="of two waves",
            ),
            pytest.param(
                {"e1": (HS, "O6"), "e2": (HS, "O6")},
                ("wave1", "wave1"),
                [("e1", "e2")],
                id="half a FP each",
            ),
            pytest.param(
                {"e1": (SQUAD, "P6"), "e2": (HS, "O6")},
                ("wave1", "wave1"),
                [("e1", "e2")],
                id="half a FP of the next Location",
            ),
        ],
    )
    def test_the_largest(
        self,
        enemies: dict[str, tuple[str, str]],
        waves: tuple[str, str],
        expected: list[tuple[str, ...]],
    ) -> None:
        """All that could add something are in it, of whichever wave (D-592)."""

        def run(play: Play) -> None:
            for wave in ("wave1", "wave2"):
                play.emit(WaveBegan(Wave(wave, "red", LocationName("tA5"))))
            assert wave_fires(play)
            assert not wave_fires(play)

        changes = {
            id_: {"wave": wave} for id_, wave in zip(enemies, waves, strict=True)
        }
        setting = {"phase": "AFPh", "units": V, "changes": changes}
        assert shots(shoot(NONE, run=run, enemies=enemies, **setting)) == expected

    @pytest.mark.parametrize(
        ("phase", "turn", "dice"),
        [
            ("DFPh", "FRIENDLY", ["S6.12 DR 2,4", "S6.12 DR 4,4", NONE]),
            ("AFPh", "ENEMY", [NONE, NONE]),
        ],
    )
    def test_action_dr(self, phase: str, turn: str, dice: list[str]) -> None:
        """S4.32: in the FRIENDLY Player Turn each Location makes its Action DR first.

        Doubles are Panic also for its leader (D-005); in its own Player Turn nobody
        rolls.
        """
        enemies = {"e1": (SQUAD, "L6"), "e2": (SQUAD, "K9"), "eL": (LEADER, "K9")}

        def run(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", LocationName("tA5"))))
            for _ in dice:
                assert wave_fires(play)
            assert not wave_fires(play)

        changes = {id_: {"wave": "wave1", "action": ""} for id_ in enemies}
        game = shoot(
            *dice,
            run=run,
            phase=phase,
            turn=turn,
            enemies=enemies,
            units=V,
            changes=changes,
        )
        panics = {id_ for id_, unit in game.state.units.items() if unit.panic}
        assert panics == ({"e2", "eL"} if phase == "DFPh" else set())
        assert shots(game) == ([("e1",)] if phase == "DFPh" else [("e1",), ("e2",)])

    @staticmethod
    def volleys(
        *dice: str,
        phase: Any,
        turn: Any,
        parts: tuple[Callable[[Play], bool], ...] = (wave_fires,),
        **more: Any,
    ) -> list[tuple[tuple[str, ...], str]]:
        """The attacks of a wave till it has none left: who, and at which Location."""

        def run(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", LocationName("tA5"))))
            while any(part(play) for part in parts):
                pass

        game = shoot(*dice, run=run, phase=phase, turn=turn, **more)
        fired = [event.shot for event in events(game, ShotFired)]
        return [(shot.firers, shot.target) for shot in fired]

    def test_who_shares_his_location(self) -> None:
        """A7.212: who stands with a broken enemy fires there; the FG is of the others.

        No Good Order Target is one for him, so line 2 of the list gives him his.
        """
        enemies = {f"e{n}": (SQUAD, f"L{n}") for n in (6, 7, 8)}
        changes: dict[str, dict[str, Any]] = {
            id_: {"wave": "wave1", "moved": True} for id_ in enemies
        }
        fired = self.volleys(
            NONE,
            NONE,
            phase="AFPh",
            turn="ENEMY",
            enemies=enemies,
            units={**V, "B": (FOE, "L8")},
            changes={**changes, "B": {"broken": True}},
        )
        assert fired == [(("e6", "e7"), "tJ6"), (("e8",), "tL8")]

    def test_who_first_fired(self) -> None:
        """A8.4: who First Fired is in no FG at a far Target; the others are."""
        enemies = {f"e{n}": (SQUAD, f"L{n}") for n in (5, 6, 7, 8)}
        changes: dict[str, dict[str, Any]] = {
            id_: {"wave": "wave1", "action": "Fire"} for id_ in enemies
        }
        changes["e7"]["fired"] = "first"
        fired = self.volleys(
            NONE,
            NONE,
            phase="DFPh",
            turn="FRIENDLY",
            enemies=enemies,
            units=V,
            changes=changes,
        )
        assert fired == [(("e5", "e6"), "tJ6"), (("e8",), "tJ6")]

    FINAL = (final_fire, wave_fires, fire_beside_waves)
    ADVANCING = (advancing_fire, wave_fires, advancing_fire_beside_waves)

    @pytest.mark.parametrize(
        ("phase", "turn", "parts"),
        [("DFPh", "FRIENDLY", FINAL), ("AFPh", "ENEMY", ADVANCING)],
    )
    def test_part_of_a_location(
        self, phase: str, turn: str, parts: tuple[Callable[[Play], bool], ...]
    ) -> None:
        """D-854: who shares a Location with the wave fires in its FG, not before it."""
        places = {"e6": "L6", "e7": "L7", "other": "L7", "e8": "L8"}
        enemies = {id_: (HS, where) for id_, where in places.items()}
        moved = {"moved": phase == "AFPh", "attitude": "Advance"}
        changes: dict[str, dict[str, Any]] = {
            id_: {"wave": "wave1" if id_[0] == "e" else "", **moved} for id_ in enemies
        }
        fired = self.volleys(
            NONE,
            phase=phase,
            turn=turn,
            parts=parts,
            enemies=enemies,
            units=V,
            changes=changes,
        )
        assert fired == [(("e6", "e7", "other", "e8"), "tJ6")]

    def test_another_close_target(self) -> None:
        """D-854: whom S6.311 gives another Target fires at that, after the wave."""
        enemies = {"e6": (SQUAD, "L6"), "e7": (SQUAD, "L7"), "other": (HS, "L7")}
        changes = {id_: {"wave": "wave1"} for id_ in ("e6", "e7")}
        fired = self.volleys(
            NONE,
            NONE,
            phase="DFPh",
            turn="FRIENDLY",
            parts=self.FINAL,
            enemies=enemies,
            units={"V": (FOE, "J6"), "B": (FOE, "L8")},
            changes={**changes, "B": {"broken": True}},
        )
        assert fired == [(("e6", "e7"), "tJ6"), (("other",), "tL8")]

    def test_no_volley(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A FG of which nobody can do anything to its Target does not fire."""
        found = WaveFire(units=("e1",), target=LocationName("tA1"))
        monkeypatch.setattr(
            "opfor.rules.s_solitaire.s08_fire.s08_p18_human_wave_fire.wave_fire",
            lambda *_, **__: found,
        )

        def run(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", LocationName("tA5"))))
            assert not wave_fires(play)

        changes = {"e1": {"wave": "wave1"}}
        game = shoot(run=run, phase="AFPh", enemies=E1, units=V, changes=changes)
        assert shots(game) == []
