"""Maps of one or more boards."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.hexes import Grid
from opfor.geo.map import MAX_BOARDS, Map, Placed, parse_map
from tests.geo.drawing import Drawing
from tests.geo.players_boards import shared_map
from tests.shared import needs_shared

BOARDS = {
    "1": Drawing(name="1").hexes("Woods", "A1", "C2").raised(1, "C2").board(),
    "02": Drawing(name="02").hexes("Brush", "G5").board(),
    "r": Drawing(name="r").board(),
    "tall": Drawing(Grid(7, 6), name="tall").board(),
    "wide": Drawing(Grid(9, 5), name="wide").board(),
    "even": Drawing(Grid(6, 5), name="even").board(),
    "big": Drawing(Grid(3, 2, 168.8, 194.2, 0.0, 97.1), name="big").board(),
    "whole": Drawing(Grid(7, 5, x0=22.0), name="whole").board(),
}


def load(name: str) -> Board:
    """One of the boards above."""
    if name not in BOARDS:
        raise OpforError(f"there is no board {name!r}")
    return BOARDS[name]


def read(text: str) -> Map:
    """A map of them."""
    return parse_map(text, load)


class TestNames:
    """Hexes are called by board and coordinate."""

    def test_alone(self) -> None:
        """On one board the coordinate is enough."""
        board_map = read("02")
        assert board_map.hex("C2") == board_map.hex("2C2") == board_map.hex("02C2")
        assert board_map.name(board_map.hex("C2")) == "2C2"
        assert board_map.label(board_map.hex("C2")) == "C2"

    def test_of_several(self) -> None:
        """On several it is, where only one board has it."""
        board_map = read("1 tall@0,1")
        assert board_map.label(board_map.hex("tallC6")) == "tallC6"
        assert board_map.hex("C6") == board_map.hex("tallC6")
        with pytest.raises(OpforError, match="C2 could be 1C2, tallC2"):
            board_map.hex("C2")

    def test_unknown(self) -> None:
        """An unknown hex is told with those that are there."""
        with pytest.raises(OpforError, match="hexes run from 1A1 to 1G5"):
            read("1").hex("Z9")

    @given(st.sampled_from(["1", "1 02", "1 r02@0,1", "r1@0,0 02@1,0 1@0,1 r02@1,1"]))
    @settings(max_examples=8)
    def test_go_both_ways(self, text: str) -> None:
        """Every hex is found by its own name."""
        board_map = read(text)
        if len(set(text.split())) == len(board_map.boards) < 4:
            for hex_ in range(len(board_map)):
                assert board_map.hex(board_map.name(hex_)) == hex_


class TestJoints:
    """Boards share the half hexes along their joints."""

    def test_size(self) -> None:
        """Two boards side by side share a hexrow; one above the other, half hexes."""
        assert read("1 02").grid.cols == 13
        assert read("1 02@0,1").grid.rows == 10
        assert len(read("1 02@0,1")) == 7 * 10 + 3

    def test_shared_hexes_belong_to_the_later(self) -> None:
        """Both names lead to a shared hex; it is called by the later board's."""
        board_map = read("1 02")
        assert board_map.hex("1G3") == board_map.hex("2A3")
        assert board_map.name(board_map.hex("1G3")) == "2A3"
        assert board_map.board_at(board_map.hex("1G3")).name == "02"

    def test_planes(self) -> None:
        """The planes are joined where the boards meet."""
        board_map = read("1 02")
        x, y = (int(v) for v in board_map.grid.centre(12, 4))
        assert board_map.terrain[x - 5, y] == 25
        assert board_map.terrain[0, 40] == 60

    def test_turned(self) -> None:
        """A rotated board's hexes lie at the opposite place."""
        board_map = read("r1@0,0")
        assert board_map.grid.coordinates(board_map.hex("A1")) == (6, 4)
        x, y = (int(v) for v in board_map.grid.centre(4, 3))
        assert board_map.terrain[x, y] == 60
        assert board_map.elevation[x, y] == 1
        assert board_map.source(0) == (board_map.boards[0], (6, 4))

    def test_board_called_r(self) -> None:
        """A leading r rotates only where a place follows."""
        assert read("r").boards[0].board.name == "r"
        assert read("r@0,0").boards[0].board.name == "r"
        assert read("rr@0,0").boards[0].turned

    def test_half_hexes(self) -> None:
        """Half hexes lie along the map's edge only."""
        board_map = read("1 02")
        halves = [h for h in range(len(board_map)) if board_map.half_hex(h)]
        assert board_map.hex("1G3") not in halves
        names = {board_map.name(h) for h in halves}
        assert {"1A1", "1B0", "1B5", "2G5"} <= names

    @pytest.mark.parametrize(
        ("text", "cause"),
        [
            ("1 tall", "does not fit the others"),
            ("1 wide@0,1", "does not fit the others"),
            ("1 1@0,0", "in one place"),
            ("1 02@2,0", "is empty"),
            ("1@0,0 02@1,1 ", "gap"),
            ("1 big", "different size"),
            ("1 whole", "without half hexes"),
            ("reven@0,0", "even number of hexrows"),
            ("even even", "even number of hexrows"),
            ("", "1 to 24 boards"),
            ("1 " * (MAX_BOARDS + 1), "1 to 24 boards"),
            ("1@9,9", "is empty"),
            ("1@99,0", "too far out"),
            ("1@" + "9" * 5000 + ",0", "does not place a board"),
            ("@0,0", "does not place a board"),
            ("lost", "there is no board"),
        ],
    )
    def test_cannot_be_joined(self, text: str, cause: str) -> None:
        """What cannot lie together is refused by the cause."""
        with pytest.raises(OpforError, match=cause):
            read(text)


