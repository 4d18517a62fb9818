"""C3 in play: shots by ordnance, from the To Hit DR to what a hit does."""

from typing import Any

import pytest

from opfor.core.dice import DR
from opfor.core.event import RollMade
from opfor.core.fact import Fact
from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import gun_shot, shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Aimed
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import (
    effective,
    keeps_rof,
    runs_out,
    verdicts,
)
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged, TableSet
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import Acquired, GunState
from opfor.views.text.purposes import purpose_of
from tests.rules.given.armor import duel, told
from tests.rules.given.armor import fire as armor_fire
from tests.rules.given.ordnance import CREW, GUN, MTR, L, plain, table
from tests.rules.given.shots_fired import BARE, fire
from tests.rules.given.verdicts import result
from tests.rules.given.world import notes

SHOT = "to_hit_shot"
CA = {"gun": GunState(ca=2)}


class TestC3_3ShotsInPlay:
    """C3.3: what the DR does to the firer and to the target."""

    def test_a_miss(self) -> None:
        """A miss marks the mortar; it has acquired the area; the squad keeps its FP."""
        state = fire("C3.3 DR 4,4").state
        weapon = state.weapons["w"]
        assert (weapon.fired, weapon.rof) == ("final", False)
        assert weapon.acquired == Acquired(at=L("tH5"), drm=-1, area=True)
        assert state.units["R"].fired == ""

    def test_kind_of_fire(self) -> None:
        """C5.6: a Gun that has fired already fires Intensive Fire."""
        for mark, kind in (("", "final_fire"), ("final", "intensive_fire")):
            state = {"gun": GunState(ca=2), "fired": mark}
            played = fire("C3.3 DR 6,5", weapon=GUN, unit=CREW, weapon_state=state)
            facts = [getattr(e.event, "fact", None) for e in played.events]
            shots = [f for f in facts if isinstance(f, Fact) and f.kind == SHOT]
            assert [one.kind for one in shots[0].data["kind"]] == [kind]

    def test_what_is_asked(self) -> None:
        """Who rolls the DR by hand is told what fires, its TH# and the DRM."""
        (entry,) = fire("C3.3 DR 4,4").journal
        told = purpose_of(entry.asked.request)
        assert told.startswith("To Hit tH5: 50* MTR of R, HE, TH# 7 ")
        assert told.endswith("DRM +1 (+1 Case R: LOS Hindrance (C6.9))")

    def test_rof(self) -> None:
        """A coloured die of no more than its ROF lets it fire again."""
        assert fire("C3.3 DR 3,5").state.weapons["w"].rof

    def test_case_c4(self) -> None:
        """C5.34: what is told is the Final DR with the lower dr doubled."""
        tank = {"motion": True}
        played = duel(armor_fire, "C3.3 DR 5,3", phase="DFPh", turn="ENEMY", tank=tank)
        (roll,) = (e.event for e in played.events if isinstance(e.event, RollMade))
        doubled = [mod.value for mod in roll.mods if mod.rule == "C5.34"]
        assert (roll.dice, doubled) == ((5, 3), [3])
        assert "+0 Case C4: in Motion, lower dr doubled (C5.34)" in told(played)

    def test_a_hit(self) -> None:
        """A hit is an attack with half of 6 FP on the 2 column: a DR of 5 is a NMC."""
        played = fire("C3.3 DR 4,2", "A7.3 DR 4,1", "A10.1 DR 6,4")
        assert played.state.units["V"].broken
        assert any("3 FP" in note for note in notes(played))

    def test_malfunction(self) -> None:
        """An Original 12 makes it malfunction, and the shot does nothing."""
        state = fire("C3.3 DR 6,6").state
        assert state.weapons["w"].malfunctioned
        assert state.weapons["w"].acquired is None

    def test_removal(self) -> None:
        """A PSK is gone with an Original 10."""
        state = fire(
            "C3.3 DR 5,5",
            weapon="german/psk",
            unit="german/4-6-7",
            at="tH6",
            target="tH7",
            date="1944-08",
        ).state
        assert "w" not in state.weapons

    def test_a_crew_is_marked(self) -> None:
        """Who has no inherent FP left is marked with its Weapon."""
        state = fire("C3.3 DR 4,6", weapon=GUN, unit=CREW, weapon_state=CA).state
        assert (state.weapons["w"].fired, state.units["R"].fired) == ("final", "final")

    def test_it_turns(self) -> None:
        """A Gun that turns to fire stays so."""
        state = fire(
            "C3.3 DR 4,6", weapon=GUN, unit=CREW, weapon_state={"gun": GunState(ca=5)}
        ).state
        gun = state.weapons["w"].gun
        assert gun is not None
        assert gun.ca in (1, 2)

    def test_on_the_players_table(self) -> None:
        """The player may roll himself and say that it hits; the rest goes on."""

        def run(play: Play) -> None:
            play.emit(TableSet(("to hit",)))
            shoot(play, plan_shot(play, "ENEMY", Fire(("w",), L("tH5"))))

        reports: tuple[dict[str, Any], ...] = ({"result": "hit"}, {"w": "ROF"})
        played = table(run, "A7.3 DR 6,6", weapon=MTR, reports=reports)
        weapon = played.state.weapons["w"]
        assert (weapon.fired, weapon.rof) == ("final", True)
        assert any("3 FP" in note for note in notes(played))


