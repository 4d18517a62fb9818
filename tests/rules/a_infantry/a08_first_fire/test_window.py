"""A8 at work: windows, First Fire, SFF, FPF, Residual FP and Fire Lanes."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.offers import check_first_fire
from opfor.rules.a_infantry.a08_first_fire.window import (
    close,
    could_fire,
    fire_at_once,
    first_fire,
    mandatory,
    open_window,
    residual_attack,
)
from opfor.rules.choices.orders import Fire
from opfor.state.events import (
    MarkerAdded,
    MoveChanged,
    MoveEnded,
    UnitChanged,
    WeaponAdded,
    WindowChanged,
)
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Marker,
    Weapon,
)
from tests.rules.given.world import events, game, notes

BOARD = """
board: t
size: 20x10
woods: C8 B9
brush: J5
stone building 1: L4
"""
HERE = LocationName("tG5")
HMG = "russian/hmg"
SQUAD, RUSSIAN, CONSCRIPT = "german/4-6-7", "russian/4-4-7", "russian/4-2-6"


class Table:
    """A scene: V has spent MF in G5, and the ENEMY may fire."""

    def __init__(
        self,
        at: str = "tG7",
        *,
        mf: int = MF,
        target: str = "tG5",
        guns: dict[str, str] | None = None,
        counter: str = RUSSIAN,
        more: dict[str, tuple[str, str]] | None = None,
        movers: dict[str, str] | None = None,
        **move: Any,
    ) -> None:
        self.units = {
            id_: (kind, target) for id_, kind in (movers or {"V": SQUAD}).items()
        }
        self.enemies = {"e": (counter, at), **(more or {})}
        self.guns = guns or {}
        self.move = Move(units=tuple(self.units), here=mf, **move)

    def play(self, *dice: str, run: Callable[[Play], object]) -> Game[State]:
        """Play with these dice what happens once the window is open."""

        def begin(play: Play) -> None:
            for id_, kind in self.guns.items():
                play.emit(WeaponAdded(Weapon(id=id_, counter=kind, owner="e")))
            play.emit(MoveChanged(self.move))
            open_window(play)
            run(play)

        return game(
            *dice, board=BOARD, units=self.units, enemies=self.enemies, run=begin
        )


def shoot(play: Play, *ids: str, **order: Any) -> None:
    """The ENEMY fires at G5, or at what the order names."""
    target = order.pop("target", HERE)
    first_fire(play, "ENEMY", Fire(ids or ("e",), LocationName(target), **order))


def mark(play: Play, id_: str = "e", **changes: Any) -> None:
    """Change a unit."""
    play.emit(UnitChanged(replace(play.state.units[id_], **changes), "set"))


def residuals(played: Game[State]) -> list[int]:
    """The Residual FP on the map."""
    markers = played.state.markers.values()
    return [marker.fp for marker in markers if marker.kind == "residual"]


class TestWindow:
    """The DEFENDER's moment."""

    def test_opens_if_something_could_fire(self) -> None:
        """A squad in range and LOS; MF and hexside are in the window."""
        played = Table(mf=2 * MF).play(run=lambda play: None)
        window = played.state.window
        assert window is not None
        assert (window.side, window.mf, window.asked) == ("ENEMY", 2 * MF, True)

    @pytest.mark.parametrize("at", ["tT5", "tA10"])
    def test_stays_shut_if_nothing_could(self, at: str) -> None:
        """Beyond long range, or out of LOS, nobody is asked."""
        assert Table(at).play(run=lambda play: None).state.window is None

    def test_closes_and_the_move_goes_on(self) -> None:
        """Held fire: the stack still moves."""
        played = Table().play(run=close)
        assert played.state.window is not None
        assert not played.state.window.asked
        assert played.state.move is not None

    @pytest.mark.parametrize("state", ["broken", "pinned", "ti"])
    def test_a_stack_that_cannot_go_on_ends_its_move(self, state: str) -> None:
        """Once fire is held, not before."""

        def run(play: Play) -> None:
            mark(play, "V", **{state: True})
            assert play.state.move
            close(play)

        played = Table().play(run=run)
        assert events(played, MoveEnded)
        assert played.state.units["V"].moved

    def test_shots_of_the_same_location_are_kept(self) -> None:
        """More MF in the Location give more shots, less those fired there."""

        def run(play: Play) -> None:
            shoot(play)
            move = play.state.move
            assert move is not None
            play.emit(MoveChanged(replace(move, here=2 * MF)))
            open_window(play, entered=False)
            window = play.state.window
            assert window is not None
            assert window.asked
            assert (window.shots, window.mf, window.entered) == ({"e": 1}, 8, False)

        Table().play("A7.3 DR 6,5", run=run)


