"""What the page is shown of a game."""

import gc
from weakref import ref

from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.state.play import Play
from opfor.web.game import view as view_module
from opfor.web.game.view import hexes_named
from tests.rules.given.world import game


class TestHexes:
    """The hexes that a line of the story names."""

    def test_names(self) -> None:
        """Hexes are found with and without their board, each time they are named."""
        found: list[list[int]] = []

        def run(play: Play) -> None:
            map_ = play.world.map
            said = f"fire from {map_.name(3)} at {map_.label(5)}"
            found.append([*hexes_named(play.world, said), -1, 3, 5])

        game(run=run)
        (hexes,) = found
        assert hexes[:2] == hexes[3:]

    def test_suspects(self) -> None:
        """The id of a S? is no hex, but a hex of that name is one."""
        found: list[list[int]] = []

        def run(play: Play) -> None:
            found.append(list(hexes_named(play.world, "AC of S1 in A1: Original 3")))

        game(run=run)
        assert len(found[0]) == 1


def test_map_is_let_go() -> None:
    """A map by its labels: that of one game is kept, not those of all there were."""
    maps = [parse_map("o1", Library().load) for _ in range(3)]
    assert all(len(view_module._by_label(each)) > len(each) for each in maps)
    kept = [ref(each) for each in maps]
    del maps
    gc.collect()
    assert sum(each() is not None for each in kept) <= 1
