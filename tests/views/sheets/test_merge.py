"""Packs joined, taken in and compared."""

from importlib.resources import files
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.state.nations import load_all
from opfor.state.pack_file import Unpacked
from opfor.state.pack_stamp import Stamp, read_files
from opfor.views.sheets.compare import difference_lines, differences
from opfor.views.sheets.file import MARK
from opfor.views.sheets.merge import merge, take_in


def rows(table: str, *texts: str) -> bytes:
    """A sheet's file."""
    body = "".join(f"  {{ {text} }},\n" for text in texts)
    head = f'{MARK}\n# x\nextends = "{table}"\nsource = "player"\n'
    return f"{head}rows = [\n{body}]\n".encode()


def packed(**files: bytes) -> Unpacked:
    """A pack out of a file."""
    named = {f"{name}.toml": data for name, data in files.items()}
    return Unpacked(Stamp("other", 2, "d" * 32), named)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A pack with two cells."""
    folder = tmp_path / "mine"
    folder.mkdir()
    data = rows("A6b", 'on = "1-2", result = 1', 'on = "3-4", result = 2')
    (folder / "A6b.toml").write_bytes(data)
    return folder


class TestMerge:
    """What the other has more comes in; what differs is listed."""

    def test_cells(self, mine: Path) -> None:
        """Cell by cell in one table, and tables that are new."""
        other = packed(
            A6b=rows("A6b", 'on = "3-4", result = 0', 'on = "5-6", result = 3'),
            A6c=rows("A6c", 'on = "1-6", result = "EBE"'),
        )
        found = merge(mine, other)
        assert (found.added, found.rows) == (1, 1)
        assert found.conflicts == ("{A6b} dr 3-4: yours 2, theirs 0",)
        tables = load_all(mine).tables
        assert [tables["A6b"].look_up(n).result for n in (1, 3, 5)] == [1, 2, 3]
        assert tables["A6c"].look_up(6).source == "player"

    def test_theirs(self, mine: Path) -> None:
        """The other wins if it is asked to."""
        merge(mine, packed(A6b=rows("A6b", 'on = "3-4", result = 0')), theirs=True)
        assert load_all(mine).tables["A6b"].look_up(3).result == 0

    def test_other_ranges(self, mine: Path) -> None:
        """Tables laid out in other ranges are not mixed: mine stays as a whole."""
        before = read_files(mine)
        found = merge(mine, packed(A6b=rows("A6b", 'on = "2-3", result = 0')))
        assert found.conflicts == ("A6b.toml: both have it, and they differ",)
        assert read_files(mine) == before

    def test_wrong(self, mine: Path) -> None:
        """A pack that is wrong is told with file and line; nothing is changed."""
        before = read_files(mine)
        other = packed(A1=rows("A1", 'on = "6", result = ["X"]'))
        with pytest.raises(OpforError, match=r"^A1.toml:6: result"):
            merge(mine, other)
        assert read_files(mine) == before


class TestTakeIn:
    """A file becomes a pack once all of it has been found right."""

    def test_new(self, tmp_path: Path) -> None:
        """Its files and its version."""
        place = take_in(tmp_path, packed(A1=rows("A1", 'on = "6", result = []')), "a")
        assert load_all(place).tables["A1"].look_up(6).source == "player"
        assert (place / "module.json").is_file()

    @pytest.mark.parametrize(
        ("row", "said"),
        [
            ('on = "6", result = ["X"]', "A1.toml:6: result"),
            ('on = "six", result = []', "A1.toml:6: on: 'six' is no range"),
            ('on = "6", resullt = []', "there is no key 'resullt'"),
            (f"{'a.' * 50_000}b = 1", "A1.toml:6: a key of more than 20 parts"),
            ('on = "6", from = "1941", result = []', "from: '1941' is no month"),
        ],
    )
    def test_wrong(self, tmp_path: Path, row: str, said: str) -> None:
        """File, line, key, and what to write; nothing is left of it."""
        with pytest.raises(OpforError) as caught:
            take_in(tmp_path, packed(A1=rows("A1", row)), "a")
        assert str(caught.value).startswith("A1.toml")
        assert said in str(caught.value)
        assert list(tmp_path.iterdir()) == []

    def test_there_already(self, mine: Path) -> None:
        """One's own pack is not written over."""
        before = read_files(mine)
        with pytest.raises(OpforError, match="there is a pack 'mine' already"):
            take_in(mine.parent, packed(A1=rows("A1", 'on = "6", result = []')), "mine")
        assert read_files(mine) == before


def test_difference(mine: Path) -> None:
    """Value by value: ours and yours, and how many are the same."""
    (mine / "A6c.toml").write_bytes(rows("A6c", 'on = "1-4", result = "EBE"'))
    lines = list(difference_lines(differences(mine)))
    assert lines == [
        "{A6b} Turns until an entering group comes: 2 differ",
        "  dr 1-2: ours 0, yours 1",
        "  dr 3-4: ours 1, yours 2",
        "{A6c} Edge by which a Random Event's group enters: 0 differ, 1 the same",
    ]


LIST = f"""{MARK}
id = "A9"
title = "x"
key = "list"
source = "player"
rows = [
%s]
"""
"""A table whose rows have no numbers, typed as a whole."""


def test_list_in_order(tmp_path: Path) -> None:
    """A list is compared line by line, and no line of it is told where all is ours."""
    folder = tmp_path / "mine"
    folder.mkdir()
    ours = (files("opfor.data") / "divider" / "a9.toml").read_text("utf-8")
    same = ours.partition("rows = [\n")[2].rpartition("]")[0]
    sheet = folder / "A9.toml"
    sheet.write_text(LIST % same, encoding="utf-8")
    assert list(difference_lines(differences(folder))) == [
        "{A9} x: 0 differ, 8 the same"
    ]
    sheet.write_text(LIST % same[same.index("  {", 3) :], encoding="utf-8")
    lines = list(difference_lines(differences(folder)))
    assert lines[0] == "{A9} x: 8 differ"
    assert lines[-1] == "  line 8: ours Rural | any hexes | >=0, yours nothing"


def test_conflict_as_typed(tmp_path: Path) -> None:
    """A conflict is told as its cells are typed."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "A1.toml").write_bytes(rows("A1", 'on = "6", result = ["S", "SW"]'))
    found = merge(folder, packed(A1=rows("A1", 'on = "6", result = []')))
    assert found.conflicts == ("{A1} DR 6: yours S SW, theirs -",)
