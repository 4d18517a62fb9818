"""S3.3 to S3.323: when a S? is checked, how Advance S? move, and where not."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.rules.a_infantry.a03_phases import acting
from opfor.rules.s_solitaire.s03_activation.hold import check_and_generate, threats_now
from opfor.rules.s_solitaire.s03_prohibited import friendly_vpo, suspect_bar
from opfor.rules.s_solitaire.s03_suspect_movement import unseen_course
from opfor.rules.s_solitaire.s09_movement.movers import of_suspect
from opfor.rules.sequence.enemy import act as enemy_acts
from opfor.state.events import (
    MoveChanged,
    PhaseBegan,
    SuspectChanged,
    SuspectPlaced,
    UnitChanged,
)
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    LocationName,
    Marker,
    Suspect,
    Unit,
    VehicleState,
)
from tests.rules.given.world import MISSION, events, game, world

# The FBE is on the left; woods lead half the way to it, past open ground.
BOARD = """
board: t
size: 20x10
woods: Q4 P4 O4 N4 M4
wooden building: B4
pond: H5
"""
WORLD = world(BOARD, MISSION)
VEHICLE = "german/pzkpfw-iva"


def at(name: str) -> LocationName:
    """A name as that of a Location."""
    return LocationName(name)


def view(
    *,
    suspects: tuple[Suspect, ...] = (),
    units: tuple[Unit, ...] = (),
    markers: tuple[Marker, ...] = (),
    forts: tuple[Fortification, ...] = (),
    vpo: str = "",
) -> FrozenView:
    """The board with things on it; a VPO Location is FRIENDLY Controlled."""
    vpo_ = (at(vpo),) if vpo else ()
    state = State(
        mission=replace(MISSION, vpo=vpo_),
        suspects={suspect.id: suspect for suspect in suspects},
        units={unit.id: unit for unit in units},
        markers={marker.id: marker for marker in markers},
        fortifications={fort.id: fort for fort in forts},
        control=dict.fromkeys(vpo_, "FRIENDLY"),
    )
    return FrozenView(state, WORLD)


def enemy(where: str, id_: str = "e1") -> Unit:
    """An ENEMY squad."""
    return Unit(id=id_, side="ENEMY", counter="russian/4-4-7", location=at(where))


def friend(where: str) -> Unit:
    """A FRIENDLY squad."""
    return Unit(id="V", side="FRIENDLY", counter="german/4-6-7", location=at(where))


class TestS3_3Checked:
    """S3.3."""

    @staticmethod
    def checked(*dice: str, wave: bool = False) -> Game[State]:
        """A squad moves next to a S?, which is checked."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",), assault=True)))
            (threat,) = threats_now(play)
            suspect = replace(threat.suspect, human_wave=wave)
            check_and_generate(play, replace(threat, suspect=suspect))

        return game(
            *dice,
            board=BOARD,
            suspects={"S1": "tD4"},
            units={"V": ("german/4-6-7", "tE4")},
            run=run,
        )

    def test_at_once(self) -> None:
        """An eligible S? has its AC at once, and brings what {A1} gives."""
        played = self.checked("S5.1 dr 1", "S5.6 DR 3,4")
        assert not played.state.suspects

    def test_without_ac(self) -> None:
        """That of a Human Wave has none."""
        played = self.checked("S4.34 dr 4", "S5.72 DR 4,4", "S5.72 DR 4,4", wave=True)
        rolls = [e for e in played.events if isinstance(e.event, RollMade)]
        assert "S5.1" not in {emitted.rule for emitted in rolls}


class TestS3_31Hold:
    """S3.31."""

    @staticmethod
    def cases(target: str, *, assault: bool = True, vehicle: bool = False) -> str:
        """The cases by which S? near and far are eligible for a moving stack."""
        found: list[str] = []

        def run(play: Play) -> None:
            if vehicle:
                unit = replace(play.state.unit("V"), vehicle=VehicleState())
                play.emit(UnitChanged(unit, "a vehicle"))
            play.emit(MoveChanged(Move(units=("V",), assault=assault)))
            found.extend(f"{t.suspect.id}{t.case}" for t in threats_now(play))

        game(
            board="board: t\nsize: 20x10\n",
            suspects={"S1": "tD4", "S2": "tO4"},
            units={"V": (VEHICLE if vehicle else "german/4-6-7", target)},
            run=run,
        )
        return " ".join(found)

    def test_by_proximity_and_from_afar(self) -> None:
        """S1 two hexes away is eligible by {x1}, S2 nine away by Long Range."""
        assert self.cases("tF4", assault=False) == "S1A S2L"

    def test_not_in_good_order(self) -> None:
        """Without a Good Order unit that moves nothing is eligible."""
        found: list[Any] = []

        def run(play: Play) -> None:
            found.append(threats_now(play))

        game(board=BOARD, suspects={"S1": "tD4"}, run=run)
        assert found == [[]]


