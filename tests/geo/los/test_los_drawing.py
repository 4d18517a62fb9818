"""LOS over terrain in the ways in which boards draw it: what counts as what.

Threads run down column 4, through the middles of hexsides, unless a test says other.
"""

import pytest

from tests.geo.los_sketch import Sketch

COLUMN = 4
ALONG = (2, 4), (4, 4)
"""Two hexes between which the thread runs along the hexside of (3, 4) and (3, 5)."""


def down(row: int) -> tuple[int, int]:
    """A hex of the column that the threads run down."""
    return COLUMN, row


class TestInherentTerrain:
    """B.6, B14: orchards and the like."""

    def road(self, name: str, width: int) -> Sketch:
        """Terrain that fills a hex, and a road down through it."""
        board = Sketch()
        board.fill(down(3), name)
        x, y = map(int, board.grid.centre(*down(3)))
        board.terrain[x - width : x + width, y - 40 : y + 40] = 65
        return board

    @pytest.mark.parametrize("name", ["Orchard", "Crags", "Graveyard"])
    def test_a_road_through_it_is_no_hindrance(self, name: str) -> None:
        """The thread that keeps to the road meets no trees."""
        board = self.road(name, 5)
        assert board.check(down(1), down(6)) == 0

    def test_beside_the_road_it_hinders(self) -> None:
        """The thread leaves the road, or crosses it."""
        board = self.road("Orchard", 5)
        assert board.check((3, 1), (5, 7)) == 1

    def trees(self, hex_: tuple[int, int]) -> Sketch:
        """Four single trees, none of them on the middle line of the hex."""
        board = Sketch()
        for off in ((-14, -16), (14, -16), (-16, 12), (16, 12)):
            board.disc(hex_, "Orchard", radius=7.5, off=off)
        return board

    def test_a_sparse_orchard_is_an_orchard_hex(self) -> None:
        """Trees on a fifth of the hex make it one, and each hinders where it stands."""
        board = self.trees(down(3))
        number = board.grid.index(*down(3))
        assert board.los().facts.code[number] == 63
        assert board.check((3, 1), (5, 6)) == 1

    def test_between_sparse_trees_nothing_hinders(self) -> None:
        """Only what is drawn of a sparse orchard counts."""
        assert self.trees(down(3)).check(down(1), down(6)) == 0

    def test_along_its_hexside_a_sparse_orchard_hinders(self) -> None:
        """A thread along a hexside is touched by the whole hex."""
        assert self.trees((3, 5)).check(*ALONG) == 1


class TestWhoseHexside:
    """B9.2: which hexside a pixel of a hedge is of."""

    def test_a_foreign_hedge_that_meets_the_own_hexspine_blocks(self) -> None:
        """The drawing near their corner is of the hexside nearest to it."""
        board = Sketch()
        board.edge((3, 5), 1, "Hedge")  # the hexspine from (3, 4)
        board.edge((4, 4), 3, "Hedge")  # goes on from its end
        assert board.check((3, 4), (8, 10)) == -1
        board = Sketch()
        board.edge((3, 5), 1, "Hedge")
        assert board.check((3, 4), (8, 10)) == 0


