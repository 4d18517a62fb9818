"""A8 at work: the window for First Fire, the fire itself, and what it leaves."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import (
    close,
    could_fire,
    open_window,
    residual_attack,
)
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    check_target,
    shots_allowed,
    shots_left,
)
from opfor.rules.a_infantry.a08_first_fire.offers import check_first_fire
from opfor.rules.choices.orders import Fire
from opfor.state.events import MarkerAdded, MoveChanged, MoveEnded, WeaponChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker
from tests.rules.given.first_fire import BOARD, Table, mark, shoot
from tests.rules.given.first_fire_modes import TWO_WOODS, begin, firing
from tests.rules.given.world import events, game, notes

G5 = LocationName("tG5")
SQUAD, RUSSIAN, CONSCRIPT = "german/4-6-7", "russian/4-4-7", "russian/4-2-6"
G5 = LocationName("tG5")


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
            spray = Fire(("e",), G5, second=LocationName("tG4"))
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

    @pytest.mark.parametrize(
        ("mf", "shots"), [(1, 1), (MF, 1), (6, 1), (2 * MF, 2), (15, 3), (4 * MF, 4)]
    )
    def test_one_shot_for_each_mf_spent(self, mf: int, shots: int) -> None:
        """Fractions are dropped, but one shot is always possible."""

        def run(play: Play) -> None:
            begin(play, mf)
            assert shots_allowed(play) == shots

        game(board=TWO_WOODS, units={"V": ("german/4-6-7", "tG5")}, run=run)

    def test_each_unit_has_its_own_shots(self) -> None:
        """What one unit has fired does not count for another."""

        def run(play: Play) -> None:
            begin(play, 2 * MF, e=1)
            assert (shots_left(play, "e"), shots_left(play, "f")) == (1, 2)

        game(board=TWO_WOODS, units={"V": ("german/4-6-7", "tG5")}, run=run)

    def test_no_shot_is_left(self) -> None:
        """A unit that has fired once for each MF spent there is refused."""
        assert firing("tG8") == "first"
        with pytest.raises(Illegal, match=r"A8\.1.*once for each MF"):
            firing("tG8", e=1)

    def test_only_at_what_moves(self) -> None:
        """Another Location is no target, and without a window nothing is."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="nothing spends MF"):
                check_target(play, G5)
            begin(play)
            check_target(play, G5)
            with pytest.raises(Illegal, match="nothing spends MF"):
                check_target(play, LocationName("tG6"))

        game(board=TWO_WOODS, units={"V": ("german/4-6-7", "tG5")}, run=run)

    def test_no_shots_outside_a_window(self) -> None:
        """Nobody has a shot when nothing moves."""

        def run(play: Play) -> None:
            assert shots_left(play, "e") == 0

        game(board=TWO_WOODS, run=run)


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

    @pytest.mark.parametrize(
        ("firers", "left"), [(("mg",), []), (("e", "mg"), [1]), (("e",), [1])]
    )
    def test_what_malfunctions_leaves_nothing(
        self, firers: tuple[str, ...], left: list[int]
    ) -> None:
        """Of a squad and the HMG that its 12 breaks the squad's four FP count."""
        table = Table(guns={"mg": "russian/hmg"})
        run = lambda play: shoot(play, *firers)  # noqa: E731
        assert residuals(table.play("A7.3 DR 6,6", run=run)) == left

    def test_nor_does_what_is_removed(self) -> None:
        """A HMG in Sustained Fire that its Original B# as X# takes out of play."""

        def run(play: Play) -> None:
            weapon = play.state.weapons["mg"]
            play.emit(WeaponChanged(replace(weapon, fired="first"), "set"))
            mark(play, fired="first")
            shoot(play, "e", "mg")
            assert "mg" not in play.state.weapons

        table = Table(guns={"mg": "russian/hmg"})
        assert residuals(table.play("A7.3 DR 6,6", run=run)) == []

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
            marker = Marker(id="r", kind="residual", location=G5, fp=fp, side="ENEMY")
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
        played = self.enter("A7.3 DR 6,5", times=2)
        assert "".join(notes(played)).count("4 FP") == 1

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
            marker = Marker(id="r", kind="residual", location=G5, fp=4, side="ENEMY")
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
            marker = Marker(id="r", kind="residual", location=G5, fp=4, side="FRIENDLY")
            play.emit(MarkerAdded(marker))
            residual_attack(play)

        played = Table("tT5").play(run=run)
        assert [m.attacked for m in played.state.markers.values()] == [{}]
        assert events(played, RollMade) == []


def test_hazardous_movement_in_place_meets_residual_fp_again() -> None:
    """Spared for FFMO and FFNAM on entry; assault and then hazard is a worse DRM."""

    def run(play: Play) -> None:
        marker = Marker(
            id="r",
            kind="residual",
            location=G5,
            fp=4,
            side="ENEMY",
            attacked={"V": -1},
        )
        play.emit(MarkerAdded(marker))
        residual_attack(play)
        residual_attack(play)

    played = Table("tT5", assault=True, hazardous=True).play("A7.3 DR 6,5", run=run)
    assert "Hazardous Movement" in "".join(notes(played))
