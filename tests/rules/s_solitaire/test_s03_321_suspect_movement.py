"""S3.321, S9.41: how S? in Advance Attitude move, and leave the map."""

from opfor.core.game import Game
from opfor.rules.a_infantry.a03_9_phases import acting
from opfor.rules.s_solitaire.s03_321_suspect_movement import unseen_course
from opfor.rules.s_solitaire.s09_movement.movers import of_suspect
from opfor.rules.sequence.enemy import act as enemy_acts
from opfor.state.events import (
    MarkerAdded,
    PhaseBegan,
    ShotFired,
    SuspectChanged,
    SuspectPlaced,
)
from opfor.state.play import GameView, Play
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Marker, Suspect
from tests.rules.given.moves import at
from tests.rules.given.suspect_moves import BOARD, view
from tests.rules.given.world import MISSION, events, game, world

WORLD = world(BOARD, MISSION)


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

    def moved(
        self, *dice: str, friend_at: str = "", at_: str = "tT4", residual: int = 0
    ) -> Game[State]:
        """The ENEMY's MPh with one S?, perhaps a FRIENDLY squad and its Residual FP."""

        def run(play: Play) -> None:
            if residual:
                fire = {"location": at(at_), "fp": residual, "side": "FRIENDLY"}
                play.emit(MarkerAdded(Marker(id="r", kind="residual", **fire)))
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

    def test_into_residual_fp(self) -> None:
        """D-819: what it brings there is attacked by it; a S? as such is not."""
        brought = "S5.1 dr 1", "S5.6 DR 4,5", "S5.72 DR 4,4", "S5.73 DR 6,6"
        played = self.moved(*brought, "A7.3 DR 6,6", friend_at="tT8", residual=2)
        assert [shot.shot.target for shot in events(played, ShotFired)] == ["tT4"]
        assert not events(self.moved(residual=2), ShotFired)

    def test_a_dummy(self) -> None:
        """A failed AC ends its move as well."""
        played = self.moved("S5.1 dr 6", friend_at="tT8")
        assert not played.state.suspects
        assert len(played.state.units) == 1
        assert played.state.move is None
