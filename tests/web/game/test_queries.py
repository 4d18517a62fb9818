"""What lies behind an event, as the page is told it."""

from typing import Any

from opfor.core.event import Emitted
from opfor.core.explain import Decided
from opfor.core.fact import fact
from opfor.state.play import Play
from opfor.web.game.queries import why_of
from tests.rules.given.world import game

CAUSES = ("S9.1", "S9.2")
FIRST = Decided(fact("cc"), chosen="tC3", candidates=("tC3", "tD4"))
SECOND = Decided(fact("cc"), chosen="tF5", candidates=("tF5", "tG6"))


def rings(number: int) -> tuple[list[int], list[int], dict[str, int]]:
    """The hexes of who was chosen and who was not, and those of the map by name."""
    found: list[Any] = []

    def run(play: Play) -> None:
        events = [Emitted(1, CAUSES, FIRST), Emitted(2, CAUSES, SECOND)]
        told = why_of(play.world, play.state, events, number)
        names = ("tC3", "tD4", "tF5", "tG6")
        hexes = {name: play.world.locate(name).hex for name in names}
        found.append((told["chosen"], told["losers"], hexes))

    game(run=run)
    chosen, losers, hexes = found[0]
    return chosen, losers, hexes


class TestWhy:
    """Two choices of one rule stand beside each other."""

    def test_only_its_own_candidates(self) -> None:
        """The candidates of another choice are not shown among the losers."""
        chosen, losers, hexes = rings(1)
        assert chosen == [hexes["tC3"]]
        assert losers == [hexes["tD4"]]

    def test_the_second(self) -> None:
        """The second choice has its own."""
        chosen, losers, hexes = rings(2)
        assert (chosen, losers) == ([hexes["tF5"]], [hexes["tG6"]])