class TestA8_1DefensiveFirstFire:
    """A8.1."""

    def test_it_attacks_only_what_moves(self) -> None:
        """W, who was there before, is not attacked."""

        def run(play: Play) -> None:
            move = play.state.move
            assert move is not None
            play.emit(MoveChanged(replace(move, units=("V",))))
            open_window(play)
            shoot(play)

        table = Table(movers={"V": SQUAD, "W": SQUAD})
        played = table.play("A7.3 DR 3,4", "A10.1 DR 4,5", run=run)
        assert played.state.units["V"].broken
        assert not played.state.units["W"].broken

    def test_ffmo_and_ffnam(self) -> None:
        """Both count in the open, and are named."""
        played = Table().play("A7.3 DR 6,5", run=shoot)
        assert "DRM -2" in "".join(notes(played))

    def test_the_firer_is_marked(self) -> None:
        """First Fire marks the squad; the shot is counted, the window shut."""
        played = Table().play("A7.3 DR 6,5", run=shoot)
        assert played.state.units["e"].fired == "first"
        assert played.state.window is not None
        assert played.state.window.shots == {"e": 1}
        assert not played.state.window.asked

    def test_two_mf_give_two_shots(self) -> None:
        """With two MF the squad may fire again, as SFF; then it has none left."""

        def run(play: Play) -> None:
            shoot(play)
            assert could_fire(play)
            shoot(play)
            assert play.state.units["e"].fired == "final"
            assert not could_fire(play)

        Table(mf=2 * MF).play("A7.3 DR 6,5", "A7.3 DR 6,5", run=run)

    def test_a_mg_that_keeps_its_rof_fires_again(self) -> None:
        """It is not marked, and fires again if MF were spent for it (A9.2)."""

        def run(play: Play) -> None:
            shoot(play, "mg")
            assert play.state.weapons["mg"].fired == ""
            assert could_fire(play)
            shoot(play, "mg")
            assert play.state.weapons["mg"].fired == "first"

        table = Table(mf=2 * MF, guns={"mg": "russian/hmg"})
        table.play("A7.3 DR 3,6", "A10.1 DR 1,2", "A7.3 DR 5,6", run=run)

    def test_not_at_another_location(self) -> None:
        """Only where MF are spent."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match=r"A8\.1"):
                check_first_fire(play, "ENEMY", Fire(("e",), LocationName("tG4")))
            spray = Fire(("e",), HERE, second=LocationName("tG4"))
            with pytest.raises(Illegal, match=r"A8\.1"):
                check_first_fire(play, "ENEMY", spray)

        Table().play(run=run)

    def test_all_movers_are_gone(self) -> None:
        """The move ends when nobody is left of the stack."""

        def run(play: Play) -> None:
            shoot(play, "e", "mg")
            assert play.state.move is None

        played = Table(mf=MF, guns={"mg": "russian/hmg"}).play("A7.3 DR 1,2", run=run)
        assert "V" not in played.state.units


class TestResidual:
    """A8.2: what fire leaves, and what that does."""

    def test_half_the_column(self) -> None:
        """Four FP leave two."""
        assert residuals(Table().play("A7.3 DR 6,5", run=shoot)) == [2]

    def test_cowering_lowers_it(self) -> None:
        """Doubles: the two column leaves one."""
        assert residuals(Table().play("A7.3 DR 5,5", run=shoot)) == [1]

    def test_a_mg_that_keeps_its_rof_leaves_nothing(self) -> None:
        """Only the squad's four FP count, not the HMG's six (D-110)."""
        table = Table(guns={"mg": "russian/hmg"})
        run = lambda play: shoot(play, "e", "mg")  # noqa: E731
        kept = table.play("A7.3 DR 3,6", "A10.1 DR 1,2", run=run)
        assert residuals(kept) == [2]
        spent = table.play("A7.3 DR 6,5", "A10.1 DR 1,2", run=run)
        assert residuals(spent) == [4]

    def test_a_snap_shot_leaves_none(self) -> None:
        """Nor has it any DRM here; its FP are halved."""

        def run(play: Play) -> None:
            shoot(play, snap=True)

        played = Table(entry_side=3).play("A7.3 DR 6,5", run=run)
        assert residuals(played) == []
        assert "2 FP" in "".join(notes(played))
        assert "DRM +0" in "".join(notes(played))

    @staticmethod
    def enter(*dice: str, fp: int = 4, times: int = 1, **move: Any) -> Game[State]:
        """V enters G5, where Residual FP lies."""

        def run(play: Play) -> None:
            marker = Marker(id="r", kind="residual", location=HERE, fp=fp, side="ENEMY")
            play.emit(MarkerAdded(marker))
            for _ in range(times):
                residual_attack(play)

        return Table("tT5", **move).play(*dice, run=run)

    def test_it_attacks_who_enters(self) -> None:
        """With FFMO and FFNAM, at full FP, without cowering."""
        played = self.enter("A7.3 DR 3,3", "A10.1 DR 4,5")
        assert played.state.units["V"].broken
        assert "4 FP" in "".join(notes(played))

    def test_once(self) -> None:
        """The same MF count but once; more MF in the Location neither."""
        self.enter("A7.3 DR 6,5", times=2)

    def test_a_cx_mover(self) -> None:
        """Double Time makes nothing worse for him: FFMO and FFNAM only."""
        played = self.enter("A7.3 DR 6,5", double_time=True)
        assert "DRM -2" in "".join(notes(played))

    def test_assault_movement(self) -> None:
        """Without FFNAM."""
        assert "DRM -1" in "".join(notes(self.enter("A7.3 DR 6,5", assault=True)))

    @pytest.mark.parametrize(("ce", "dice"), [(False, ()), (True, ("A7.3 DR 6,5",))])
    def test_armor_keeps_it_out(self, ce: bool, dice: tuple[str, ...]) -> None:
        """An AFV that is BU is not attacked at all; of one that is CE, the crew is."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("tank",), here=MF)))
            marker = Marker(id="r", kind="residual", location=HERE, fp=4, side="ENEMY")
            play.emit(MarkerAdded(marker))
            residual_attack(play)

        tank = ("german/pzkpfw-ivf2", "tG5", {"ce": ce, "motion": True})
        played = game(*dice, board=BOARD, vehicles={"tank": tank}, run=run)
        assert [m.attacked for m in played.state.markers.values()] == [
            {"tank": -2} if ce else {}
        ]

    def test_that_of_its_own_side_does_nothing(self) -> None:
        """The ATTACKER's own is not there in his MPh, and attacks nobody."""

        def run(play: Play) -> None:
            marker = Marker(
                id="r", kind="residual", location=HERE, fp=4, side="FRIENDLY"
            )
            play.emit(MarkerAdded(marker))
            residual_attack(play)

        Table("tT5").play(run=run)


