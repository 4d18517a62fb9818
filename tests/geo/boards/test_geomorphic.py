"""Tests that boards join in any order, turned or not."""

from itertools import pairwise, product

import msgspec
import numpy as np
import pytest

from opfor.geo.boards.geomorphic import EDGE_WOODS, EXITS, edge_problems, half_hexes
from opfor.geo.boards.library import Library
from opfor.geo.boards.text import parse_plan
from opfor.geo.hex_facts import HexFacts
from opfor.geo.map import Map, Placed
from tests.geo.boards.test_shipped_boards import FOLDER, NAMES
from tests.geo.players_boards import shared_board
from tests.shared import needs_shared

LIBRARY = Library()
TURNS = list(product(NAMES, (False, True)))


def edges(name: str, *, turned: bool) -> dict[str, list[bytes]]:
    """What each edge of a board shows: road, woods or neither, in steps of pixels."""
    codes = LIBRARY.load(name).terrain
    codes = codes[::-1, ::-1] if turned else codes
    kinds = np.zeros(256, np.uint8)
    kinds[[65, 66]] = 1
    kinds[60] = 2
    strips = {
        "top": codes[:, 0],
        "bottom": codes[:, -1],
        "left": codes[0],
        "right": codes[-1],
    }
    return {
        side: [bytes([int(kinds[code])]) for code in strip[2:-2:4]]
        for side, strip in strips.items()
    }


class TestConvention:
    """The convention itself."""

    def test_it_is_the_same_turned_around(self) -> None:
        """Edge woods and exits of a turned board fall on those of another."""
        turned = {(32 - c, (10 if c & 1 else 9) - r) for c, r in EDGE_WOODS}
        assert turned == EDGE_WOODS
        middles = {LIBRARY.load("o1").grid.side_midpoint(*side) for side in EXITS}
        assert {(1800 - x, 645 - y) for x, y in middles} == middles

    @pytest.mark.parametrize("name", NAMES)
    def test_every_shipped_board_keeps_it(self, name: str) -> None:
        """Roads, half hexes and levels at the edge."""
        text = (FOLDER / f"{name}.txt").read_text("utf-8")
        assert edge_problems(parse_plan(text)) == []

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ("brush: B0", "half hex B0 is brush"),
            ("level 1: C1", "C1 at the edge"),
            ("wooden building: B10", "half hex B10 has a building"),
            ("wall: B0/B1\nhedge: C1/0", "C1/0 on the edge has a hedge"),
            ("path: C1 > C1/0", "a path leaves the board at C1/0"),
            ("stream: A2 > B2", "runs through half hex A2"),
        ],
    )
    def test_a_breach_is_told(self, change: str, words: str) -> None:
        """With the hex."""
        text = (FOLDER / "o1.txt").read_text("utf-8")
        problems = edge_problems(parse_plan(f"{text}\n{change}\n"))
        assert words in " ".join(problems)

    def test_a_bare_board_lacks_woods_and_roads(self) -> None:
        """And another size joins nothing."""
        problems = edge_problems(parse_plan("board: t"))
        assert len(problems) == len(EDGE_WOODS) + len(EXITS)
        assert edge_problems(parse_plan("board: t\nsize: 9x9"))


class TestJoints:
    """Boards beside boards."""

    def test_edges_agree_in_every_order_and_turn(self) -> None:
        """Each pixel of road or woods meets its like, but for the outlines' wobble."""
        shown = [edges(name, turned=turned) for name, turned in TURNS]
        for first, second in product(shown, shown):
            for side, beside in (("bottom", "top"), ("right", "left")):
                unlike = [
                    a != b for a, b in zip(first[side], second[beside], strict=True)
                ]
                assert sum(unlike) <= 0.12 * len(unlike)

    @pytest.mark.parametrize("turned", [False, True])
    @pytest.mark.parametrize("place", [(1, 0), (0, 1)])
    def test_joined_half_hexes_are_whole(
        self, place: tuple[int, int], turned: bool
    ) -> None:
        """A half hex of one board is the same terrain as the other's."""
        names = [*NAMES, NAMES[0]]
        for first, second in pairwise(names):
            a = Placed(LIBRARY.load(first))
            b = Placed(LIBRARY.load(second), *place, turned=turned)
            later, earlier = HexFacts(Map([a, b])), HexFacts(Map([b, a]))
            grid = later.map.grid
            joint = [
                grid.index(*hex_)
                for hex_ in grid
                if (hex_[0] == 32 if place[0] else hex_[1] == 10 and hex_[0] & 1)
            ]
            assert joint
            assert np.array_equal(later.code[joint], earlier.code[joint])
            assert not later.base[joint].any()


def test_half_hexes_are_those_at_the_edge() -> None:
    """Column A and GG, and the first and last of the odd columns."""
    grid = LIBRARY.load("o1").grid
    assert len(half_hexes(grid)) == 2 * 10 + 2 * 16
    small = msgspec.structs.replace(grid, cols=3, rows=2)
    assert len(half_hexes(small)) == 2 * 2 + 2


@needs_shared
@pytest.mark.parametrize("name", ["03", "04", "33"])
def test_our_boards_join_the_printed_ones(name: str) -> None:
    """The half hexes of a joint are the same terrain from either board."""
    ours, printed = LIBRARY.load("o1"), shared_board(name)
    for column, row in ((1, 0), (0, 1)):
        first = HexFacts(Map([Placed(printed), Placed(ours, column, row)]))
        second = HexFacts(Map([Placed(ours), Placed(printed, column, row)]))
        grid = first.map.grid
        joint = [
            grid.index(*hex_)
            for hex_ in grid
            if (hex_[0] == 32 if column else hex_[1] == 10 and hex_[0] & 1)
        ]
        assert (first.code[joint] == second.code[joint]).mean() >= 0.9
