"""What crosses a hexside."""

import numpy as np
import pytest

from opfor.geo.boards.text import text_board
from opfor.geo.hex_facts import HexFacts
from opfor.geo.hexside_features import OPPOSITE, Joins, groups
from opfor.geo.map import Map, Placed
from tests.geo.drawing import Drawing
from tests.geo.players_boards import shared_map
from tests.shared import needs_shared


def joins(drawing: Drawing) -> tuple[Map, Joins]:
    """The joins of a drawn board."""
    board_map = drawing.map()
    return board_map, Joins(HexFacts(board_map))


def sides(board_map: Map, flags: np.ndarray, hex_: str) -> list[int]:
    """The hexsides of a hex where something crosses."""
    return np.flatnonzero(flags[board_map.hex(hex_)]).tolist()


class TestRoads:
    """A road crosses a hexside where it leads on into both hexes."""

    def test_through_two_sides(self) -> None:
        """A straight road enters and leaves by opposite hexsides."""
        board_map, found = joins(Drawing().road("Paved Road", "D1", "D5"))
        assert sides(board_map, found.road, "D3") == [0, 3]
        assert found.road[board_map.hex("D3"), 0] == 66

    def test_turning(self) -> None:
        """A road that turns at the dot leaves by the side it turns to."""
        board_map, found = joins(Drawing().road("Dirt Road", "D1", "D3", "E4"))
        assert sides(board_map, found.road, "D3") == [0, 2]

    def test_ends(self) -> None:
        """Where a road ends, the far hexside has none."""
        board_map, found = joins(Drawing().road("Dirt Road", "D1", "D3"))
        assert sides(board_map, found.road, "D3") == [0]
        assert sides(board_map, found.road, "D4") == []

    def test_that_only_touches(self) -> None:
        """A road whose edge laps over a hexside does not cross it."""
        board_map, found = joins(Drawing().disc("Dirt Road", "D3", 35))
        assert sides(board_map, found.road, "D3") == []

    def test_path(self) -> None:
        """A path is told from a road by its code."""
        board_map, found = joins(Drawing().road("Path", "D1", "D3"))
        assert found.road[board_map.hex("D2"), 3] == 70


class TestGrowth:
    """Woods and brush are connected where the depiction extends across."""

    def test_merged_woods(self) -> None:
        """Woods that fill two hexes run across their hexside."""
        board_map, found = joins(Drawing().hexes("Woods", "D3", "D4"))
        assert sides(board_map, found.growth, "D3") == [3]

    def test_apart(self) -> None:
        """Woods that stop short of the hexside are not connected."""
        board_map, found = joins(
            Drawing().disc("Woods", "D3", 25).disc("Woods", "D4", 25)
        )
        assert sides(board_map, found.growth, "D3") == []

    def test_woods_and_brush(self) -> None:
        """Woods and brush connect with each other."""
        drawn = Drawing().hexes("Woods", "D3").hexes("Brush", "D4")
        board_map, found = joins(drawn)
        assert sides(board_map, found.growth, "D4") == [0]

    def test_lapping_into_open_ground(self) -> None:
        """A hex that is not woods itself is not connected."""
        board_map, found = joins(Drawing().disc("Woods", "D3", 40))
        assert sides(board_map, found.growth, "D3") == []

    def test_size_of_the_connected_woods(self) -> None:
        """Every hex knows how many belong together."""
        board_map, found = joins(Drawing().hexes("Woods", "B3", "C3", "D3", "F1"))
        size = [int(found.growth_size[board_map.hex(h)]) for h in ("C3", "F1", "E2")]
        assert size == [3, 1, 0]

    def test_woods_along_a_road(self) -> None:
        """Woods-road hexes belong to the woods on both sides of the road."""
        drawn = Drawing().hexes("Woods", "D2", "D3", "D4").road("Dirt Road", "D1", "D5")
        board_map, found = joins(drawn)
        assert found.growth_size[board_map.hex("D3")] == 3


