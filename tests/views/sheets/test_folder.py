"""A module's folder: every sheet kept, nothing typed lost."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.state.nations import load_all
from opfor.state.packs import check_pack
from opfor.views.sheets.file import MARK
from opfor.views.sheets.folder import SheetFolder
from opfor.views.sheets.shape import Typed


@pytest.fixture
def folder(tmp_path: Path) -> SheetFolder:
    """An empty module."""
    (tmp_path / "mine").mkdir()
    return SheetFolder(tmp_path / "mine")


def typed(folder: SheetFolder, table: str, *cells: tuple[int, int, str]) -> Typed:
    """A sheet as it stands, with some cells typed."""
    now = folder.open(table).typed
    grid = [list(line) for line in now.cells]
    for line, column, text in cells:
        grid[line][column] = text
    return replace(now, cells=tuple(map(tuple, grid)))


def as_shipped(folder: SheetFolder, table: str) -> Typed:
    """A sheet with what ships in every cell."""
    opened = folder.open(table)
    cells = tuple(tuple(t.removesuffix(" …") for t in line) for line in opened.ours)
    return replace(opened.typed, cells=cells)


SOME = (
    "A1", "A3a", "A4b", "A4-rosette", "A5", "A9", "A9e", "RE", "AC-drm", "panic",
    "german/pack", "german/x1", "german/x2", "german/x2-drm", "german/x3", "german/x4",
    "german/x5", "german/x6c", "russian/commissar", "partisan/x2", "allied-minor/x5",
)  # fmt: skip


class TestKeep:
    """What is typed counts, and is there again."""

    @pytest.mark.parametrize("table", SOME)
    def test_there_again(self, folder: SheetFolder, table: str) -> None:
        """A full sheet is the same when it is opened again, and a right pack."""
        wanted = as_shipped(folder, table)
        kept = folder.keep(table, wanted)
        assert [mark for mark in kept.found.marks if mark.kind == "fault"] == []
        assert SheetFolder(folder.folder).open(table).typed == wanted
        assert check_pack(folder.folder).tables == 1
        assert not list(folder.folder.glob("*.draft"))

    def test_counts(self, folder: SheetFolder) -> None:
        """A cell is a row of the player's; the rest is ours."""
        folder.keep("A1", typed(folder, "A1", (5, 0, "S S")))
        table = load_all(folder.folder).tables["A1"]
        row = table.look_up(6)
        assert (row.result, row.source) == (("S", "S"), "player")
        assert table.look_up(5).source == "project"

    def test_a_fault_is_kept(self, folder: SheetFolder) -> None:
        """What cannot count is there again; ours counts until it is mended."""
        wanted = typed(folder, "A1", (5, 0, "S S"), (6, 0, "S?"))
        folder.keep("A1", wanted)
        assert folder.open("A1").typed == wanted
        table = load_all(folder.folder).tables["A1"]
        assert table.look_up(6).source == "player"
        assert table.look_up(7).source == "example"
        folder.keep("A1", typed(folder, "A1", (6, 0, "-")))
        assert not list(folder.folder.glob("*.draft"))
        assert load_all(folder.folder).tables["A1"].look_up(7).source == "player"

    def test_other_ranges(self, folder: SheetFolder) -> None:
        """A line more, a line less, other ranges: kept as they are."""
        now = Typed(
            periods=("",), lines=("<=3", "4-8", "", ">=9"),
            cells=(("S",), ("HS",), ("",), ("L",)),
        )  # fmt: skip
        folder.keep("A1", now)
        assert folder.open("A1").typed == now
        assert load_all(folder.folder).tables["A1"].look_up(8).result == ("HS",)

    def test_emptied(self, folder: SheetFolder) -> None:
        """Without a cell the table is as it ships, and there is no file."""
        empty = folder.open("A1").typed
        folder.keep("A1", typed(folder, "A1", (5, 0, "S S")))
        folder.keep("A1", empty)
        assert list(folder.folder.iterdir()) == []

    def test_module_beats_our_dates(self, folder: SheetFolder) -> None:
        """D-620: what a module has for a year comes in it, whatever our dates say."""
        now = replace(
            typed(folder, "german/x6"), periods=("1940",), lines=("2-12",),
            cells=(("PzKpfw VG",),),
        )  # fmt: skip
        folder.keep("german/x6", now)
        german = load_all(folder.folder).nation("german")
        assert german.in_use("x6", 7, date="1940-05").result == "PzKpfw VG"
        assert german.in_use("x6", 7, date="1941-05").result != "PzKpfw VG"


