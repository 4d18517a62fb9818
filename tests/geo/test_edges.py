"""Edges, the compass, and the whole hexes outside the map."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.edges import (
    EDGES,
    Compass,
    Edge,
    Heading,
    along,
    alternate_grain,
    distances,
    edge_crossed,
    grain,
    growth_reaching,
    opposite,
    outside,
    outside_name,
    printed,
    rivers,
    sides_toward,
    walled_toward_fbe,
)
from opfor.geo.ground import Ground
from opfor.geo.hex_facts import HexFacts
from opfor.geo.hexes import Grid, distance, neighbour
from opfor.geo.hexside_features import Joins
from opfor.geo.map import Map, Placed
from tests.geo.drawing import Drawing
from tests.geo.players_boards import shared_map
from tests.shared import needs_shared

BOARD = Grid(cols=33, rows=10)


def board() -> Map:
    """An empty board of the usual size."""
    return Drawing(BOARD).map()


def turned() -> Map:
    """The same, rotated."""
    return Map([Placed(Drawing(BOARD).board(), turned=True)])


class TestOutside:
    """Whole hexes outside begin beyond the half hexes."""

    def test_low_edge(self) -> None:
        """Along A1-GG1 they are A0, B-1, C0, D-1 and so on."""
        names = [outside_name(board(), p) for p in outside(board(), "top")]
        assert names[:4] == ["tA0", "tB-1", "tC0", "tD-1"]
        assert len(names) == 33

    def test_high_edge(self) -> None:
        """Along A10-GG10 every hexrow has 11."""
        names = [outside_name(board(), p) for p in outside(board(), "bottom")]
        assert names[:4] == ["tA11", "tB11", "tC11", "tD11"]

    def test_of_a_turned_board(self) -> None:
        """A rotated board has its low coordinates at the bottom."""
        names = [outside_name(turned(), p) for p in outside(turned(), "bottom")]
        assert names[:3] == ["tGG0", "tFF-1", "tEE0"]

    def test_short_sides(self) -> None:
        """Beyond the half hexes of A and GG lies one more hexrow."""
        assert outside(board(), "left")[0] == (-1, 0)
        assert outside(board(), "right")[0] == (33, 0)
        assert outside_name(board(), (33, 4)) == "tHH4"
        assert outside_name(board(), (-1, 4)) == "beside tA5"

    @pytest.mark.parametrize(
        ("hex_", "low", "high"),
        [("P1", 2, 10), ("S2", 2, 9), ("X1", 2, 10), ("T3", 4, 8), ("A1", 1, 10)],
    )
    def test_distance_of_the_example(self, hex_: str, low: int, high: int) -> None:
        """P1, S2 and X1 lie 2 hexes from the outside of A1-GG1, T3 lies 4 (T05)."""
        board_map = board()
        number = board_map.hex(hex_)
        assert distances(board_map, "top")[number] == low
        assert distances(board_map, "bottom")[number] == high

    def test_barred_by_the_high_edge(self) -> None:
        """R8, S8, U8, U9 and P8 lie within 3 hexes of A10-GG10; U7 does not (T03)."""
        board_map = board()
        gap = distances(board_map, "bottom")
        near = [h for h in ("R8", "S8", "U8", "U9", "P8") if gap[board_map.hex(h)] <= 3]
        assert near == ["R8", "S8", "U8", "U9", "P8"]
        assert gap[board_map.hex("U7")] == 4

    @given(st.integers(0, BOARD.size - 1), st.sampled_from(EDGES))
    @settings(max_examples=60)
    def test_distance_is_the_least(self, hex_: int, edge: Edge) -> None:
        """The distance is that to the nearest of the hexes outside."""
        board_map = board()
        place = BOARD.coordinates(hex_)
        gaps = [distance(place, beyond) for beyond in outside(board_map, edge)]
        assert distances(board_map, edge)[hex_] == min(gaps)

    def test_short_side_counts_the_half_hexes(self) -> None:
        """On a short FBE, A is 1 and D is 4 hexes away."""
        board_map = board()
        gap = distances(board_map, "left")
        assert [int(gap[board_map.hex(h)]) for h in ("A5", "B5", "D5")] == [1, 2, 4]


class TestCompass:
    """The FBE is west; from it, north is to the left."""

    @pytest.mark.parametrize(
        ("fbe", "north", "ebe", "south"),
        [
            ("bottom", "left", "top", "right"),
            ("left", "top", "right", "bottom"),
            ("top", "right", "bottom", "left"),
            ("right", "bottom", "left", "top"),
        ],
    )
    def test_quarters(self, fbe: Edge, north: Edge, ebe: Edge, south: Edge) -> None:
        """The other three sides follow clockwise."""
        compass = Compass(board(), fbe)
        assert compass.edges == {
            "FBE": fbe,
            "north": north,
            "EBE": ebe,
            "south": south,
        }

    @pytest.mark.parametrize(
        ("fbe", "headings"),
        [
            ("bottom", ["B", "B-S", "F-S", "F", "F-N", "B-N"]),
            ("top", ["F", "F-N", "B-N", "B", "B-S", "F-S"]),
            ("left", ["N", "B-N", "B-S", "S", "F-S", "F-N"]),
            ("right", ["S", "F-S", "F-N", "N", "B-N", "B-S"]),
        ],
    )
    def test_headings(self, fbe: Edge, headings: list[Heading]) -> None:
        """Each hexside has its heading; `sides` is the inverse."""
        compass = Compass(board(), fbe)
        assert list(compass.headings) == headings
        assert all(compass.sides[h] == side for side, h in enumerate(headings))

    @pytest.mark.parametrize("fbe", EDGES)
    def test_headings_lead_there(self, fbe: Edge) -> None:
        """A step by a heading goes where the heading says."""
        compass = Compass(board(), fbe)
        north = distances(compass.map, compass.edges["north"])
        start = compass.map.hex("Q5")
        for side, heading in enumerate(compass.headings):
            end = compass.map.neighbours[start][side]
            nearer = int(compass.from_fbe[start]) - int(compass.from_fbe[end])
            if heading == "F" or (heading.startswith("F") and not compass.long):
                assert nearer == 1
            if heading == "B" or (heading.startswith("B") and not compass.long):
                assert nearer == -1
            if heading.endswith("N"):
                assert north[end] <= north[start]
            if heading.endswith("S"):
                assert north[end] >= north[start]

    def test_example_of_9_24(self) -> None:
        """With the FBE at the bottom F leads from AA6 to AA7, F-N on to Z7 (T30)."""
        compass = Compass(board(), "bottom")
        around = compass.map.neighbours
        aa7 = around[compass.map.hex("AA6")][compass.sides["F"]]
        assert compass.map.name(aa7) == "tAA7"
        assert compass.map.name(around[aa7][compass.sides["F-N"]]) == "tZ7"
        dd5 = around[compass.map.hex("CC5")][compass.sides["F-S"]]
        assert compass.map.name(dd5) == "tDD5"

    @pytest.mark.parametrize(
        ("fbe", "first", "last"),
        [("bottom", "A5", "GG5"), ("top", "GG5", "A5")],
    )
    def test_hexrows_on_a_long_fbe(self, fbe: Edge, first: str, last: str) -> None:
        """Hexrows are counted from north to south."""
        compass = Compass(board(), fbe)
        assert compass.hexrow(compass.map.hex(first)) == 0
        assert compass.hexrow(compass.map.hex(last)) == 32

    @pytest.mark.parametrize(
        ("fbe", "north", "south"), [("left", "B0", "B10"), ("right", "B10", "B0")]
    )
    def test_hexrows_on_a_short_fbe(self, fbe: Edge, north: str, south: str) -> None:
        """Rows of the Alternate Hex Grain are counted from north to south."""
        compass = Compass(board(), fbe)
        assert compass.hexrow(compass.map.hex(north)) == 0
        assert compass.hexrow(compass.map.hex(south)) == 20
        assert compass.hexrow(compass.map.hex("A5")) == compass.hexrow(
            compass.map.hex("C5")
        )

    @pytest.mark.parametrize(
        ("fbe", "first", "last"),
        [("bottom", "A1", "GG1"), ("top", "GG10", "A10")],
    )
    def test_along_the_ebe(self, fbe: Edge, first: str, last: str) -> None:
        """The EBE's hexes run from north to south."""
        compass = Compass(board(), fbe)
        found = compass.along("EBE")
        assert (compass.map.label(found[0]), compass.map.label(found[-1])) == (
            first,
            last,
        )

    def test_along_the_north(self) -> None:
        """The north edge's hexes run from the FBE to the EBE."""
        found = Compass(board(), "bottom").along("north")
        assert [board().label(h) for h in found][:2] == ["A10", "A9"]

    def test_nearest_outside(self) -> None:
        """A hex in an even hexrow may have several nearest ones."""
        compass = Compass(board(), "top")
        t3 = compass.nearest_outside(compass.map.hex("T3"))
        assert {"tS0", "tU0"} <= {outside_name(compass.map, p) for p in t3}
        s2 = compass.nearest_outside(compass.map.hex("S2"))
        assert [outside_name(compass.map, p) for p in s2] == ["tS0"]


