"""B27.54: moving along connected trenches."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import motion_drm
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import residual_drm
from opfor.rules.a_infantry.a08_first_fire.a08_15_snap_shots import crossed
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, FortificationKind, LocationName
from tests.rules.given.phases import offered, phase, unit

L = LocationName
BOARD = "board: t\nsize: 17x10\nlevel 1: K5\nlevel 2: K5\n"
ALONG = MoveTo(("a",), L("tG6"), inside="n")


def fort(id_: str, at: str, kind: FortificationKind = "trench") -> Fortification:
    """A trench, wire or mines."""
    fp = 12 if kind == "minefield" else 0
    return Fortification(id=id_, kind=kind, location=L(at), capacity=3, fp=fp)


def moved(
    order: MoveTo | None, *forts: Fortification, then: Any = None, at: str = "tG5"
) -> Game[State]:
    """A squad in a trench of G5, another trench in G6, and its move."""

    def dig(play: Play) -> None:
        for one in (fort("h", at), fort("n", "tG6"), *forts):
            play.emit(FortificationAdded(one))
        inside = unit("a", at, inside="h")
        play.emit(UnitChanged(inside, "inside"))

    steps = [dig, *([("FRIENDLY", order)] if order else []), *([then] if then else [])]
    return phase("MPh", *steps, units=[unit("a", at)], board=BOARD)


class TestB27_54_mphAlong:
    """B27.54/mph."""

    def test_one_mf_and_inside(self) -> None:
        """One MF, and they are inside the next trench."""
        state = moved(ALONG).state
        assert (state.units["a"].location, state.units["a"].inside) == ("tG6", "n")
        assert state.move
        assert state.move.spent == MF

    def test_past_wire_and_mines(self) -> None:
        """Neither mines nor wire reach them there."""
        wire, mines = fort("w", "tG6", "wire"), fort("m", "tG6", "minefield")
        state = moved(ALONG, wire, mines).state
        assert state.units["a"].inside == "n"

    def test_out_of_mines(self) -> None:
        """Nor do those of the hex that they leave."""
        state = moved(ALONG, fort("m", "tG5", "minefield")).state
        assert state.units["a"].location == "tG6"

    def test_no_drm(self) -> None:
        """Neither FFMO nor FFNAM, and no hexside to snap at."""
        found: list[Any] = []

        def view(play: Play) -> None:
            move = play.state.move
            assert move
            found.append(motion_drm(play, L("tG6"), move, open_=True))
            found.append(residual_drm(play, L("tG6"), move))
            found.append(crossed(play))

        moved(ALONG, then=view)
        assert found == [[], [], -1]

    def test_then_in_the_open(self) -> None:
        """Out of the trench they move as anybody."""
        found: list[Any] = []

        def view(play: Play) -> None:
            found.extend(offered("FRIENDLY", MoveTo)(play))

        moved(None, then=view)
        assert ALONG in found
        assert all(order.inside for order in found)

    @pytest.mark.parametrize(
        "order",
        [
            MoveTo(("a",), L("tG4"), inside="n"),
            MoveTo(("a",), L("tG6"), inside="w"),
            MoveTo(("a",), L("tG6"), inside="n", dash=True),
            MoveTo(("a",), L("tG6"), inside="n", minimum=True),
            MoveTo(("a",), L("tE5"), inside="far"),
        ],
    )
    def test_refused(self, order: MoveTo) -> None:
        """Only into a trench of the next hex, and not in a hurry."""
        with pytest.raises(Illegal, match=r"B27\.54"):
            moved(order, fort("w", "tG6", "wire"), fort("far", "tE5"))

    def test_enemy(self) -> None:
        """Not into a trench that the enemy is in."""

        def enemy(play: Play) -> None:
            play.emit(FortificationAdded(fort("h", "tG5")))
            play.emit(FortificationAdded(fort("n", "tG6")))
            play.emit(UnitChanged(unit("a", "tG5", inside="h"), ""))
            play.emit(UnitChanged(unit("e1", "tG6", inside="n"), ""))

        both = [unit("a", "tG5"), unit("e1", "tG6")]
        with pytest.raises(Illegal, match=r"B27\.54"):
            phase("MPh", enemy, ("FRIENDLY", ALONG), units=both, board=BOARD)
