"""Boards as a scenario has them: cropped, and with terrain changed by SSR."""

import shlex
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.geo.boards.text import text_board
from opfor.geo.boards.variant import (
    Table,
    Variant,
    cropped,
    made,
    read_table,
    read_variant,
    unknown,
)
from opfor.geo.ground import Ground
from opfor.geo.map import Map, Placed, parse_map
from tests.shared import SHARED, needs_shared

BOARD = text_board("""
board: t
size: 33x10
grain: C3-D4 Q6
hedge: E5/012
woods: G4
stone building 2: J5+J6
level 1: M3-N4
""")

RULES = """
NoGrain terrainMap Grain "Open Ground"
HedgesToBocage terrainMap Hedge Bocage
Level1ToLevel0 elevationMap 1 0
WoodsToLevel2 terrainToElevationMap Woods 2
Level1ToMarsh elevationToTerrainMap 1 Marsh
Mud ignore "" ""
Bamboo customCode "" ""
Odd terrainMap Lava Marsh
"""


def table(rules: str) -> Table:
    """VASL's table with a rule a line: name, type, from, to."""
    root = Element("sharedBoardMetadata")
    for rule in rules.strip().splitlines():
        keys = ("name", "type", "fromValue", "toValue")
        SubElement(root, "LOSSSRule", dict(zip(keys, shlex.split(rule), strict=True)))
    return read_table(root)


TABLE = table(RULES)


def ground(*ssr: str) -> Ground:
    """The ground of the board with some changes."""
    return Ground(Map([Placed(made(BOARD, Variant("t", ssr), TABLE))]))


def terrain(ssr: str, hex_: str) -> tuple[str, int]:
    """The terrain and level of a hex after a change."""
    found = ground(ssr)
    at = found.locations[found.number((found.map.hex(hex_), 0))]  # type: ignore[arg-type]
    return found.terrain(at).name, found.elevation(at)


class TestSsr:
    """Terrain changes by VASL's table."""

    @pytest.mark.parametrize(
        ("ssr", "hex_", "after"),
        [
            ("NoGrain", "C3", ("open ground", 0)),
            ("Level1ToLevel0", "M3", ("open ground", 0)),
            ("WoodsToLevel2", "G4", ("open ground", 2)),
            ("Level1ToMarsh", "M3", ("marsh", 0)),
            ("NoGrain", "G4", ("woods", 0)),
        ],
    )
    def test_hexes(self, ssr: str, hex_: str, after: tuple[str, int]) -> None:
        """Terrain for terrain, level for level, and one for the other."""
        assert terrain(ssr, hex_) == after

    def test_hexsides_and_stairs(self) -> None:
        """Hedges become bocage; stairwells go."""
        found = ground("HedgesToBocage", "NoStairwells")
        side = found.side(found.map.hex("E5"), 0)
        assert side is not None
        assert side.name == "bocage"
        assert BOARD.stairways
        assert not found.map.stairways

    def test_unknown(self) -> None:
        """What the table does not say changes nothing, and it is told why."""
        for name in ("Mud", "Bamboo", "Odd", "Never"):
            assert unknown(name, TABLE)
            same = made(BOARD, Variant("t", (name,)), TABLE)
            assert (same.terrain == BOARD.terrain).all()
        assert not unknown("NoGrain", TABLE)
        assert (BOARD.terrain == text_board_again().terrain).all()


def text_board_again() -> object:
    """The board itself, which no change has touched."""
    return made(BOARD, Variant("t"), TABLE)