class TestOpposite:
    """Where a unit enters by a Letter Chit or a coordinate."""

    def three(self) -> Map:
        """Boards 3, 2 and 16 one above the other, the last rotated."""
        boards = [Drawing(BOARD, name).board() for name in ("3", "2", "16")]
        return Map([Placed(b, 0, i, turned=i == 2) for i, b in enumerate(boards)])

    def test_along_the_length(self) -> None:
        """Chit G enters beside G10, or G1 on a rotated board (T08)."""
        board_map = self.three()
        assert board_map.name(opposite(board_map, "bottom", 2, "G")) == "16G1"
        assert board_map.name(opposite(board_map, "top", 0, "G")) == "3G1"

    def test_along_the_width(self) -> None:
        """A coordinate enters beside that hex of A or GG of its board (T09)."""
        board_map = self.three()
        assert board_map.name(opposite(board_map, "right", 2, 4)) == "16A4"
        assert board_map.name(opposite(board_map, "left", 2, 4)) == "16GG4"
        assert board_map.name(opposite(board_map, "left", 0, 8)) == "3A8"

    def test_at_a_joint(self) -> None:
        """A half hex at a joint is found by either board's name for it."""
        boards = [
            Placed(Drawing(BOARD, name).board(), i) for i, name in enumerate("pq")
        ]
        board_map = Map(boards)
        assert opposite(board_map, "top", 0, "GG") == opposite(board_map, "top", 1, "A")

    def test_no_such_hexrow(self) -> None:
        """A board that does not lie along the edge has no hex there."""
        with pytest.raises(OpforError, match="board 3 has no hex G along the bottom"):
            opposite(self.three(), "bottom", 0, "G")