class TestCellByCell:
    """Whatever is typed first, it is on the disk."""

    def test_months_without_ours(self, folder: SheetFolder) -> None:
        """A column where ours has a gap is kept cell by cell, and counts whole."""
        shape = folder.open("german/x6c").shape
        first = typed(folder, shape.table, (0, 0, "PzJg I"))
        opened = folder.keep(shape.table, first)
        assert [mark.kind for mark in opened.found.marks] == ["warning"]
        assert folder.open(shape.table).typed == first
        assert not list(folder.folder.glob("*.toml"))
        lines = range(len(first.lines))
        whole = typed(folder, shape.table, *((line, 0, "PzJg I") for line in lines))
        assert folder.keep(shape.table, whole).found.marks == ()
        german = load_all(folder.folder).nation("german")
        assert german.look_up("x6c", 7, date="1940-02").result == "PzJg I"

    def test_every_table(self, folder: SheetFolder) -> None:
        """One cell of each column that ships can be kept alone, in every table."""
        for table in load_all().tables:
            if "/" not in table or table.endswith("/pack"):
                continue
            empty, ours = folder.open(table).typed, folder.open(table).ours
            cells = [(0, at, text.split(" …")[0]) for at, text in enumerate(ours[0])]
            some = typed(folder, table, *(each for each in cells if each[2]))
            folder.keep(table, some)
            assert folder.open(table).typed == some
            folder.keep(table, empty)


class TestWhole:
    """Tables with nothing of ours beneath count as a whole."""

    def test_inherited(self, folder: SheetFolder) -> None:
        """A nation's own {x2} in place of its base's, once every cell is typed."""
        assert folder.open("belgian/x2").shape.inherited == "allied-minor"
        wanted = as_shipped(folder, "belgian/x2")
        part = replace(wanted, cells=(("",) * len(wanted.cells[0]), *wanted.cells[1:]))
        folder.keep("belgian/x2", part)
        assert folder.open("belgian/x2").typed == part
        assert not list(folder.folder.glob("*.toml"))
        folder.keep("belgian/x2", wanted)
        check_pack(folder.folder)
        found = load_all(folder.folder).nation("belgian").table("x2")
        assert found.id.name == "belgian/x2"

    def test_list(self, folder: SheetFolder) -> None:
        """{A9} is written anew from its first line on."""
        wanted = typed(folder, "A9", (0, 0, "Rural | any hexes | >=0"))
        folder.keep("A9", wanted)
        assert [
            r.result["class"] for r in load_all(folder.folder).tables["A9"].rows
        ] == ["Rural"]


class TestLocked:
    """A file of the player's own hand is left alone."""

    def test_own_file(self, folder: SheetFolder) -> None:
        """It is told, and refused."""
        text = 'extends = "A1"\nsource = "player"\nrows = [{ on = "6", result = [] }]\n'
        (folder.folder / "mine.toml").write_text(text, encoding="utf-8")
        assert "mine.toml has this table" in folder.open("A1").locked
        with pytest.raises(OpforError, match="edit it there"):
            folder.keep("A1", typed(folder, "A1", (5, 0, "S S")))
        (folder.folder / "mine.toml").rename(folder.folder / "A1.toml")
        assert "file of yours" in folder.open("A1").locked

    def test_link(self, folder: SheetFolder, tmp_path: Path) -> None:
        """Nothing is written through a link."""
        now = typed(folder, "A1", (5, 0, "S S"))
        other = tmp_path / "other.toml"
        other.write_text(f"{MARK}\n", encoding="utf-8")
        (folder.folder / "A1.toml").symlink_to(other)
        with pytest.raises(OpforError, match="file of yours"):
            folder.keep("A1", now)
        assert other.read_text("utf-8") == f"{MARK}\n"


class TestProgress:
    """How much is typed."""

    def test_counted(self, folder: SheetFolder) -> None:
        """Tables and cells, those to be mended apart."""
        before = folder.progress()
        folder.keep("A6b", typed(folder, "A6b", (0, 0, "1"), (1, 0, "x")))
        found = {each.table: each for each in folder.progress()}["A6b"]
        assert (found.done, found.total, found.faults) == (1, 3, 1)
        assert {each.group for each in before} > {"divider", "german", "finnish"}
        assert sum(each.done for each in before) == 0

    def test_broken_file(self, folder: SheetFolder) -> None:
        """A table whose file is broken is one to be mended; the rest is counted."""
        (folder.folder / "A1.toml").write_text(f"{MARK}\nrows = [", encoding="utf-8")
        (folder.folder / "A2a.draft").write_text("{", encoding="utf-8")
        found = {each.table: each.faults for each in folder.progress()}
        assert (found["A1"], found["A2a"], found["A2b"]) == (1, 1, 0)


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(st.text("0123456789-<=> ", max_size=5), min_size=1, max_size=6),
    cells=st.lists(st.text(max_size=12), min_size=6, max_size=6),
)
def test_whatever_is_typed(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], cells: list[str]
) -> None:
    """It is there again to the letter, in a right pack; or it is refused."""
    folder = SheetFolder(tmp_path_factory.mktemp("any"))
    grid = tuple((cell,) for cell in cells[: len(lines)])
    now = Typed(periods=("",), lines=tuple(lines), cells=grid)
    if not all(text.isprintable() for text in (*lines, *cells[: len(lines)])):
        with pytest.raises(OpforError, match="a cell is one line"):
            folder.keep("A1", now)
        return
    folder.keep("A1", now)
    assert folder.open("A1").typed == now
    if list(folder.folder.glob("*.toml")):
        load_all(folder.folder)