class TestGeometry:
    """Neighbours and ranges go on across joints."""

    def test_across_a_joint(self) -> None:
        """A hex beside the joint has neighbours on both boards."""
        board_map = read("1 02@0,1")
        around = board_map.neighbours[board_map.hex("1C5")]
        assert board_map.name(around[3]) == "2C1"
        assert board_map.distance(board_map.hex("1C5"), board_map.hex("2C1")) == 1

    def test_side_towards(self) -> None:
        """Two neighbours share a hexside; others share none."""
        board_map = read("1")
        assert board_map.side_towards(board_map.hex("C2"), board_map.hex("C1")) == 0
        with pytest.raises(OpforError, match="share no hexside"):
            board_map.side_towards(board_map.hex("C2"), board_map.hex("C4"))

    @given(st.integers(0, 37), st.integers(0, 6))
    @settings(max_examples=50)
    def test_within(self, hex_: int, radius: int) -> None:
        """Exactly the hexes of that range are within it."""
        board_map = read("1")
        expected = {
            h for h in range(len(board_map)) if board_map.distance(hex_, h) <= radius
        }
        assert set(board_map.within(hex_, radius)) == expected

    def test_stairways(self) -> None:
        """Stairwells come along, turned with their board."""
        board = Drawing(name="s").disc(41, "B1", 9).stairwell("B1").board()
        board_map = Map([Placed(board, turned=True)])
        assert board_map.stairways == {board_map.hex("B1")}

    def test_digest(self) -> None:
        """The digest tells maps apart by content, place and rotation."""
        texts = ["1", "02", "r1@0,0", "1 02", "02 1", "1 02@0,1"]
        assert len({read(text).digest for text in texts}) == len(texts)
        assert read("1").digest == read("1@0,0").digest


class TestFuzz:
    """Any text is a map or one OpforError."""

    def assert_read_or_refused(self, text: str, load: Callable[[str], Board]) -> None:
        try:
            board_map = parse_map(text, load)
        except OpforError as problem:
            assert "\n" not in problem.what  # noqa: PT017 - a map is as good
        else:
            assert len(board_map.owner) == len(board_map)

    @given(st.text(max_size=60))
    @settings(max_examples=80)
    def test_any_text(self, text: str) -> None:
        """Any characters."""
        self.assert_read_or_refused(text, load)

    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["", "r"]),
                st.sampled_from([*BOARDS, "?"]),
                st.sampled_from(["", "@0,0", "@1,0", "@0,1", "@1,1", "@2,0", "@,1"]),
            ),
            max_size=5,
        )
    )
    @settings(max_examples=80)
    def test_any_placing(self, items: list[tuple[str, str, str]]) -> None:
        """Any boards in any places."""
        self.assert_read_or_refused(" ".join("".join(item) for item in items), load)


@needs_shared
class TestBoards:
    """The player's boards have the names that are printed on them."""

    @pytest.mark.parametrize(
        ("name", "first", "last", "hexes"),
        [
            ("01", "A1", "GG10", 346),
            ("y", "A1", "GG10", 346),
            ("1a", "A1", "Q20", 348),
            ("1b", "Q1", "GG20", 348),
            ("BFPDW1a", "A1", "GG10", 346),
            ("BFPDW1b", "A11", "GG20", 346),
            ("a", "A1", "O5", 82),
            ("RBv2", "A1", "JJ45", 1638),
        ],
    )
    def test_labels(self, name: str, first: str, last: str, hexes: int) -> None:
        """The first and last hex, and how many there are."""
        board_map = shared_map(name)
        found = board_map.board_at(0)
        grid = found.grid
        assert found.label(0, 0) == first
        assert found.label(grid.cols - 1, grid.rows_in(grid.cols - 1) - 1) == last
        assert len(board_map) == hexes

    @pytest.mark.parametrize(
        ("name", "half", "whole"),
        [
            ("01", ["A1", "A5", "B0", "B10", "GG10"], ["B1", "C1", "FF9"]),
            ("1b", ["Q1", "R0", "R20", "GG20"], ["R1", "S20"]),
            ("BFPDW1b", ["A11", "B10", "B20"], ["B11", "C20"]),
        ],
    )
    def test_half_hexes(self, name: str, half: list[str], whole: list[str]) -> None:
        """Half hexes are those that the printed edge cuts."""
        board_map = shared_map(name)
        assert all(board_map.half_hex(board_map.hex(label)) for label in half)
        assert not any(board_map.half_hex(board_map.hex(label)) for label in whole)

    def test_b_board_below_its_a_board(self) -> None:
        """An a and a b board join to one geomorphic map of two halves."""
        board_map = shared_map("1a@0,0 1b@1,0")
        assert board_map.grid.cols == 33
        assert board_map.hex("1aQ5") == board_map.hex("1bQ5")


@pytest.mark.parametrize("text", ["1", "r02@0,0", "1@0,0 02@1,0", "1@0,0 r02@0,1"])
def test_places_of_boards_there_and_back(text: str) -> None:
    """The hex at each place of each board is at that place of it, turned or not."""
    board_map = read(text)
    for number, placed in enumerate(board_map.boards):
        for place in placed.board.grid:
            hex_ = board_map.hex_of(number, place)
            assert board_map.place_on(hex_, number) == place


class TestDistances:
    """Ranges from one hex to all."""

    @pytest.mark.parametrize("text", ["1", "even", "02@0,0 1@0,1"])
    def test_as_one_by_one(self, text: str) -> None:
        """Each is that of the pair."""
        found = read(text)
        for here in range(0, len(found), 7):
            alone = [found.distance(here, there) for there in range(len(found))]
            assert found.distances(here) == alone