class TestA8_3Sff:
    """A8.3 in play."""

    def test_half_fp_and_final_fire(self) -> None:
        """Area Fire: two FP; the squad is marked Final Fire."""

        def run(play: Play) -> None:
            mark(play, fired="first")
            open_window(play)
            shoot(play)

        played = Table().play("A7.3 DR 6,5", run=run)
        assert played.state.units["e"].fired == "final"
        assert "½ (SFF)" in "".join(notes(played))

    def test_mg_that_do_not_take_part_are_forfeited(self) -> None:
        """The LMG may not fire later."""

        def run(play: Play) -> None:
            mark(play, fired="first")
            open_window(play)
            shoot(play)

        played = Table(guns={"mg": "russian/lmg"}).play("A7.3 DR 6,5", run=run)
        assert played.state.weapons["mg"].fired == "final"


class TestA8_31FinalProtectiveFire:
    """A8.31 in play."""

    @staticmethod
    def fpf(*dice: str) -> Game[State]:
        """A Final-Fire-marked squad fires at the next hex."""

        def run(play: Play) -> None:
            mark(play, fired="final")
            open_window(play)
            shoot(play)

        return Table("tG6").play(*dice, run=run)

    def test_four_fp_and_a_nmc_of_the_firer(self) -> None:
        """PBF and Area Fire: four FP; the DR of the attack, 8, breaks it."""
        played = self.fpf("A7.3 DR 5,3", "A10.1 DR 1,2")
        assert "½ (FPF)" in "".join(notes(played))
        assert "4 FP" in "".join(notes(played))
        assert played.state.units["e"].broken

    def test_the_nmc_is_passed(self) -> None:
        """A 6 leaves it as it was; the target takes its NMC."""
        played = self.fpf("A7.3 DR 4,2", "A10.1 DR 1,2")
        assert not played.state.units["e"].broken
        assert not played.state.units["e"].pinned

    def test_the_highest_dr_that_passes_pins(self) -> None:
        """A 7 pins it."""
        played = self.fpf("A7.3 DR 4,3", "A10.1 DR 1,2")
        assert played.state.units["e"].pinned


