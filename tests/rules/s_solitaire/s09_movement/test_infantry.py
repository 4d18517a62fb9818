"""S9.1 to S9.4 in play: the ENEMY's Infantry and S? move in its MPh, step by step."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement.infantry import go_on
from opfor.state.events import (
    FortificationAdded,
    MarkerAdded,
    MoveChanged,
    MovePlanSet,
    PhaseBegan,
    UnitChanged,
)
from opfor.state.in_progress import Move, MovePlan
from opfor.state.play import Play
from opfor.state.units import Fortification, Marker
from tests.rules.given.moves import PLAIN, SQUAD, at, entered, phase
from tests.rules.given.world import game


class TestGoOn:
    """S9.2: who is not stopped goes on."""

    def test_with_who_is_battle_hardened(self) -> None:
        """A15.3 ends no move: the better unit goes on, and those who are with it."""
        fire = Marker(
            id="r", kind="residual", location=at("tC4"), fp=1, side="FRIENDLY"
        )
        played = phase(
            "S9.23 dr 2",
            "A7.3 DR 3,3",
            "A10.1 DR 1,1",
            "A15.1 DR 3,2",
            "A10.1 DR 2,3",
            enemies={"e1": "tC2", "e2": "tC2"},
            changed=lambda play: play.emit(MarkerAdded(fire)),
            command=9,
        )
        assert entered(played) == ["tC3", "tC4", "tC5", "tC6"]
        assert {str(u.location) for u in played.state.units.values()} == {"tC6"}
        assert "e1" not in played.state.units


class TestSettled:
    """S6.3121: the end of a way is an IP."""

    def test_no_step_after_it(self) -> None:
        """Who has got in on his way rolls for no other hex, and stays."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            play.emit(FortificationAdded(HOLE))
            squad = replace(play.state.units["e1"], inside=HOLE.id, action="Move")
            play.emit(UnitChanged(squad, "is inside"))
            play.emit(MoveChanged(Move(units=("e1",), allotment=24, spent=8, steps=1)))
            play.emit(MovePlanSet(MovePlan(movers=("e1",), how="REH", back=at("tJ7"))))
            while go_on(play):
                pass

        played = game(board=PLAIN, enemies={"e1": (SQUAD, "tJ6")}, run=run)
        assert played.state.course is None
        assert played.state.move is None
        assert played.state.units["e1"].inside == HOLE.id


HOLE = Fortification(id="f", kind="foxhole", location=at("tJ6"), capacity=1)
