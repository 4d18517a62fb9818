"""What the planes say about each hex."""

import numpy as np
import pytest
from defusedxml import ElementTree
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.geo.boards.vasl import board_names
from opfor.geo.hex_facts import HexFacts, building_codes, codes_of, hex_plane
from opfor.geo.hexes import Grid
from opfor.geo.map import Map, Placed
from opfor.geo.terrain import terrain_named, terrain_types
from tests.geo.drawing import Drawing
from tests.geo.players_boards import BOARDS, shared_board, shared_map
from tests.shared import needs_shared

# Hexes whose listed building the planes of the same file do not show: Factories that
# the list calls buildings, and hexes changed since the list was written.
LISTED_OTHERWISE = {
    "10z": {"U5", "V7", "W4", "W5"},
    "72": {"G7"},
    "BFPA": {"H7", "I8", "O7", "P6", "Q6", "R6", "S6", "R7", "S7", "V7", "W7", "X6"},
    "BFPB": {"L6"},
    "BFPL": {"X2"},
}


def facts(drawing: Drawing) -> tuple[Map, HexFacts]:
    """The facts of a drawn board."""
    board_map = drawing.map()
    return board_map, HexFacts(board_map)


def code(name: str) -> int:
    """The code of a terrain type."""
    return terrain_named(name).code


class TestHexPlane:
    """Each pixel belongs to the hex of the nearest dot."""

    @given(
        st.sampled_from([Grid(7, 5), Grid(6, 4, x0=22.0), Grid(1, 3), Grid(2, 1)]),
        st.integers(0, 399),
        st.integers(0, 300),
    )
    @settings(max_examples=80)
    def test_nearest(self, grid: Grid, x: int, y: int) -> None:
        """No other dot is nearer than that of the pixel's hex."""
        found = grid.coordinates(int(hex_plane(grid, 400, 301)[x, y]))
        gap = {
            p: np.hypot(grid.centre(*p)[0] - x, grid.centre(*p)[1] - y) for p in grid
        }
        assert gap[found] <= min(gap.values()) + 1e-3


class TestTerrain:
    """A hex has the terrain of its dot, with four exceptions."""

    def test_of_the_dot(self) -> None:
        """What lies beside the dot does not count."""
        board_map, found = facts(
            Drawing().disc("Woods", "D3", 9).disc("Woods", "B3", 2)
        )
        assert found.code[board_map.hex("D3")] == code("Woods")
        assert found.code[board_map.hex("D4")] == 0

    @pytest.mark.parametrize(
        ("radius", "inherent"), [(30, True), (18, True), (10, False)]
    )
    def test_inherent(self, radius: float, inherent: bool) -> None:
        """Inherent terrain is the hex's if it covers enough of it, road or not."""
        drawn = Drawing().disc("Orchard", "D3", radius).road("Dirt Road", "D1", "D5")
        board_map, found = facts(drawn)
        assert (found.code[board_map.hex("D3")] == code("Orchard")) == inherent

    def test_inherent_of_the_next_hex(self) -> None:
        """Inherent terrain that laps over does not fill the hex."""
        board_map, found = facts(Drawing().disc("Crags", "D3", 36))
        assert found.code[board_map.hex("D3")] == code("Crags")
        assert found.code[board_map.hex("D4")] == 0

    def test_building_at_a_hexside(self) -> None:
        """A building that reaches a hexside's middle makes both hexes its own."""
        drawn = Drawing()
        x, y = drawn.grid.side_midpoint(3, 3, 0)
        drawn.terrain[int(x) - 8 : int(x) + 8, int(y) - 6 : int(y) + 6] = 40
        board_map, found = facts(drawn)
        assert found.code[board_map.hex("D3")] == 40
        assert found.code[board_map.hex("D2")] == 40

    def test_building_beside_the_dot(self) -> None:
        """A building that covers enough of a hex is its own, not as VASL has it."""
        drawn = Drawing()
        x, y = drawn.grid.centre(3, 3)
        drawn.terrain[int(x) + 8 : int(x) + 24, int(y) - 20 : int(y) + 20] = 50
        board_map, found = facts(drawn)
        assert found.code[board_map.hex("D3")] == 0
        assert found.own[board_map.hex("D3")] == 50

    def test_corner_of_a_building(self) -> None:
        """A building's corner that laps over does not make a building hex."""
        drawn = Drawing()
        x, y = drawn.grid.centre(3, 3)
        drawn.terrain[int(x) + 20 : int(x) + 30, int(y) - 6 : int(y) + 6] = 50
        board_map, found = facts(drawn)
        assert found.own[board_map.hex("D3")] == 0

    def test_printed_dot_in_grain(self) -> None:
        """A bare dot in the midst of grain is grain, not as VASL has it."""
        board_map, found = facts(Drawing().hexes("Grain", "D3").disc(0, "D3", 2))
        assert found.code[board_map.hex("D3")] == 0
        assert found.own[board_map.hex("D3")] == code("Grain")

    def test_clearing(self) -> None:
        """A clearing around the dot stays Open Ground."""
        board_map, found = facts(Drawing().hexes("Woods", "D3").disc(0, "D3", 12))
        assert found.own[board_map.hex("D3")] == 0

    def test_bare_dot_in_a_gully(self) -> None:
        """A gully's level says whether the dot is in it."""
        board_map, found = facts(Drawing().disc("Gully", "D3", 9).disc(0, "D3", 2))
        assert found.own[board_map.hex("D3")] == 0