class TestS3_31eLongRange:
    """S3.31e."""

    @pytest.mark.parametrize(
        ("target", "assault", "found"),
        [
            ("tF4", False, True),  # 9 hexes, -2
            ("tF4", True, False),  # -1 alone
            ("tG4", False, False),  # 8 hexes: within case A
        ],
    )
    def test_conditions(self, target: str, assault: bool, found: bool) -> None:
        """-2 or less, beyond the range of case A."""
        cases = TestS3_31Hold.cases(target, assault=assault)
        assert ("S2L" in cases) is found

    def test_not_a_vehicle(self) -> None:
        """A vehicle makes nothing eligible from afar."""
        cases = TestS3_31Hold.cases("tF4", assault=False, vehicle=True)
        assert "S2L" not in cases


class TestS3_323Prohibited:
    """S3.323."""

    def test_open_ground(self) -> None:
        """An empty Location is entered, one ENEMY unit in it or not."""
        assert suspect_bar(view(), at("tE5")) == ""
        assert suspect_bar(view(units=(enemy("tE5"),)), at("tE5")) == ""

    def test_two_enemy_units(self) -> None:
        """Two ENEMY units keep it out, S? among them; FRIENDLY ones do not count."""
        two = view(units=(enemy("tE5"),), suspects=(Suspect("S1", at("tE5")),))
        assert "two or more" in suspect_bar(two, at("tE5"))
        assert not suspect_bar(view(units=(enemy("tE5"), friend("tE5"))), at("tE5"))

    def test_water(self) -> None:
        """It does not enter a Water Obstacle."""
        assert "cannot be entered" in suspect_bar(view(), at("tH5"))

    def test_minefield(self) -> None:
        """A Known Minefield keeps it out, a hidden one does not."""
        mines = Fortification(id="m", kind="minefield", location=at("tE5"), fp=6)
        assert "Minefield" in suspect_bar(view(forts=(mines,)), at("tE5"))
        unknown = view(forts=(replace(mines, hidden=True),))
        assert suspect_bar(unknown, at("tE5")) == ""

    @pytest.mark.parametrize(("fp", "barred"), [(3, False), (4, True)])
    def test_residual(self, fp: int, barred: bool) -> None:
        """4 FP of Residual Fire keep it out, 3 do not; a Fire Lane adds to it."""
        fire = Marker(id="r", kind="residual", location=at("tE5"), fp=fp)
        assert bool(suspect_bar(view(markers=(fire,)), at("tE5"))) is barred
        lane = replace(fire, id="l", kind="fire lane", fp=1)
        both = suspect_bar(view(markers=(replace(fire, fp=3), lane)), at("tE5"))
        assert both


class TestS3_323_exc1Minefield:
    """S3.323 EXC."""

    @pytest.mark.parametrize(
        ("where", "barred"), [("tE5", False), ("tE6", False), ("tE7", True)]
    )
    def test_near_a_vpo(self, where: str, barred: bool) -> None:
        """In or ADJACENT to a FRIENDLY Controlled VPO it enters a Known Minefield."""
        mines = Fortification(id="m", kind="minefield", location=at(where), fp=6)
        assert bool(suspect_bar(view(forts=(mines,), vpo="tE5"), at(where))) is barred

    def test_only_friendly_controlled(self) -> None:
        """A VPO that the ENEMY Controls does not count."""
        scene = view(vpo="tE5")
        assert friendly_vpo(scene) == [at("tE5")]
        lost = scene._replace(state=replace(scene.state, control={at("tE5"): "ENEMY"}))
        assert friendly_vpo(lost) == []