class TestA8_312MandatoryFire:
    """A8.312 in play."""

    def test_hold_fire_is_refused(self) -> None:
        """Who is entered must fire first, even by FPF."""

        def run(play: Play) -> None:
            mark(play, fired="final")
            open_window(play)
            assert [unit.id for unit in mandatory(play, "ENEMY")] == ["e"]
            shoot(play)
            assert not mandatory(play, "ENEMY")

        Table("tG5").play("A7.3 DR 1,5", "A10.1 DR 1,2", run=run)


class TestA9_22FireLanes:
    """A9.22 in play."""

    @staticmethod
    def lane(*dice: str, then: Callable[[Play], object] = lambda _: None) -> Any:
        """A HMG lays a Fire Lane through G5."""

        def run(play: Play) -> None:
            shoot(play, "mg", lane=True)
            then(play)

        return Table("tG8", guns={"mg": "russian/hmg"}).play(*dice, run=run)

    def test_it_is_laid_with_the_shot(self) -> None:
        """The MG is marked, keeps no ROF, and leaves no Residual FP."""
        played = self.lane("A7.3 DR 3,6", "A10.1 DR 1,2")
        assert played.state.weapons["mg"].fired == "first"
        assert not played.state.weapons["mg"].rof
        assert {m.kind for m in played.state.markers.values()} == {"fire lane"}

    def test_a_mg_that_malfunctions_lays_none(self) -> None:
        """An Original 12."""
        played = self.lane("A7.3 DR 6,6")
        assert played.state.weapons["mg"].malfunctioned
        assert not played.state.markers

    def test_a_mg_that_is_lost_lays_none(self) -> None:
        """A captured one with its X#."""

        def run(play: Play) -> None:
            shoot(play, "mg", lane=True)

        played = Table("tG8", guns={"mg": "german/hmg"}).play("A7.3 DR 6,6", run=run)
        assert "mg" not in played.state.weapons
        assert not played.state.markers

    def test_it_attacks_who_enters(self) -> None:
        """Four FP, FFMO and FFNAM; an Original 12 breaks the MG and ends the lane."""

        def enter(play: Play) -> None:
            unit = replace(play.state.units["V"], location=LocationName("tG4"))
            play.emit(UnitChanged(unit, "moves on"))
            residual_attack(play)

        played = self.lane("A7.3 DR 5,6", "A7.3 DR 6,6", then=enter)
        assert "fire lane" in "".join(notes(played))
        assert "4 FP" in "".join(notes(played))
        assert played.state.weapons["mg"].malfunctioned
        assert not played.state.markers

    def test_one_mg(self) -> None:
        """A squad alone, or a Snap Shot, lays none."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match=r"A9\.22.*one MG"):
                check_first_fire(play, "ENEMY", Fire(("e",), HERE, lane=True))

        Table("tG8").play(run=run)


class TestS5_3FireAtOnce:
    """The mandatory attack, and what follows it."""

    @staticmethod
    def after(mf: int, *dice: str, guns: dict[str, str] | None = None) -> Game[State]:
        """The squad e, and its MG, are just Activated."""

        def run(play: Play) -> None:
            play.emit(WindowChanged(None))
            fire_at_once(play, Fire(("e", *(guns or {})), HERE), ["e"])

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

    def test_no_fpf(self) -> None:
        """Three MF: FPF does not follow of itself (D-114)."""
        self.after(3 * MF, "A7.3 DR 6,5", "A7.3 DR 6,5")

    def test_it_ends_with_the_targets(self) -> None:
        """A broken mover is fired at no more."""
        played = self.after(3 * MF, "A7.3 DR 2,1", "A10.1 DR 6,5")
        assert played.state.units["e"].fired == "first"

    def test_illegal(self) -> None:
        """What the rules forbid is no attack."""
        with pytest.raises(Illegal, match=r"A7\.351"):
            self.after(MF, guns={"x": HMG, "y": HMG})


def test_hazardous_movement_in_place_meets_residual_fp_again() -> None:
    """Spared for FFMO and FFNAM on entry; assault and then hazard is a worse DRM."""

    def run(play: Play) -> None:
        marker = Marker(
            id="r",
            kind="residual",
            location=HERE,
            fp=4,
            side="ENEMY",
            attacked={"V": -1},
        )
        play.emit(MarkerAdded(marker))
        residual_attack(play)
        residual_attack(play)

    played = Table("tT5", assault=True, hazardous=True).play("A7.3 DR 6,5", run=run)
    assert "Hazardous Movement" in "".join(notes(played))