class TestBuildings:
    """Building hexes that hang together are one building."""

    def test_multi_hex(self) -> None:
        """A depiction across a hexside makes one building of two hexes."""
        drawn = Drawing().road("Stone Building, 1 Level", "D3", "D4", width=10)
        board_map, found = joins(drawn)
        (building,) = found.buildings
        assert building.hexes == (board_map.hex("D3"), board_map.hex("D4"))
        assert (building.stone, building.levels, building.factory) == (True, 1, False)
        assert building.inherent_stairs

    def test_two_buildings(self) -> None:
        """Buildings that do not meet are two."""
        drawn = Drawing().disc(50, "D3", 12).disc(40, "D4", 12)
        _, found = joins(drawn)
        assert [b.stone for b in found.buildings] == [False, True]
        assert not any(b.inherent_stairs for b in found.buildings)

    def test_rowhouses(self) -> None:
        """A rowhouse wall parts one building from the next."""
        drawn = Drawing().road("Stone Building, 1 Level", "D3", "D4", width=10)
        board_map, found = joins(drawn.side("Rowhouse Wall, 1 Level", "D3", 3))
        assert len(found.buildings) == 2
        assert sides(board_map, found.building, "D3") == []

    def test_printed_stairwell(self) -> None:
        """A multi-storey building has stairwells only where they are printed."""
        drawn = Drawing().road("Stone Building, 2 Level", "D3", "D4", width=10)
        board_map, found = joins(drawn.stairwell("D4"))
        (building,) = found.buildings
        assert building.stairwells == (board_map.hex("D4"),)
        assert not building.inherent_stairs


class TestLevels:
    """Depressions run on along their bottom; hills rise across hexsides."""

    def test_downhill(self) -> None:
        """A gully that runs down into a valley runs on across the hexside between."""
        text = "board: t\nsize: 7x5\nlevel -1: D2 D3 E2 E3\ngully: A1 > D2\n"
        board_map = Map([Placed(text_board(text))])
        found = Joins(HexFacts(board_map))
        assert sides(board_map, found.depression, "C2") == [2, 5]
        assert sides(board_map, found.depression, "D2") == [5]

    def test_gully(self) -> None:
        """A gully's hexsides are those its bottom crosses."""
        drawn = Drawing().road("Gully", "D2", "D3", "E4")
        drawn.elevation[drawn.terrain == 30] = -1
        board_map, found = joins(drawn)
        assert sides(board_map, found.depression, "D3") == [0, 2]
        assert sides(board_map, found.crest, "D3") == [1, 3, 4, 5]
        assert sides(board_map, found.crest, "D4") == []

    def test_under_a_bridge(self) -> None:
        """A gully goes on beneath a bridge."""
        drawn = Drawing().road("Gully", "D1", "D5", width=14)
        drawn.elevation[drawn.terrain == 30] = -1
        drawn.disc("Single Hex Stone Bridge", "D3", 14)
        drawn.elevation[drawn.terrain == 82] = 0
        board_map, found = joins(drawn.road("Dirt Road", "C3", "D3", "E3"))
        assert sides(board_map, found.depression, "D3") == [0, 3]
        assert sides(board_map, found.road, "D3") == [1, 5]

    def test_step(self) -> None:
        """The step across a hexside is the difference of Base Levels."""
        board_map, found = joins(Drawing().raised(2, "D3"))
        assert found.step[board_map.hex("D3")].tolist() == [-2] * 6
        assert found.step[board_map.hex("D4"), 0] == 2


def test_groups_of_a_chain() -> None:
    """Members joined in a chain form one group; others have none."""
    other = np.array([[1], [2], [0], [-1]])
    linked = np.array([[True], [True], [False], [False]])
    member = np.array([True, True, True, False])
    assert groups(linked, other, member).tolist() == [0, 0, 0, -1]


def test_edge_of_the_map_joins_nothing() -> None:
    """Hexsides off the map hold no road, woods or building."""
    board_map, found = joins(Drawing().hexes("Woods", *("A1", "B0", "G5")))
    off = found.other < 0
    assert not found.growth[off].any()
    assert not found.step[off].any()
    assert len(board_map) == len(found.other)


@needs_shared
class TestBoards:
    """The player's boards."""

    @pytest.mark.parametrize("name", ["33", "04", "24", "r33@0,0 24@0,1"])
    def test_both_hexes_agree(self, name: str) -> None:
        """What crosses a hexside crosses it for both hexes."""
        found = Joins(HexFacts(shared_map(name)))
        inner = found.other >= 0
        for flags in (found.road > 0, found.growth, found.building, found.depression):
            assert (flags == flags[found.other, OPPOSITE])[inner].all()
        assert (found.step == -found.step[found.other, OPPOSITE])[inner].all()

    def test_road_of_board_33(self) -> None:
        """The road of the example of 9.22 runs through Q9 into Q8."""
        board_map = shared_map("33")
        found = Joins(HexFacts(board_map))
        q9, q8 = board_map.hex("Q9"), board_map.hex("Q8")
        assert found.road[q9, board_map.side_towards(q9, q8)] > 0

    def test_building_of_board_33(self) -> None:
        """R6 and R7 are one two-storey house with Inherent stairwells."""
        board_map = shared_map("33")
        found = Joins(HexFacts(board_map))
        number = found.building_of[board_map.hex("R6")]
        building = found.buildings[number]
        assert building.hexes == (board_map.hex("R6"), board_map.hex("R7"))
        assert building.inherent_stairs