class TestS3_323_exc2Residual:
    """S3.323 EXC."""

    @pytest.mark.parametrize(("where", "barred"), [("tE6", False), ("tE7", True)])
    def test_near_a_vpo(self, where: str, barred: bool) -> None:
        """ADJACENT to a FRIENDLY Controlled VPO it enters 4 FP of Residual Fire."""
        fire = Marker(id="r", kind="residual", location=at(where), fp=4)
        found = suspect_bar(view(markers=(fire,), vpo="tE5"), at(where))
        assert bool(found) is barred


class TestS3_321Movement:
    """S3.321."""

    def way_of(self, scene: GameView, suspect: Suspect) -> tuple[str, ...]:
        """Where a S? that nobody sees goes."""
        return unseen_course(scene, of_suspect(suspect)).way

    def test_toward_the_fbe(self) -> None:
        """Without a VPO to take it goes toward the FBE, and no slower by the woods."""
        suspect = Suspect("S1", at("tQ4"), "Advance")
        way = self.way_of(view(suspects=(suspect,)), suspect)
        assert way[0] in ("tP3", "tP5")
        assert (way[-1][1], len(way)) == ("A", 16)

    def test_toward_a_vpo(self) -> None:
        """A FRIENDLY Controlled VPO comes before the FBE."""
        suspect = Suspect("S1", at("tK5"), "Advance")
        scene = view(suspects=(suspect,), vpo="tS5")
        assert self.way_of(scene, suspect)[-1] == "tS5"

    def test_from_offboard(self) -> None:
        """It enters the Location beside which it waits, and goes on from there."""
        waiting = Suspect("S1", OFFBOARD, "Advance", enters=at("tT4"))
        scene = view(suspects=(waiting,), vpo="tR5")
        first, *_, last = self.way_of(scene, waiting)
        assert (first, last) == ("tT4", "tR5")

    def test_entering(self) -> None:
        """On its turn of entry it has four MF, that of the entry hex among them."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            waiting = Suspect("S1", OFFBOARD, "Advance", enters=at("tT4"))
            play.emit(SuspectPlaced(waiting))
            while enemy_acts(play):
                pass

        (suspect,) = game(
            board=BOARD, run=run, vpo=(at("tB4"),)
        ).state.suspects_onboard()
        assert WORLD.range(at("tT4"), suspect.location) == 3

    def test_never_where_it_is_prohibited(self) -> None:
        """Fire on the straight way makes it go around."""
        suspect = Suspect("S1", at("tQ4"), "Advance")
        fire = Marker(id="r", kind="residual", location=at("tP4"), fp=6)
        scene = view(suspects=(suspect,), markers=(fire,))
        assert "tP4" not in self.way_of(scene, suspect)

    def moved(self, *dice: str, friend_at: str = "", at_: str = "tT4") -> Game[State]:
        """The ENEMY's MPh with one S?, and perhaps a FRIENDLY squad."""

        def run(play: Play) -> None:
            waiting = Suspect("S1", OFFBOARD, "Advance", enters=at(at_))
            play.emit(SuspectPlaced(waiting))
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            while acting(play.state) == "ENEMY" and enemy_acts(play):
                pass

        friends = {"V": ("german/4-6-7", friend_at)} if friend_at else {}
        return game(*dice, board=BOARD, units=friends, attitude="Advance", run=run)

    def test_four_mf(self) -> None:
        """Four MF in all from where it enters; then it is done."""
        played = self.moved()
        moved = [e.suspect.location for e in events(played, SuspectChanged)]
        assert moved == ["tT4", "tS4", "tR4", "tQ4"] or len(moved) <= 4
        assert played.state.suspects["S1"].moved
        assert played.state.move is None

    def test_activated_on_the_way(self) -> None:
        """It stops where it is Activated, Known; then it may be fired at there."""
        played = self.moved(
            "S5.1 dr 1",
            "S5.6 DR 4,5",
            "S5.72 DR 4,4",
            "S5.73 DR 6,6",
            friend_at="tT8",
        )
        assert not played.state.suspects
        enemies = [u for u in played.state.units.values() if u.side == "ENEMY"]
        assert [(unit.location, unit.concealed) for unit in enemies] == [("tT4", False)]
        assert played.state.window is not None

    def test_a_dummy(self) -> None:
        """A failed AC ends its move as well."""
        played = self.moved("S5.1 dr 6", friend_at="tT8")
        assert not played.state.suspects
        assert len(played.state.units) == 1
        assert played.state.move is None