class TestGunShot:
    """S5.3: a Gun that was just Activated."""

    def test_at_what_moves(self) -> None:
        """It First Fires at the movers with FFMO and FFNAM, and leaves Residual FP."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",))))
            gun_shot(play, "ENEMY", Fire(("w",), L("tH5")))

        played = table(
            run,
            "C3.3 DR 4,5",
            "A7.3 DR 6,6",
            weapon=GUN,
            unit=CREW,
            weapon_state=CA,
            phase="MPh",
            board=BARE,
            state={"concealed": True},
        )
        assert played.state.weapons["w"].fired == "first"
        assert [m.fp for m in played.state.markers.values()] == [2]

    def test_out_of_sight(self) -> None:
        """What is no Target is told."""

        def run(play: Play) -> None:
            gun_shot(play, "ENEMY", Fire(("w",), L("tH7")))

        limbered = {"gun": GunState(ca=2, limbered=True)}
        played = table(run, weapon=GUN, unit=CREW, weapon_state=limbered, board=BARE)
        assert notes(played)


class TestOffers:
    """What `legal` shows of ordnance."""

    def test_shots(self) -> None:
        """HE and SMOKE of a mortar at each place of the enemy, with the chance."""
        found: list[Any] = []
        table(
            lambda play: found.extend(shots(play, "ENEMY")),
            weapon="british/51-mtr",
            units={"W": ("german/4-6-7", "tJ5"), "X": ("german/4-6-7", "tE5")},
        )
        assert [(o.order.target, o.order.ammo) for o in found] == [
            ("tH5", ""),
            ("tH5", "smoke"),
            ("tJ5", ""),
            ("tJ5", "smoke"),
        ]
        assert "%" in found[0].label

    def test_none(self) -> None:
        """Nothing without ordnance."""
        found: list[Any] = []
        table(lambda play: found.extend(shots(play, "ENEMY")))
        assert found == []


class TestPfOffers:
    """PF among the offers."""

    @pytest.mark.parametrize(("date", "count"), [("1944-08", 1), ("1943-09", 0)])
    def test_by_date(self, date: str, count: int) -> None:
        """A German squad beside a house with Russians, once there are PF."""
        found: list[Any] = []
        table(
            lambda play: found.extend(shots(play, "FRIENDLY")),
            at="tH7",
            target="tH6",
            date=date,
            phase="PFPh",
        )
        assert [o.order.ammo for o in found] == ["PF"] * count

    def test_nothing_moves(self) -> None:
        """In the MPh nothing is offered when nothing moves any more."""
        found: list[Any] = []
        table(
            lambda play: found.extend(shots(play, "FRIENDLY")),
            weapon=MTR,
            date="1944-08",
            phase="MPh",
        )
        assert found == []


class TestC3_3ToHit:
    """C3.3: a Final DR of no more than the number hits."""

    @pytest.mark.parametrize(
        ("drm", "dice", "said"),
        [
            (0, (4, 4), "hit"),
            (0, (4, 5), "miss"),
            (2, (3, 3), "hit"),
            (2, (3, 4), "miss"),
            (-2, (5, 5), "hit"),
            (-2, (5, 6), "miss"),
        ],
    )
    def test_boundary(self, drm: int, dice: tuple[int, int], said: str) -> None:
        """To Hit number 8, with DRM."""
        assert result(plain(8, drm), *dice) == said

    def test_each_target_by_itself(self) -> None:
        """One DR hits those whose own DRM let it."""
        aims = (Aimed("V"), Aimed("W", (Mod("concealed", 2),)))
        shot = plain(8, aims=aims)
        assert verdicts(shot, DR(3, 4)) == {"V": "hit", "W": "miss"}

    def test_rof_failure_and_depletion(self) -> None:
        """The coloured die keeps ROF; B# and depletion number are of the Original."""
        shot = plain(8, rof=2, breakdown=11, depletion=7)
        assert keeps_rof(shot, DR(2, 5))
        assert not keeps_rof(shot, DR(3, 1))
        assert not keeps_rof(shot, DR(2, 6))
        assert [runs_out(shot, DR(3, n)) for n in (4, 5)] == [False, True]
        always = plain(8, breakdown=11)
        assert [effective(always, DR(5, n)) for n in (5, 6)] == [True, False]