class TestCover:
    """A line over the dot leaves the hex the terrain around it."""

    @pytest.mark.parametrize("line", ["Dirt Road", "Path", "Gully"])
    @pytest.mark.parametrize("terrain", ["Woods", "Brush", "Open Ground"])
    def test_through(self, line: str, terrain: str) -> None:
        """Road, path or gully through terrain."""
        drawn = Drawing().hexes(terrain, "D3").road(line, "D1", "D5")
        board_map, found = facts(drawn)
        assert found.own[board_map.hex("D3")] == code(line)
        assert found.cover[board_map.hex("D3")] == code(terrain)

    def test_woods_on_one_side(self) -> None:
        """Woods that keep away from the road do not make a woods-road."""
        drawn = Drawing().disc("Woods", "C3", 30).road("Dirt Road", "D1", "D5")
        board_map, found = facts(drawn)
        assert found.cover[board_map.hex("D3")] == 0

    def test_sunken_road(self) -> None:
        """A road in a cutting is a depression though the road is on the dot."""
        drawn = Drawing().road("Sunken Road", "D1", "D5", width=18)
        board_map, found = facts(drawn.road("Dirt Road", "D1", "D5", width=5))
        assert found.cover[board_map.hex("D3")] == code("Sunken Road")
        assert found.depression[board_map.hex("D3")]

    def test_bridge(self) -> None:
        """A bridge is known by what shows beside its road, and what lies beneath."""
        drawn = Drawing().road("Shallow Stream", "D1", "D5", width=14)
        drawn.disc("Single Hex Stone Bridge", "D3", 14)
        board_map, found = facts(drawn.road("Dirt Road", "C3", "D3", "E3", width=5))
        hex_ = board_map.hex("D3")
        assert found.bridge[hex_]
        assert found.beneath[hex_] == code("Shallow Stream")
        assert not found.bridge[board_map.hex("D4")]
        assert found.beneath[board_map.hex("D4")] == 0


class TestHexsides:
    """Hexside terrain belongs to both hexes."""

    def test_seen_from_both(self) -> None:
        """Drawn on one side of the line only, it is both hexes' hexside."""
        drawn = Drawing()
        x, y = drawn.grid.side_midpoint(3, 3, 0)
        drawn.terrain[int(x) - 9 : int(x) + 9, int(y) : int(y) + 4] = 72
        board_map, found = facts(drawn)
        assert found.side[board_map.hex("D3")].tolist() == [72, 0, 0, 0, 0, 0]
        assert found.side[board_map.hex("D2"), 3] == 72

    def test_rowhouse_wall(self) -> None:
        """Rowhouse walls are hexside terrain though their category is building."""
        board_map, found = facts(Drawing().side(77, "D3", 2))
        assert found.side[board_map.hex("D3"), 2] == 77
        assert not building_codes()[77]


def test_base_level() -> None:
    """The Base Level is that of the dot; a depression lies lower."""
    drawn = Drawing().raised(2, "C3").raised(-1, "E3")
    board_map, found = facts(drawn)
    levels = [int(found.base[board_map.hex(h)]) for h in ("C3", "D3", "E3")]
    assert levels == [2, 0, -1]


def test_codes_of_categories() -> None:
    """The look-up knows the codes of the categories asked for."""
    table = codes_of("woods", "bridge")
    assert table[60]
    assert table[82]
    assert not table[0]


@needs_shared
class TestBoards:
    """The player's boards."""

    def test_slopes_turn_with_their_board(self) -> None:
        """A rotated board's slopes lie on the opposite hexsides."""
        name = next(n for n in board_names(BOARDS) if shared_board(n).slopes)
        plain, turned = (
            HexFacts(Map([Placed(shared_board(name), turned=t)])) for t in (False, True)
        )
        assert plain.slope.any()
        for hex_ in np.flatnonzero(plain.slope.any(axis=1)):
            other = turned.map.hex(plain.map.name(int(hex_)))
            sides = np.flatnonzero(plain.slope[hex_])
            assert set(np.flatnonzero(turned.slope[other])) == {
                (s + 3) % 6 for s in sides.tolist()
            }

    def test_printed_grain_of_board_24(self) -> None:
        """AA8 of the example of 9.24 is Grain though its dot is bare."""
        board_map = shared_map("24")
        found = HexFacts(board_map)
        assert found.own[board_map.hex("AA8")] == code("Grain")

    def test_listed_buildings(self) -> None:
        """The building types that boards list are those of the derived codes."""
        seen = 0
        for name in board_names(BOARDS):
            path = BOARDS / f"bd{name}" / "BoardMetadata.xml"
            root = ElementTree.fromstring(path.read_bytes())
            listed = {
                item.get("hexName"): item.get("buildingTypeName")
                for item in root.iter("buildingType")
            }
            if not listed:
                continue
            found = HexFacts(shared_map(name))
            wrong = set()
            for label, kind in listed.items():
                hex_ = found.map.hex(label)
                seen += 1
                if terrain_types()[int(found.own[hex_])].name != kind:
                    wrong.add(label)
            assert wrong == LISTED_OTHERWISE.get(name, set()), name
        assert seen == 2170
