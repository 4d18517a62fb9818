"""C3 in play: shots from the To Hit DR to what a hit does."""

from collections.abc import Callable
from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.c_ordnance.c03_to_hit.plan import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.resolution import gun_shot, shoot
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged, TableSet, WeaponAdded
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    Acquired,
    GunState,
    Weapon,
)
from tests.rules.given.ordnance import CREW, GUN, MTR, L, table
from tests.rules.given.world import notes

CA = {"gun": GunState(ca=2)}


def fire(*dice: str, order: dict[str, Any] | None = None, **given: Any) -> Game[State]:
    """R fires w at V's Location with these dice."""
    given.setdefault("weapon", MTR)
    target = given.get("target", "tH5")

    def run(play: Play) -> None:
        fields = {"firers": ("w",), "target": L(target)} | (order or {})
        shoot(play, plan_shot(play, "ENEMY", Fire(**fields)))

    return table(run, *dice, **given)


class TestC3_3ShotsInPlay:
    """C3.3: what the DR does to the firer and to the target."""

    def test_a_miss(self) -> None:
        """A miss marks the mortar; it has acquired the area; the squad keeps its FP."""
        state = fire("C3.3 DR 4,4").state
        weapon = state.weapons["w"]
        assert (weapon.fired, weapon.rof) == ("final", False)
        assert weapon.acquired == Acquired(at=L("tH5"), drm=-1, area=True)
        assert state.units["R"].fired == ""

    def test_rof(self) -> None:
        """A coloured die of no more than its ROF lets it fire again."""
        assert fire("C3.3 DR 3,5").state.weapons["w"].rof

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


class TestC3_8MultipleHits:
    """C3.8: the better one of two Effects DR."""

    GUN37 = "russian/37l-at-ptp-obr-30"

    def test_two_effects_dr(self) -> None:
        """The lower one counts: 4 FP with a 5, and V checks its morale."""
        dice = ("C3.3 DR 2,2", "A7.3 DR 6,6", "A7.3 DR 4,1", "A10.1 DR 2,1")
        played = fire(*dice, weapon=self.GUN37, unit=CREW, weapon_state=CA)
        assert sum(note.startswith("V: ") for note in notes(played)) == 2

    def test_one_without_doubles(self) -> None:
        """Any other hit brings one."""
        dice = ("C3.3 DR 3,1", "A7.3 DR 6,6")
        fire(*dice, weapon=self.GUN37, unit=CREW, weapon_state=CA)


class TestA12_121AConcealedGunFires:
    """A12.121: what a concealed Gun's crew gives away as it fires."""

    @pytest.mark.parametrize(("ca", "seen"), [(2, False), (5, True)])
    def test_turning(self, ca: int, seen: bool) -> None:
        """A coloured 4 keeps its "?", unless it had to change its CA."""
        state = {"gun": GunState(ca=ca, emplaced=True)}
        played = fire(
            "C3.3 DR 4,6",
            weapon=GUN,
            unit=CREW,
            at="tD3",
            weapon_state=state,
            state={"concealed": True},
        )
        assert played.state.units["R"].concealed is not seen


class TestC8_9Depletion:
    """C8.9 in play."""

    @pytest.mark.parametrize(
        ("dice", "fired", "gone"),
        [("4,4", "", True), ("4,3", "final", True), ("3,3", "final", False)],
    )
    def test_smoke(self, dice: str, fired: str, gone: bool) -> None:
        """Above s7: none, and it may fire something else; 7 is the last one."""
        state = fire(
            f"C3.3 DR {dice}", weapon="british/51-mtr", order={"ammo": "smoke"}
        ).state
        weapon = state.weapons["w"]
        assert (weapon.fired, bool(weapon.depleted)) == (fired, gone)


class TestC3_74CriticalHit:
    """C3.74."""

    def test_infantry(self) -> None:
        """45L at a squad in a stone house: 8 FP and -3 by a CH instead of 4 and 0."""
        played = fire(
            "C3.3 DR 1,1",
            "C3.3 dr 1",
            "A7.3 DR 6,5",
            "A10.1 DR 2,1",
            weapon=GUN,
            unit=CREW,
            weapon_state=CA,
            target="tH7",
        )
        told = [note for note in notes(played) if note.startswith("HE ")]
        assert told
        assert "8 FP" in told[0]
        assert "-3 CH" in told[0]

    def test_one_of_several(self) -> None:
        """Random Selection says who suffers it; the same DR is for the others."""
        played = fire(
            "C3.3 DR 1,1",
            "C3.74 random 5 2",
            "A7.3 DR 6,5",
            weapon=GUN,
            unit=CREW,
            weapon_state=CA,
            board=BARE,
            units={"W": ("german/4-6-7", "tH5")},
        )
        told = [note for note in notes(played) if "no effect" in note]
        assert told

    def test_area(self) -> None:
        """Everybody suffers a CH with the Area Target Type."""
        played = fire(
            "C3.3 DR 1,1", "A7.3 DR 6,6", units={"W": ("german/4-6-7", "tH5")}
        )
        assert any("6 FP" in note for note in notes(played))


