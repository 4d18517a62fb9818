"""Where the steady player routs broken units, and where they stay."""

from pathlib import Path

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.ports.session import Setup, begin
from opfor.rules.choices.orders import Command, EndMove, Rout
from opfor.rules.orders.infantry.a03_6_rout import do_rout
from opfor.rules.sequence import legal_orders
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.judgement import Assessment
from opfor.sim.rout import each_rout, rout
from opfor.state.events import PhaseBegan, UnitChanged
from opfor.state.mission import OB, load_mission
from opfor.state.play import FrozenView, Play
from opfor.state.units import LocationName
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
            order = rout(judge, legal_orders.legal(view, "FRIENDLY", Rout))
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


class TestWholeWay:
    """First Contact: broken in Q10, a known MMG in R4, level 1."""

    @staticmethod
    def judge(tmp_path: Path) -> Assessment:
        """The moment at which it has to rout."""
        units = (
            OB(counter="4-6-7", at=LocationName("o1Q10")),
            OB(
                counter="4-4-7",
                at=LocationName("o1R4/1"),
                weapons=("MMG",),
                side="ENEMY",
            ),
        )
        mission = replace(load_mission("first-contact"), placement=(), unit=units)
        session = begin(Setup(mission=mission, seed=7), tmp_path / "a.opfor")
        session.game.run()
        state = session.game.state
        [own] = [u for u in state.units.values() if u.side == "FRIENDLY"]
        broken = replace(own, broken=True, dm=True)
        state = state.apply(PhaseBegan(1, "FRIENDLY", "RtPh"))
        state = state.apply(UnitChanged(broken, fact("breaks")))
        session.close()
        view = FrozenView(state, session.world)
        return Assessment(view, "FRIENDLY", GroundPlan(session.world))

    def test_not_back_under_interdiction(self, tmp_path: Path) -> None:
        """It crawls into R10, out of LOS: a rout would go on before the MMG."""
        judge = self.judge(tmp_path)
        order = rout(judge, legal_orders.legal(judge.view, "FRIENDLY", Rout))
        assert order == Rout("467A", LocationName("o1R10"), low_crawl=True)

    def test_each_way(self, tmp_path: Path) -> None:
        """Of each step it is known where Interdiction awaits it."""
        judge = self.judge(tmp_path)
        ways = each_rout(judge, judge.view.state.units["467A"])
        under = {(order.to, order.low_crawl): way.under for order, way in ways.items()}
        assert under["o1P10", False][0] == "o1P10"
        assert under["o1R10", True] == ()
        assert under["o1R10", False]
