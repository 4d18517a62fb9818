"""A10.52: Low Crawl."""

from typing import Any

from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale.a10_52_low_crawl import may_crawl
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.phases import phase, unit
from tests.rules.given.routs import asked, own_steps, rout, with_fort

HERE, THERE = LocationName("tG5"), LocationName("tF5")


A = {"broken": True, "dm": True}


class TestA10_52LowCrawl:
    """A10.52."""

    def test_all_mf_and_no_interdiction(self) -> None:
        """One Location of Open Ground, without a NMC, and nothing after it."""
        a, e = unit("a", "tG5", **A), unit("e1", "tJ5")
        game = phase("RtPh", rout("tF5", crawl=True), "ends", units=[a, e])
        assert game.state.units["a"].location == "tF5"
        assert game.state.move is None

    def test_exc1_next_to_the_enemy(self) -> None:
        """Not out of a Location with an enemy unit, nor next to one."""

        def crawls(at: str, e: str) -> Any:
            def ask(play: Play) -> bool:
                foes = rout_rules.foes(play, "FRIENDLY")
                a = play.state.units["a"]
                return may_crawl(play, a, THERE, foes)

            return asked(ask, unit("a", at, **A), unit("e1", e))

        assert crawls("tG5", "tJ5")
        assert not crawls("tG5", "tG5")
        assert not crawls("tG5", "tE5")

    def test_exc2_above_wire(self) -> None:
        """Nor from above wire."""
        ways = asked(
            with_fort("wire", HERE, own_steps, inside=True), unit("a", HERE, **A)
        )
        assert ways
        assert not any(step.low_crawl for step in ways)