class TestCrop:
    """Half boards and cropped ones."""

    @pytest.mark.parametrize(
        ("crop", "first", "last", "hexes"),
        [
            ((0, 0, 900, 645), "A1", "Q10", 17),
            ((900, 0, 900, 645), "Q1", "GG10", 17),
            ((900, 0, -1, -1), "Q1", "GG10", 17),
            ((862, 0, 938, 645), "Q1", "GG10", 17),
            ((0, 0, 1800, 322), "A1", "GG5", 33),
            ((0, 322, 1800, 323), "A6", "GG10", 33),
        ],
    )
    def test_hexes_keep_their_names(
        self, crop: tuple[int, ...], first: str, last: str, hexes: int
    ) -> None:
        """A half is a board whose hexes are called as on the whole one."""
        half = cropped(BOARD, crop)
        assert half.grid.cols == hexes
        assert half.label(0, 0) == first
        assert half.label(half.grid.cols - 1, half.grid.rows - 1) == last
        whole, part = Ground(Map([Placed(BOARD)])), Ground(Map([Placed(half)]))
        for hex_ in range(len(part.map)):
            name = part.map.name(hex_)
            if part.map.half_hex(hex_):
                continue
            assert part.kind[hex_] == whole.kind[whole.map.hex(name)], name

    def test_halves_join(self) -> None:
        """Two halves that were cut make the whole board again."""
        halves = [
            cropped(BOARD, crop) for crop in ((0, 0, 900, 645), (900, 0, 900, 645))
        ]
        joined = Map([Placed(half, number) for number, half in enumerate(halves)])
        assert (joined.terrain == BOARD.terrain).all()
        assert joined.hex("tC3") == Map([Placed(BOARD)]).hex("tC3")

    @pytest.mark.parametrize(
        "crop", [(0, 0, 10, 645), (1800, 0, 10, 645), (-99999, 0, 1, 1), (0, 0, 900, 9)]
    )
    def test_nothing_left(self, crop: tuple[int, ...]) -> None:
        """A crop that leaves no hexes is refused."""
        with pytest.raises(OpforError, match="leaves no hexes"):
            cropped(BOARD, crop)

    @given(st.tuples(*[st.integers(-99999, 99999)] * 4))
    def test_any_crop(self, crop: tuple[int, ...]) -> None:
        """Whatever the numbers, there is a board or one sentence."""
        try:
            half = cropped(BOARD, crop)
        except OpforError:
            return
        assert half.terrain.shape[0] >= 2 * half.grid.hex_width - 1
        Map([Placed(half)])


class TestName:
    """A variant's name says all of it."""

    @given(
        st.lists(st.from_regex(r"[A-Za-z0-9_.]{1,9}", fullmatch=True), max_size=5),
        st.one_of(st.just(()), st.tuples(*[st.integers(-1, 9999)] * 4)),
    )
    def test_there_and_back(self, ssr: list[str], crop: tuple[int, ...]) -> None:
        """The name gives the same variant."""
        variant = Variant("04", tuple(ssr), crop)
        assert read_variant(variant.name) == variant

    @pytest.mark.parametrize("name", ["", "+NoGrain", "04~1,2", "04+a b", "04+", "4~~"])
    def test_no_name(self, name: str) -> None:
        """Other texts are refused."""
        with pytest.raises(OpforError, match="no name of a board"):
            read_variant(name)


@needs_shared
class TestPlayersBoards:
    """VASL's own boards and table."""

    def test_every_ssr_on_a_board(self) -> None:
        """Each name of the table is applied, or it is told why not."""
        library = Library([SHARED / "boards"])
        applied = [
            name for name in library.changes if not unknown(name, library.changes)
        ]
        assert len(applied) > 100
        board_map = parse_map(
            "r04+NoGrain+HedgesToBocage~0,0,900,645@0,0", library.load
        )
        assert 24 not in board_map.terrain
        assert 73 not in board_map.terrain
        assert board_map.boards[0].board.short == "4"

    def test_from_the_module(self) -> None:
        """Where the folder has no table, the module's own serves."""
        library = Library([SHARED / "vasl" / "boards", SHARED / "vasl" / "vasl.vmod"])
        assert 24 not in library.load("04+NoGrain").terrain

    def test_none(self, tmp_path: Path) -> None:
        """Without a table it is said where one is."""
        with pytest.raises(OpforError, match="SharedBoardMetadata"):
            Library([tmp_path]).load("o1+NoGrain")