class TestBridges:
    """B6: a bridge's deck, and what lies beneath it."""

    def gully(self, *rows: int, level: int = 0) -> Sketch:
        """A gully down the column on a plain, drawn from hexside to hexside."""
        board = Sketch()
        board.elevation[:] = level
        x, _ = map(int, board.grid.centre(*down(0)))
        for row in rows:
            _, y = board.grid.centre(*down(row))
            top, bottom = int(y - 32.25), int(y + 32.25)
            board.terrain[x - 14 : x + 14, top:bottom] = 30
            board.elevation[x - 14 : x + 14, top:bottom] = level - 1
        return board

    def bridged(self, level: int = 0) -> Sketch:
        """The same with a road over it: a bridge in row 5."""
        board = self.gully(*range(1, 10), level=level)
        x, y = map(int, board.grid.centre(*down(5)))
        board.terrain[x - 60 : x + 60, y - 6 : y + 6] = 65
        board.elevation[x - 60 : x + 60, y - 12 : y + 12] = level
        for side in (slice(y - 12, y - 6), slice(y + 6, y + 12)):
            board.terrain[x - 17 : x + 17, side] = 82
        return board

    @pytest.mark.parametrize("level", [0, 1, -1])
    def test_its_deck_is_no_ground(self, level: int) -> None:
        """Along the gully LOS passes beneath, hindered by the bridge."""
        sight = self.bridged(level).sight(down(3), down(7))
        assert (sight.clear, sight.hindrance) == (True, 1)

    def test_its_deck_is_no_crest(self) -> None:
        """From a level up one looks along the gully, beneath it and behind it."""
        board = self.bridged()
        board.raise_to(1, [down(0)])
        assert board.check(down(0), down(4)) == 0
        assert board.check(down(0), down(6)) == 0
        assert board.check(down(0), down(7)) == 0

    @pytest.mark.parametrize("level", [0, 1, -1])
    def test_there_is_a_location_beneath(self, level: int) -> None:
        """It sees along the gully, and not up to the bridge."""
        board = self.bridged(level)
        number = board.grid.index(*down(5))
        assert {(number, -1), (number, 0)} <= set(board.los().locations)
        assert board.check((*down(5), -1), down(6)) == 0
        assert board.check((*down(5), -1), down(8)) == 0
        assert board.check((*down(5), -1), (*down(5), 0)) == -1

    def test_beneath_it_the_rim_counts(self) -> None:
        """Off the gully it sees its neighbours, and no farther (A6.3)."""
        board = self.bridged()
        assert board.check((*down(5), -1), (3, 5)) == 0
        assert board.check((*down(5), -1), (2, 4)) == -1

    def test_on_it_one_looks_out_as_on_the_ground(self) -> None:
        """The bridge is at the level of the plain."""
        board = self.bridged()
        assert board.check(down(5), (0, 5)) == 0
        assert board.check(down(5), down(4)) == 0


class TestStreams:
    """A6.3: it asks for height where the thread rises out of the depression."""

    def downhill(self) -> Sketch:
        """A gully that runs downhill, a level lower from row 5 on."""
        board = TestBridges().gully(*range(1, 9))
        board.elevation[:, board.elevation.shape[1] * 5 // 12 :] -= 1
        return board

    def test_a_stream_that_runs_downhill(self) -> None:
        """Adjacent hexes of it see each other, though one is lower."""
        assert self.downhill().check(down(4), down(5)) == 0

    def test_farther_down(self) -> None:
        """So does who looks down along it, where nothing rises between."""
        assert self.downhill().check(down(4), down(7)) == 0


class TestStairwells:
    """B23.22: two-storey houses."""

    @pytest.mark.parametrize("name", ["Stone", "Wooden"])
    def test_a_two_storey_house_has_an_inherent_stairwell(self, name: str) -> None:
        """Its upper Location and its ground see each other, none being printed."""
        board = Sketch()
        board.disc(down(3), f"{name} Building, 1 Level")
        assert board.check((*down(3), 0), (*down(3), 1)) == 0


class TestCrests:
    """B10.2: ground as high as the viewer in the lower hex beside his."""

    def hill(self, over: int) -> Sketch:
        """A viewer's hill, and some ground as high near the dot of the next hex."""
        board = Sketch()
        board.raise_to(1, [down(2)])
        x, y = map(int, board.grid.centre(*down(3)))
        board.elevation[x - 20 : x + 20, y + over - 4 : y + over + 4] = 1
        return board

    def test_ground_that_laps_over_is_his_hill(self) -> None:
        """On his side of the dot it is his hill's crest line."""
        assert self.hill(-20).check(down(2), down(5)) == 0

    def test_a_spur_beyond_the_dot_is_not(self) -> None:
        """Beyond it is other ground, and hides what lies lower behind it."""
        sight = self.hill(20).sight(down(2), down(5))
        assert (sight.clear, sight.blocked_by) == (False, "hill crest")
