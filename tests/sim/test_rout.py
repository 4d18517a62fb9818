"""Where the steady player routs broken units, and where they stay."""

from msgspec.structs import replace

from opfor.rules.choices.orders import Command, EndMove, Rout
from opfor.rules.orders.infantry.a10_rout import do_rout
from opfor.rules.sequence import orders_by_phase
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.judgement import Assessment
from opfor.sim.rout import rout
from opfor.state.events import PhaseBegan, UnitChanged
from opfor.state.play import FrozenView, Play
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
wooden building 1: F5
  F6
woods: K5
brush: G1
"""


def routed(at: str, foe: str, *, steps: int = 9) -> list[Command | None]:
    """What the player does with a unit under DM there, until it stands."""
    given: list[Command | None] = []

    def run(play: Play) -> None:
        play.emit(PhaseBegan(play.state.turn, "FRIENDLY", "RtPh"))
        unit = replace(play.state.units["a"], broken=True, dm=True)
        play.emit(UnitChanged(unit, "breaks"))
        while len(given) < steps:
            view = FrozenView(play.state, play.world)
            judge = Assessment(view, "FRIENDLY", GroundPlan(play.world))
            order = rout(judge, orders_by_phase.legal(view, "FRIENDLY", Rout))
            given.append(order)
            if not isinstance(order, Rout):
                return
            do_rout(play, "FRIENDLY", order)

    game(
        board=BOARD,
        units={"a": ("german/4-6-7", at)},
        enemies={"e": ("russian/4-4-7", foe)},
        run=run,
    )
    return given


def test_into_cover_and_no_farther() -> None:
    """Out of the open it routs to the building, and stops there: not up and down."""
    *ways, end = routed("tH5", "tL3")
    assert [way.to for way in ways if isinstance(way, Rout)][-1] in ("tF5", "tF6")
    assert end in (EndMove(), None)
    assert len(ways) <= 3


def test_stays_in_safe_cover() -> None:
    """Nobody routs from one storey to the other where nothing is feared."""
    assert routed("tF5", "tT3") == [None]


def test_leaves_who_is_adjacent() -> None:
    """Next to an enemy it must go, cover or not."""
    first = routed("tF5", "tG5")[0]
    assert isinstance(first, Rout)
    assert first.to not in ("tG5", "tG6")
