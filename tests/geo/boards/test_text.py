"""Tests of the text form of boards: what it takes, what it refuses and how."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.plan import AREAS, BRIDGES, HEXSIDES, LINES
from opfor.geo.boards.text import (
    MAX_TEXT,
    parse_plan,
    read_plan,
    read_text_board,
    text_board,
)
from opfor.geo.boards.text_write import board_text

HEAD = "board: t\nsize: 7x5\n"


def hexes(*labels: str) -> set[tuple[int, int]]:
    """The (column, row) of labels, read by way of a board."""
    board = text_board("board: t\n")
    return {board.hex(label) for label in labels}


class TestForm:
    """What a text can say."""

    def test_a_board_of_any_size_comes_from_a_text_in_memory(self) -> None:
        """Small boards serve tests and worked examples."""
        board = text_board(HEAD + "title: A field\nwoods: C2 C3\n")
        assert (board.name, board.title, board.source) == ("t", "A field", "text")
        assert board.terrain.shape == board.elevation.shape == (338, 322)
        assert board.hex("G5") == (6, 4)

    def test_without_a_size_the_board_is_the_geomorphic_one(self) -> None:
        """33 x 10 hexes on 1800 x 645 pixels, as the printed boards."""
        assert text_board("board: t").terrain.shape == (1800, 645)

    def test_keys_go_on_in_indented_lines_and_notes_are_left_out(self) -> None:
        """A long list can be broken anywhere."""
        plan = parse_plan(HEAD + "woods: B2 # not B4\n  # nor B1\n\n  B3,C3\n")
        assert set(plan.areas) == hexes("B2", "B3", "C3")

    def test_a_block_holds_the_numbers_between_its_corners_in_each_column(self) -> None:
        """Columns and numbers between the two hexes, in either order."""
        plan = parse_plan(HEAD + "grain: C4-B3\n")
        assert set(plan.areas) == hexes("B3", "B4", "C3", "C4")

    def test_a_way_fills_in_straight_rows_and_keeps_its_ends(self) -> None:
        """A5 > A2 is four hexes; an end can be a hexside."""
        plan = parse_plan(HEAD + "road: C1/0 > C1 > C3 > E4  B2 > B3\n")
        first, second = plan.lines
        assert [(c, r) for c, r in first.hexes] == [
            (2, 0), (2, 1), (2, 2), (3, 3), (4, 3),
        ]  # fmt: skip
        assert (first.start, first.end) == ((2, 0, 0), None)
        assert len(second.hexes) == 2

    def test_a_hexside_has_one_name_however_it_is_written(self) -> None:
        """By its two hexes, or by one and the number from either side."""
        ways = ("C3/C4", "C4/C3", "C3/3", "C4/0")
        sides = [parse_plan(HEAD + f"wall: {way}\n").sides for way in ways]
        assert all(side == sides[0] for side in sides)

    def test_the_higher_level_counts_where_a_hill_is_named_twice(self) -> None:
        """A hill can be listed whole, then its top again."""
        plan = parse_plan(HEAD + "level 2: C3\nlevel 1: C3 C4\n")
        assert plan.levels == {(2, 2): 2, (2, 3): 1}

    def test_buildings_carry_material_levels_and_rowhouses(self) -> None:
        """The key says what is built, + joins hexes."""
        text = "stone rowhouse 1: B2+B3\nwooden building: C4\nstone building 2: E2+E3\n"
        row, hut, hall = parse_plan(HEAD + text).buildings
        assert (row.code, row.wall_code, row.rowhouse) == (41, 77, True)
        assert (hut.code, hall.code, hall.rowhouse) == (50, 42, False)

    @pytest.mark.parametrize(
        ("text", "stairs"),
        [
            ("wooden building: B2", ()),
            ("wooden building 1: B2+B3", ("B2", "B3")),
            ("stone building 2: B2+B3", ("B2",)),
            ("stone building 2: B2+B3\nstairwell: B3", ("B3",)),
        ],
    )
    def test_stairwells_follow_the_building(
        self, text: str, stairs: tuple[str, ...]
    ) -> None:
        """One upper level: every hex; more: those named, or the first hex."""
        assert text_board(HEAD + text).stairways == hexes(*stairs)

    def test_every_word_is_taken(self) -> None:
        """Each area, line, hexside and bridge can be drawn."""
        for word in (*AREAS, *HEXSIDES):
            value = "C3" if word in AREAS else "C3/C4"
            level = "level 1: C3\n" if word == "cliff" else ""
            assert isinstance(text_board(HEAD + f"{level}{word}: {value}\n"), Board)
        for word in LINES:
            way = f"{word}: C1/0 > C1 > C5 > C5/3\n"
            assert text_board(HEAD + way).terrain.any()
        for word in BRIDGES:
            ways = "road: C1 > C5\nstream: B2 > D3\n"
            assert text_board(HEAD + ways + f"{word}: C3\n").terrain.any()

    def test_a_file_is_read_as_utf_8(self, tmp_path: Path) -> None:
        """With or without the mark that some editors write."""
        path = tmp_path / "mine.txt"
        path.write_bytes("board: m\ntitle: Mühle\nsize: 3x3\n".encode("utf-8-sig"))
        assert read_plan(path).title == "Mühle"
        assert read_text_board(path).name == "m"


class TestErrors:
    """What is refused, and how."""

    @pytest.mark.parametrize(
        ("text", "line", "words"),
        [
            ("wood: C3", 3, "did you mean `woods`?"),
            ("woods: C33", 3, "no hex C33"),
            ("woods: C3 Cx", 3, "'Cx' is not a hex"),
            ("woods: C3\nbrush: C3", 4, "C3 is woods already"),
            ("woods: C3\n  C4\nbrush: D9", 5, "no hex D9"),
            ("wall: C3", 3, "'C3' is not a hexside"),
            ("wall: C3/E3", 3, "share no hexside"),
            ("wall: C3/7", 3, "is not a hexside"),
            ("wall: C3/0\nhedge: C3/0", 4, "has a wall already"),
            ("road: C1 > E5", 3, "not one straight row"),
            ("road: C1", 3, "leads nowhere"),
            ("road: > C1", 3, "stands without a hex"),
            ("road: C1 >", 3, "stands without a hex"),
            ("road: E5/3 > C1 > C2", 3, "does not touch"),
            ("road: C1/01 > C1 > C2", 3, "names several hexsides"),
            ("road: C1 > C4\nwall: C2/C3", 4, "stands across a road"),
            ("stone building: B2+B4", 3, "no neighbour"),
            ("stone building: B2+B3\nwall: B2/B3", 4, "stands across a building"),
            ("road: B1 > B4\nstone building: B2+B3", 4, "stands across a road"),
            ("stone building 9: B2", 3, "9 upper levels"),
            ("woods: C3\nstone building: C3", 4, "there is woods already"),
            ("stone building: C3 C3", 3, "another building"),
            ("gully: C2 > C4\nstone building: C3", 4, "the ground is sunk"),
            ("stone rowhouse 1: C3", 3, "has one hex"),
            ("bridge: C3", 3, "has no road"),
            ("road: C2 > C4\nbridge: C3", 4, "has no gully"),
            ("gully: B2 > D3\nroad: C2 > C4", 4, "write `bridge: C3`"),
            ("crags: C3\ngully: C2 > C4", 4, "runs through crags in C3"),
            ("sunken road: C2 > C4", 3, "ends in the middle of C2"),
            ("stairwell: C3", 3, "no building with upper levels"),
            ("cliff: C3/C4", 3, "is level"),
            ("level 20: C3", 3, "no level 20"),
            ("level 1: C3\nlevel -1: C3", 4, "both above and below"),
            ("title: a\ntitle: b", 4, "given twice"),
            ("just words", 3, "has no key"),
        ],
    )
    def test_an_error_names_file_line_key_and_cause(
        self, text: str, line: int, words: str
    ) -> None:
        """A player finds the place and knows what to write."""
        with pytest.raises(OpforError) as caught:
            parse_plan(HEAD + text, file="mine.txt")
        assert str(caught.value).startswith(f"mine.txt line {line}")
        assert words in str(caught.value)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("size: 3x3", "has no name"),
            ("board: a b", "cannot be used"),
            ("board: t\nsize: 900x900", "no size of a board"),
            ("board: t\nsize: big", "no size of a board"),
            ("  woods: C3", "follows no key"),
            ("board: t\n" + "#" * MAX_TEXT, "longer than"),
        ],
    )
    def test_a_broken_head_is_refused(self, text: str, words: str) -> None:
        """Name and size are needed before anything is drawn."""
        with pytest.raises(OpforError, match=words):
            parse_plan(text)

    def test_a_file_that_is_no_text_is_refused(self, tmp_path: Path) -> None:
        """Bytes that are not UTF-8, and files that are not there."""
        path = tmp_path / "x.txt"
        with pytest.raises(OpforError, match="cannot be read"):
            read_plan(path)
        path.write_bytes(b"\xff\xfe\x00board")
        with pytest.raises(OpforError, match="not plain text"):
            read_plan(path)


_WORDS = st.sampled_from(
    [
        *AREAS, *LINES, *HEXSIDES, *BRIDGES, "board", "title", "size", "level 1",
        "level -1", "stone building 1", "wooden rowhouse", "stairwell", "A1", "C3",
        "D2-F4", "G9", "B2/3", "C3/C4", "C3+C4", ">", "+", "/", ":", ": ", "\n", "\n ",
        " ", "7x5", "t", "#", "-", "é", "\x00", "0",
    ]
)  # fmt: skip


def drawn_or_refused(text: str) -> Board | None:
    """The board, or None where the text is refused in one line."""
    try:
        return text_board(text)
    except OpforError as problem:
        if "\n" in str(problem):
            raise
        return None


class TestFuzz:
    """Anything at all as a text."""

    @settings(max_examples=150, deadline=None)
    @given(st.lists(_WORDS, max_size=30).map("".join))
    def test_any_text_is_a_board_or_a_clear_error(self, text: str) -> None:
        """Nothing that a player writes ends in a traceback."""
        board = drawn_or_refused(HEAD + text)
        assert board is None or board.terrain.shape == board.elevation.shape

    @settings(max_examples=100, deadline=None)
    @given(st.text(max_size=200))
    def test_stray_characters_are_refused(self, text: str) -> None:
        """Without a name there is no board, whatever else is there."""
        assert drawn_or_refused(text) is None


def test_the_same_text_gives_the_same_pixels() -> None:
    """Drawing is a pure function of the text."""
    text = HEAD + "woods: B2 C3\nlevel 1: D3 E3\nroad: A3 > D1\nhedge: E4/0\n"
    first, second = text_board(text), text_board(text)
    assert first.digest == second.digest
    assert np.array_equal(first.terrain, second.terrain)


class TestApart:
    """Terrain that touches but does not join."""

    PLAIN = "board: t\nsize: 9x7\nwoods: D4 D5 F4 F5\n"

    def test_not_drawn_as_one(self) -> None:
        """No woods lie on the hexside of two hexes kept apart; elsewhere they do."""
        board = text_board(f"{self.PLAIN}apart: D4/D5\n")
        joined = text_board(self.PLAIN)
        sides = {name: self.between(name, board) for name in ("D4/D5", "F4/F5")}
        assert sides["D4/D5"] != sides["F4/F5"]
        assert self.between("D4/D5", joined) == self.between("F4/F5", joined)

    @staticmethod
    def between(name: str, board: Board) -> int:
        """The terrain code in the middle of a hexside."""
        points = []
        for label in name.split("/"):
            col = ord(label[0]) - ord("A")
            points.append(board.grid.centre(col, int(label[1:]) - 1 + (col & 1)))
        (ax, ay), (bx, by) = points
        return int(board.terrain[round((ax + bx) / 2), round((ay + by) / 2)])

    def test_written_back(self) -> None:
        """A plan with hexes kept apart is written as it was read."""
        plan = parse_plan(f"{self.PLAIN}apart: D4/D5\n")
        assert parse_plan(board_text(plan)).apart == plan.apart


def test_hexes_with_their_board() -> None:
    """A hex may be named with its board: tD4, t:D4."""
    text = "board: t\nsize: 9x7\nwoods: tD4 t:D5-tD6\nwall: tE4/t:E5\n"
    assert (
        parse_plan(text).areas
        == parse_plan("board: t\nsize: 9x7\nwoods: D4 D5-D6\nwall: E4/E5\n").areas
    )