def test_printed() -> None:
    """The letters and the coordinate of a hex are the printed ones."""
    assert printed(board(), board().hex("GG10")) == ("GG", 10)
    assert printed(turned(), 0) == ("GG", 10)


def test_grain_runs_straight() -> None:
    """A Hex Grain is a straight line to the map's edge."""
    board_map = board()
    names = [board_map.label(h) for h in grain(board_map, board_map.hex("E5"), 5)]
    assert names == ["D4", "C4", "B3", "A3"]


def test_alternate_grain() -> None:
    """An Alternate Hex Grain takes pairs and single hexes by turns."""
    board_map = board()
    steps = list(alternate_grain(board_map, board_map.hex("E5"), 5))
    names = [[board_map.label(h) for h in step] for step in steps]
    assert names == [["D5", "D4"], ["C5"], ["B5", "B4"], ["A5"]]


class TestEdgeCrossed:
    """Over which edge of the map a hexside leads."""

    @pytest.mark.parametrize(
        ("label", "found"),
        [
            ("A10", {3: "bottom", 4: "left", 5: "left"}),
            ("A1", {0: "top", 4: "left", 5: "left"}),
            ("GG10", {1: "right", 2: "right", 3: "bottom"}),
            ("B10", {2: "bottom", 3: "bottom", 4: "bottom"}),
            ("B1", {}),
        ],
    )
    def test_of_a_hex(self, label: str, found: dict[int, str]) -> None:
        """At a corner too each hexside leads over one of the edges."""
        here = board()
        hex_ = next(n for n in range(here.grid.size) if here.label(n) == label)
        crossed = {side: edge_crossed(here, hex_, side) for side in range(6)}
        assert {side: edge for side, edge in crossed.items() if edge} == found


class TestSidesToward:
    """A line between two dots leaves by one hexside, or two through a corner."""

    @pytest.mark.parametrize("side", range(6))
    @pytest.mark.parametrize("place", [(10, 5), (11, 5)])
    def test_to_a_neighbour(self, side: int, place: tuple[int, int]) -> None:
        """To a neighbour it leaves by the shared hexside."""
        assert sides_toward(place, neighbour(*place, side)) == (side,)

    @pytest.mark.parametrize("side", range(6))
    def test_along_a_hexspine(self, side: int) -> None:
        """Along a hexspine it leaves by the two hexsides beside it."""
        place = (10, 5)
        far = neighbour(*neighbour(*place, side), (side + 1) % 6)
        assert set(sides_toward(place, far)) == {side, (side + 1) % 6}

    def test_to_itself(self) -> None:
        """To the own hex it leaves by none."""
        assert sides_toward((3, 3), (3, 3)) == ()

    @given(st.integers(0, 20), st.integers(0, 9), st.integers(0, 20), st.integers(0, 9))
    @settings(max_examples=100)
    def test_leads_nearer(self, a: int, b: int, c: int, d: int) -> None:
        """The hex across such a hexside is nearer to the goal."""
        for side in sides_toward((a, b), (c, d)):
            step = neighbour(a, b, side)
            assert distance(step, (c, d)) == distance((a, b), (c, d)) - 1


