"""Boards of a saved game, and the hex of a pixel."""

import pytest

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.vasl.boards.laid import Laid, Layout, Overlay, SavedBoard, Spot, read_boards
from opfor.vasl.boards.overlays import beneath_overlay, beneath_ssr
from tests.shared import SHARED, needs_shared


def no_board(name: str) -> None:
    """A library without boards."""
    raise OpforError(f"there is no board {name!r}")


def laid(text: str) -> Layout:
    """Boards of opfor's own, or none."""
    return Layout(read_boards(text), Library().load)


class TestText:
    """The text of the boards, read."""

    def test_all(self) -> None:
        """Places, turned ones, what is cropped, overlays, SSR and zoom."""
        text = (
            "0\t0\tr05\tVER\t6.3\tbd\t1\t0\t04\t900\t0\t900\t645\tVER\t6.1\t"
            "OVR\tx4\tB2\tB3\tOVR\tw1\tC3\tC3\tSSR\tNoGrain\tDryStreams\tZOOM\t1.5"
        )
        one, two = read_boards(text)
        assert one == SavedBoard(name="05", column=0, row=0, turned=True, version="6.3")
        assert two == SavedBoard(
            name="04",
            column=1,
            row=0,
            crop=(900, 0, 900, 645),
            version="6.1",
            overlays=(Overlay("x4", ("B2", "B3")), Overlay("w1", ("C3", "C3"))),
            ssr=("NoGrain", "DryStreams"),
            zoom=1.5,
        )

    @pytest.mark.parametrize(
        ("name", "turned"), [("r", False), ("RB", False), ("ry", True)]
    )
    def test_names(self, name: str, turned: bool) -> None:
        """A small r before a name turns the board; alone it is a name."""
        (board,) = read_boards(f"0\t0\t{name}\tVER\t1")
        assert board.turned is turned

    def test_none(self) -> None:
        """A game without boards."""
        assert read_boards("") == ()
        assert Layout((), no_board).spot(500, 500) == Spot()

    @pytest.mark.parametrize("text", ["0\t0\t1\tbd\t" * 101, "0\t100\t04", "-1\t0\t04"])
    def test_too_many(self, text: str) -> None:
        """More boards, or farther out, than a map can have are told."""
        with pytest.raises(OpforError):
            read_boards(text)