BARE = """
board: t
size: 40x10
brush: Z5
"""


def with_gun(run: Callable[[Play], object]) -> Callable[[Play], None]:
    """V is a crew with an emplaced Gun as well."""

    def once(play: Play) -> None:
        gun = Weapon(
            id="g", counter="german/75l-at-pak-40", owner="V", gun=GunState(ca=2)
        )
        play.emit(WeaponAdded(gun))
        run(play)

    return once


class TestC11_4AHitOnAGun:
    """C11.4."""

    @staticmethod
    def hit(*dice: str) -> State:
        """A Russian 45L fires at a German crew with its Gun in the open."""

        def run(play: Play) -> None:
            order = Fire(("w",), L("tH5"))
            shoot(play, plan_shot(play, "ENEMY", order))

        return table(
            with_gun(run),
            *dice,
            weapon=GUN,
            unit=CREW,
            weapon_state=CA,
            enemy="german/2-2-8",
            board=BARE,
        ).state

    def test_kia(self) -> None:
        """4 FP and a DR of 2 are a K: the crew dies, the Gun malfunctions."""
        state = self.hit("C3.3 DR 4,3", "A7.3 DR 1,1")
        assert "V" not in state.units
        assert state.weapons["g"].malfunctioned

    def test_ch(self) -> None:
        """A CH eliminates both, whatever the Effects DR."""
        state = self.hit("C3.3 DR 1,1", "A7.3 DR 6,6")
        assert "V" not in state.units
        assert "g" not in state.weapons

    def test_no_effect(self) -> None:
        """A weaker result leaves the Gun alone."""
        state = self.hit("C3.3 DR 4,3", "A7.3 DR 5,5")
        assert not state.weapons["g"].malfunctioned


class TestC13_31PfInPlay:
    """C13.31 in play."""

    @staticmethod
    def pf(*dice: str, **given: Any) -> Game[State]:
        """The German squad V fires a PF at Russians in the house beside it."""

        def run(play: Play) -> None:
            order = Fire(("V",), L("tH7"), ammo="PF")
            shoot(play, plan_shot(play, "FRIENDLY", order))

        return table(
            run,
            *dice,
            at="tH7",
            target="tH6",
            date="1944-08",
            phase="PFPh",
            **given,
        )

    def test_a_hit(self) -> None:
        """It has one: TH# 8, +3 for the house, -2 at one hex; 16 FP."""
        played = self.pf("C13.31 dr 2", "C3.3 DR 3,4", "A7.3 DR 6,6")
        assert any("16 FP" in note for note in notes(played))
        assert played.state.toll("FRIENDLY").pf == 1
        assert played.state.units["V"].fired == "prep"

    def test_none(self) -> None:
        """Without one nothing is fired, and its FP are used."""
        played = self.pf("C13.31 dr 4")
        assert played.state.toll("FRIENDLY").pf == 0
        assert played.state.units["V"].fired == "prep"

    def test_a_six(self) -> None:
        """A 6 pins it, and breaks it if it is pinned."""
        assert self.pf("C13.31 dr 6").state.units["V"].pinned
        state = self.pf("C13.31 dr 6", theirs={"pinned": True}).state
        assert state.units["V"].broken


class TestC13_8BackblastInPlay:
    """C13.8 in play."""

    def test_borne(self) -> None:
        """Out of a house without Case C3: 1 FP on everybody there."""
        played = fire(
            "C3.3 DR 4,5",
            "A7.3 DR 5,5",
            weapon="german/psk",
            unit="german/4-6-7",
            at="tD7",
            target="tD8",
            board=HOUSES,
            date="1944-08",
            order={"backblast": True},
        )
        assert any("backblast" in note for note in notes(played))

    def test_avoided(self) -> None:
        """With Case C3 there is none."""
        played = fire(
            "C3.3 DR 4,5",
            weapon="german/psk",
            unit="german/4-6-7",
            at="tD7",
            target="tD8",
            board=HOUSES,
            date="1944-08",
        )
        assert not any("backblast" in note for note in notes(played))


HOUSES = """
board: t
size: 40x10
stone building: D7+D8
"""


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
