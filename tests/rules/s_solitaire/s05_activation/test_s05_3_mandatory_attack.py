"""S5.3: the attack that a just-Activated Location must make at once."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import fire_at_once
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s05_activation.s05_3_mandatory_attack import (
    mandatory_attack,
)
from opfor.state.events import (
    MoveChanged,
    ShotFired,
    UnitAdded,
    UnitChanged,
    WeaponAdded,
    WindowChanged,
)
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.activated import BOARD, activated, units
from tests.rules.given.checks import entering, fates, on_table
from tests.rules.given.first_fire import Table
from tests.rules.given.world import events, notes

G5 = LocationName("tG5")
HMG = "russian/hmg"

FLAT = "board: t\nsize: 24x10\n"


class TestS5_3FireAtOnce:
    """The mandatory attack, and what follows it."""

    @staticmethod
    def after(mf: int, *dice: str, guns: dict[str, str] | None = None) -> Game[State]:
        """The squad e, and its MG, are just Activated."""

        def run(play: Play) -> None:
            play.emit(WindowChanged(None))
            fire_at_once(play, Fire(("e", *(guns or {})), G5), ["e"])

        return Table(mf=mf, guns=guns).play(*dice, run=run)

    def test_nothing_follows_one_mf(self) -> None:
        """One MF is one shot; it counts against later ones and leaves Residual FP."""
        played = self.after(MF, "A7.3 DR 6,5")
        assert played.state.window is not None
        assert played.state.window.shots == {"e": 1}
        assert not played.state.window.asked
        assert [m.fp for m in played.state.markers.values()] == [2]

    def test_sff_follows_two(self) -> None:
        """Two MF: it fires again as SFF."""
        played = self.after(2 * MF, "A7.3 DR 6,5", "A7.3 DR 6,5")
        assert played.state.units["e"].fired == "final"

    def test_rof(self) -> None:
        """A MG that kept its ROF fires again with the SFF of its squad."""
        played = self.after(
            2 * MF,
            "A7.3 DR 1,6",
            "A10.1 DR 1,2",
            "A7.3 DR 6,5",
            "A10.1 DR 1,2",
            guns={"mg": HMG},
        )
        assert played.state.weapons["mg"].fired == "first"
        assert played.state.units["e"].fired == "final"

    def test_rof_is_directed(self) -> None:
        """A7.531: the leader who directed it directs what keeps its ROF, too."""

        def run(play: Play) -> None:
            play.emit(WindowChanged(None))
            fire_at_once(play, Fire(("e", "mg"), G5, ("L",)), ["e"])

        leader = {"L": ("russian/8-1", "tB5")}
        table = Table("tB5", mf=2 * MF, guns={"mg": HMG}, more=leader)
        played = table.play(
            *("A7.3 DR 1,6", "A10.1 DR 1,2", "A7.3 DR 3,3", "A10.1 DR 1,2"), run=run
        )
        shots = [event.shot for event in events(played, ShotFired)]
        assert [(shot.firers, shot.leaders) for shot in shots] == [
            (("e", "mg"), ("L",)),
            (("mg",), ("L",)),
        ]

    def test_no_fpf(self) -> None:
        """Three MF: FPF does not follow of itself (D-114)."""
        played = self.after(3 * MF, "A7.3 DR 6,5", "A7.3 DR 6,5")
        assert len(events(played, ShotFired)) == 2

    def test_it_ends_with_the_targets(self) -> None:
        """A broken mover is fired at no more."""
        played = self.after(3 * MF, "A7.3 DR 2,1", "A10.1 DR 6,5")
        assert played.state.units["e"].fired == "first"

    def test_illegal(self) -> None:
        """What the rules forbid is no attack."""
        with pytest.raises(Illegal, match=r"A7\.351"):
            self.after(MF, guns={"x": HMG, "y": HMG})


class TestS5_3Ordnance:
    """S5.3: what Guns and vehicles fire, and Subsequent First Fire."""

    @staticmethod
    def attack(*dice: str, here: int = 4, shots: Any = None, **more: Any) -> list[str]:
        """What is told of the attack on a squad in E1; dice for fire that is not."""

        def run(play: Play) -> None:
            move = Move(units=("V",), here=here, steps=1)
            play.emit(MoveChanged(move))

        made = activated(*dice, by="tE1", units={"V": ("german/4-6-7", "tE1")}, **more)

        def again(play: Play) -> None:
            run(play)
            for unit in made.state.units.values():
                if unit.side == "ENEMY":
                    play.emit(UnitAdded(unit))
            for weapon in made.state.weapons.values():
                play.emit(WeaponAdded(weapon))
            mandatory_attack(play, [unit.id for unit in units(made)])

        by_hand: Any = ("fire",) if shots is None else ()
        squad = {"V": ("german/4-6-7", "tE1")}
        dice = shots or ()
        played = on_table(*dice, board=BOARD, units=squad, run=again, on_table=by_hand)
        return [note for note in notes(played) if shots or "First Fire" in note]

    def test_gun(self) -> None:
        """The Gun is named, and its crew's own FP is not used."""
        told = self.attack("S5.6 DR 6,6", "S5.72 DR 3,3", "S5.76 DR 3,4")
        assert "4-4-7 4" in told[0]
        assert "2-2-8" not in told[0]
        assert "45L AT PTP obr. 32" in told[1]

    def test_gun_fires(self) -> None:
        """To Hit; for the second MF again with its ROF, and small arms by SFF."""
        made = "S5.6 DR 6,6", "S5.72 DR 3,3", "S5.76 DR 3,4"
        hit, out, none = "C3.3 DR 3,6", "C3.3 DR 6,6", "A7.3 DR 6,5"
        told = self.attack(*made, shots=(none, hit, none))
        assert sum("45L AT" in note and "TH#" in note for note in told) == 1
        again = self.attack(*made, shots=(none, none, hit, none, out), here=8)
        assert sum("45L AT" in note and "TH#" in note for note in again) == 2

    def test_limbered(self) -> None:
        """A limbered Gun does not fire; its crew does."""
        told = self.attack(
            "S5.6 DR 6,6", "S5.72 DR 3,3", "S5.76 DR 1,1", attitude="Advance"
        )
        assert len(told) == 1
        assert "2-2-8" in told[0]

    @pytest.mark.parametrize(("here", "more"), [(4, 0), (7, 0), (8, 1), (12, 1)])
    def test_subsequent(self, here: int, more: int) -> None:
        """From 2 MF on, Subsequent First Fire and ROF attacks follow."""
        told = self.attack("S5.6 DR 3,3", "S5.72 DR 3,3", here=here)
        assert sum("Subsequent" in note for note in told) == more