class TestSpots:
    """Pixels as VASL puts counters there."""

    @pytest.mark.parametrize(
        ("pixel", "label"),
        [
            ((400, 432), "A1"),
            ((456, 400), "B0"),
            ((456, 528), "B2"),
            ((512, 561), "C3"),
            ((1243, 464), "P1"),
            ((1131, 593), "N3"),
        ],
    )
    def test_centres(self, pixel: tuple[int, int], label: str) -> None:
        """The snap points of hex centres, on a board whose file is missing too."""
        for layout in (laid("0\t0\to1"), Layout(read_boards("0\t0\t04"), no_board)):
            spot = layout.spot(*pixel)
            assert (spot.hex, spot.on) == (label, "centre")

    def test_pixels(self) -> None:
        """A hex's pixel is the one that VASL snaps to."""
        layout = laid("0\t0\to1")
        assert layout.pixel(0, 15, 1) == (1243, 464)
        assert layout.pixel(0, 0, 0) == (400, 432)
        assert layout.pixel(0, 1, 0) == (456, 400)
        assert layout.pixel(0, 1, 2) == (456, 528)
        assert layout.pixel(0, 32, 0)[0] == 2199

    @pytest.mark.parametrize(
        "text",
        [
            "0\t0\to1",
            "0\t0\tro1",
            "0\t0\to1\tVER\t1\tZOOM\t1.5",
            "0\t0\tro1\t112\t64\t1200\t400",
        ],
    )
    def test_there_and_back(self, text: str) -> None:
        """Every hex is found again at the pixel where its counters are put."""
        layout = laid(text)
        (board,) = layout.boards
        assert board.grid is not None
        seen = 0
        for place in board.grid:
            pixel = layout.pixel(0, *place)
            if board.holds(*pixel):
                spot = layout.spot(*pixel)
                assert (spot.hex, spot.on) == (board.label(*place), "centre")
                seen += 1
        assert seen > 100

    def test_snap_points(self) -> None:
        """VASL's whole pixels, hex by hex: even columns from 32, odd ones from 64."""
        layout = laid("0\t0\to1")
        (board,) = layout.boards
        for col, row in board.grid or ():
            odd = 0 if row == 0 else int(64 + 64.5 * (row - 1))
            y = odd if col % 2 else int(32 + 64.5 * row)
            x = min(int(56.25 * col), 1799)
            assert layout.pixel(0, col, row) == (400 + x, 400 + y)

    @pytest.mark.parametrize(
        ("pixel", "names"), [((1271, 480), {"P1", "Q2"}), ((1243, 496), {"P1", "P2"})]
    )
    def test_hexsides(self, pixel: tuple[int, int], names: set[str]) -> None:
        """Bypass and perimeter counters stand in the middle of a hexside."""
        spot = laid("0\t0\to1").spot(*pixel)
        assert {spot.hex, spot.other} == names
        assert spot.on == "hexside"

    def test_turned(self) -> None:
        """A turned board has its A1 at the lower right."""
        layout = laid("0\t0\tro1")
        spot = layout.spot(400 + 1800, 400 + 645 - 32)
        assert (spot.hex, spot.on) == ("A1", "centre")
        side = layout.spot(400 + 1800 - 843, 400 + 645 - 96)
        straight = laid("0\t0\to1").spot(1243, 496)
        assert (side.hex, side.other) == (straight.hex, straight.other)
        assert side.side == (straight.side + 3) % 6
        assert layout.map_text() == "ro1@0,0"

    def test_grid_of_boards(self) -> None:
        """Boards lie side by side and one above the other."""
        layout = laid("0\t0\to1\tbd\t0\t1\to2\tbd\t1\t0\to3\tbd\t1\t1\to4")
        assert layout.spot(512 + 1800, 561 + 645).board == "o4"
        assert layout.spot(512, 561 + 645) == Spot(board="o2", hex="C3", on="centre")
        assert layout.spot(100, 100) == Spot()

    def test_cropped(self) -> None:
        """What is cropped moves the rest, and the boards beside it."""
        layout = laid("0\t0\to1\t900\t0\t900\t645\tbd\t1\t0\to2")
        assert layout.spot(400, 432).hex == "Q1"
        assert layout.spot(400 + 900, 432).board == "o1"
        assert layout.spot(512 + 900, 561) == Spot(board="o2", hex="C3", on="centre")

    def test_zoomed(self) -> None:
        """A board that is drawn larger."""
        layout = laid("0\t0\to1\tVER\t1\tZOOM\t2")
        assert layout.spot(400 + 2 * 112, 400 + 2 * 161).hex == "C3"

    def test_unknown(self) -> None:
        """A board of unknown shape has no hexes, and that is told."""
        layout = Layout(read_boards("0\t0\tBFPz"), no_board)
        assert layout.spot(512, 561) == Spot(board="BFPz")
        assert "BFPz" in layout.problems[0]

    @needs_shared
    def test_other_shapes(self) -> None:
        """Boards of another shape have their own labels."""
        load = Library([SHARED / "boards"]).load
        layout = Layout(read_boards("0\t0\t1b"), load)
        assert layout.spot(400, 432).hex == "Q1"


class TestOverlays:
    """The hexes beneath overlays, which nothing tells."""

    def test_by_its_hexes(self) -> None:
        """Those that it lies by, and those around."""
        saved = SavedBoard(name="o1", column=0, row=0)
        board = Laid(saved, Library().load("o1"), (0, 0))
        told = beneath_overlay(board, Overlay("X1", ("C4", "D4")))
        assert told.split(", ")[-1] == "16 hexes"
        assert beneath_overlay(board, Overlay("X1", ("ZZ99",))) == ""
        assert beneath_overlay(board, Overlay("X1")) == ""

    def test_of_a_board_that_is_not_there(self) -> None:
        """Without the board nobody knows its hexes."""
        board = Laid(SavedBoard(name="o1", column=0, row=0), None, (0, 0))
        assert beneath_overlay(board, Overlay("X1", ("C4",))) == ""

    @needs_shared
    def test_pictures_of_ssr(self) -> None:
        """Of a SSR that lays a picture over the board, the hexes in it."""
        library = Library([SHARED / "vasl" / "boards"])
        board = Laid(SavedBoard(name="04", column=0, row=0), library.load("04"), (0, 0))
        assert "hexes" in beneath_ssr(board, "SSO_O", library)
        assert beneath_ssr(board, "NoGrain", library) == ""