@pytest.mark.parametrize("name", [(0, "woods"), (3, "open")])
def test_growth_reaching_an_edge(name: tuple[int, str]) -> None:
    """Woods connected to the EBE are told from those that are not."""
    board_map = Drawing().hexes("Woods", "D0", "D1", "D4").map()
    joins = Joins(HexFacts(board_map))
    reaching = growth_reaching(joins, along(board_map, "top"))
    assert reaching[board_map.hex("D1")]
    assert not reaching[board_map.hex("D4")]
    assert not reaching[board_map.hex("E1")]


@needs_shared
class TestBoard33:
    """Walls and hedges that face the FBE in the example of 4.1e."""

    def test_from_the_low_edge(self) -> None:
        """With the FBE along A1-GG1, Q7, U8 and U9 lie behind theirs (T02)."""
        ground = Ground(shared_map("33"))
        compass = Compass(ground.map, "top")
        for name in ("Q7", "U8", "U9"):
            assert walled_toward_fbe(ground, compass, ground.map.hex(name))
        assert not walled_toward_fbe(ground, compass, ground.map.hex("U7"))

    def test_from_the_high_edge(self) -> None:
        """With the FBE along A10-GG10 it is U7 that lies behind the hedge (T03)."""
        ground = Ground(shared_map("33"))
        compass = Compass(ground.map, "bottom")
        assert walled_toward_fbe(ground, compass, ground.map.hex("U7"))

    @pytest.mark.parametrize(
        ("fbe", "month", "expected"),
        [
            ("top", 1, "P5 P6 Q7 Q8 R6 R6/1 R7 R7/1 R8 S8 U8 U9"),
            ("top", 7, "P5 P6 Q7 Q8 R6 R6/1 R7 R7/1 R8 S8 T6 U7 U8 U9"),
            ("bottom", 1, "P5 P6 Q6 Q7 R6 R6/1 R7 R7/1 U7"),
            ("bottom", 7, "P5 P6 Q6 Q7 R6 R6/1 R7 R7/1 T6 U7"),
        ],
    )
    def test_eligible_for_placement(self, fbe: Edge, month: int, expected: str) -> None:
        """The example's Locations, and two that it passes over.

        Q8 lies behind the Q7-Q8 wall, Q6 behind the Q6-Q7 wall from the other side.
        """
        ground = Ground(shared_map("33"), month=month)
        compass = Compass(ground.map, fbe)
        near = {
            hex_
            for centre, radius in (("Q6", 1), ("S8", 2))
            for hex_ in ground.map.within(ground.map.hex(centre), radius)
            if compass.from_fbe[hex_] > 3
        }
        eligible = [
            ground.name(location)
            for location in ground.locations
            if location.hex in near
            and (
                ground.concealment_terrain(location)
                or walled_toward_fbe(ground, compass, location.hex)
            )
        ]
        assert sorted(name.removeprefix("33") for name in eligible) == expected.split()


class TestRivers:
    """Which boards are river mapboards (D-065)."""

    @staticmethod
    def of(*drawings: Drawing) -> list[bool]:
        """The flags of boards one below the other."""
        boards = [Placed(d.board(), 0, row) for row, d in enumerate(drawings)]
        ground = Ground(Map(boards))
        found: list[bool] = rivers(ground, Joins(ground.facts)).tolist()
        return found

    def test_water_from_side_to_side(self) -> None:
        """A stretch of water from the left to the right makes a river board."""
        river = Drawing(name="1").hexes("Water", *(f"{c}3" for c in "ABCDEFG"))
        assert self.of(river) == [True]

    def test_a_pond_at_one_side(self) -> None:
        """Water that reaches one side, or none, does not."""
        pond = Drawing(name="1").hexes("Water", "C3", "D3", "D4")
        bay = Drawing(name="2").hexes("Water", "A3", "B3")
        assert self.of(pond) == self.of(bay) == [False]

    def test_each_board_by_itself(self) -> None:
        """Of two boards only the one with the river counts."""
        river = Drawing(name="1").hexes("Water", *(f"{c}3" for c in "ABCDEFG"))
        assert self.of(Drawing(name="2"), river) == [False, True]

    @needs_shared
    @pytest.mark.parametrize(
        ("name", "river"),
        [("07", True), ("08", True), ("40", True), ("13", False), ("47", False)],
    )
    def test_printed_boards(self, name: str, river: bool) -> None:
        """Rivers and canals cross their boards; ponds and lakes do not."""
        ground = Ground(shared_map(name))
        assert rivers(ground, Joins(ground.facts)).tolist() == [river]