class TestS5_3MandatoryAttack:
    """S5.3."""

    def test_the_activated_unit_fires_at_once(self) -> None:
        """T12: the attack names FP, column and each DRM, and reveals the firer."""
        play = on_table(
            "S5.1 dr 2",
            "S5.6 DR 3,3",
            "S5.72 DR 2,2",
            suspects={"S2": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
            date="1942-08",
        )
        (attack,) = [note for note in notes(play) if "First Fires" in note]
        assert "tO6 First Fires at tK6: 2.5 FP" in attack
        assert "column 2, DRM +0" in attack
        revealed, marked = events(play, UnitChanged)
        assert (revealed.unit.concealed, revealed.unit.action) == (False, "Fire")
        assert marked.unit.fired == "first"

    def test_a_dummy_by_a1_does_not_attack(self) -> None:
        """T12: a Final 7 on A1 generates nothing, so nothing fires."""
        play = on_table(
            "S5.1 dr 2",
            "S5.6 DR 4,3",
            suspects={"S2": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert not events(play, UnitAdded)
        assert not [note for note in notes(play) if "First Fires" in note]

    def test_t13(self) -> None:
        """T13: the upper S? first (6 never), then the ADJACENT one (1 always)."""
        play = on_table(
            "S5.1 dr 6",
            "S5.1 dr 1",
            "S5.6 DR 4,3",
            suspects={"S1": "tP8", "S2": "tP6/1"},
            units={"W": ("german/4-6-7", "tN9")},
            run=entering("tO9", "W"),
        )
        assert list(fates(play)) == ["S2", "S1"]
        assert "Original 6" in fates(play)["S2"]
        assert "Original 1" in fates(play)["S1"]

    def test_a_leader_who_directs_is_revealed(self) -> None:
        """Directing fire costs a leader his "?" as firing costs the squad its own."""
        play = on_table(
            "S5.1 dr 1",
            "S5.6 DR 4,5",
            "S5.72 DR 3,3",
            "S5.73 DR 2,3",
            "S5.73 dr 6",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        enemies = [u for u in play.state.units.values() if u.side == "ENEMY"]
        assert [u.counter for u in enemies] == ["russian/4-4-7", "russian/8-0"]
        assert not any(unit.concealed for unit in enemies)

    def test_an_eliminated_mover_is_gone(self) -> None:
        """What the player says the attack did is done."""
        play = on_table(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            results=("eliminated",),
            run=entering("tK6"),
        )
        assert "V" not in play.state.units


class TestS5_3_exc1NoTarget:
    """S5.3 EXC."""

    def test_out_of_reach_stays_concealed(self) -> None:
        """A unit for which the mover is no Target does not fire and keeps its "?"."""
        play = on_table(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 2,2",
            board=FLAT,
            suspects={"S1": "tJ5"},
            units={"V": ("german/4-6-7", "tB5")},
            run=entering("tC5", again="tD5", assault=False),
            date="1942-08",
        )
        (unit,) = [u for u in play.state.units.values() if u.side == "ENEMY"]
        assert unit.counter == "russian/5-2-7"
        assert not [note for note in notes(play) if "First Fires" in note]
        assert unit.concealed


class TestS5_3OverBocage:
    """S5.3 and B9.32: what was a S? behind bocage fires at who made it one."""

    @pytest.mark.parametrize("more", ["", "stone building: N5\n"])
    def test_it_fires(self, more: str) -> None:
        """It has the Wall Advantage of the S?, in the open and in a building."""
        play = on_table(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            board=f"board: t\nsize: 20x10\nbocage: N5/3\n{more}",
            suspects={"S1": "tN5"},
            units={"V": ("german/4-6-7", "tN8")},
            run=entering("tN7", assault=False),
        )
        (unit,) = units(play)
        assert unit.wall
        assert not unit.concealed
        assert [note for note in notes(play) if "First Fires" in note]
