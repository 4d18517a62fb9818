"""The player's packs in the page: rows of his, checked, saved, never official."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.state.kept_packs import kept
from opfor.state.nations import load_all
from opfor.state.pack_file import packed_file
from opfor.state.packs import check_pack
from opfor.views.sheets.folder import SheetFolder
from opfor.web.packs.editor import (
    MARK,
    Edit,
    EditRow,
    PackFolder,
    _see_whole,
    written,
)


@pytest.fixture
def shelf(tmp_path: Path) -> PackFolder:
    """A shelf with one empty pack."""
    found = PackFolder(tmp_path / "packs")
    found.make("house")
    return found


def edit(*rows: EditRow, table: str = "A1") -> Edit:
    """Rows over a table in that pack."""
    return Edit(pack="house", table=table, rows=rows)


TWO = EditRow(on="6", result='["S", "S"]')


class TestKeep:
    """Rows are checked as `opfor tables check` does, then written."""

    def test_kept(self, shelf: PackFolder, tmp_path: Path) -> None:
        """The pack has the row, the rest is as shipped, and it is the player's."""
        assert shelf.keep(edit(TWO)).ok
        folder = tmp_path / "packs" / "house"
        assert check_pack(folder).tables == 1
        table = load_all(folder).tables["A1"]
        row = table.look_up(6)
        assert (row.result, row.source) == (("S", "S"), "player")
        assert table.look_up(7) == load_all().tables["A1"].look_up(7)
        assert shelf.packs()[0].tables == ("A1",)
        assert shelf.editing("house", "A1").own == (TWO,)

    def test_taken_back(self, shelf: PackFolder, tmp_path: Path) -> None:
        """Without rows the table is as it ships, and there is no file."""
        shelf.keep(edit(TWO))
        assert shelf.keep(edit()).ok
        assert not list((tmp_path / "packs" / "house").iterdir())

    @pytest.mark.parametrize(
        ("row", "said"),
        [
            (EditRow(on="6", result='["X"]'), "result"),
            (EditRow(on="6", result='["S"'), "not whole"),
            (EditRow(on="six", result="[]"), "on"),
            (EditRow(on="6", result="[]", since="soon"), "from"),
            (EditRow(on="6", result="[]", when={"column": "x"}), "no column"),
            (EditRow(on="6", result='[]\nsource = "rules"'), "one line"),
            (EditRow(on="6", result="1 # x"), "result"),
            (EditRow(on="6", result="x" * 3000), "too long"),
        ],
    )
    def test_wrong(
        self, shelf: PackFolder, tmp_path: Path, row: EditRow, said: str
    ) -> None:
        """What is wrong is said, with the row, and nothing is written."""
        found = shelf.keep(edit(EditRow(on="5", result="[]"), row))
        assert not found.ok
        assert said in found.said
        assert found.row == 1
        assert "/" not in found.said.replace('or "', "")
        assert not list((tmp_path / "packs" / "house").iterdir())

    def test_no_official_look(self, shelf: PackFolder) -> None:
        """A row does not borrow the note by which the shipped one names its source."""
        shipped = next(row for row in load_all().tables["A1"].rows if row.note)
        text = written(edit(EditRow(on="3", result="[]", note=shipped.note)))
        assert shipped.note not in text
        assert text.startswith(MARK)

    def test_own_file(self, shelf: PackFolder, tmp_path: Path) -> None:
        """A file that the player wrote is his: the page leaves it alone."""
        file = tmp_path / "packs" / "house" / "A1.toml"
        file.write_text('extends = "A1"\nsource = "player"\nrows = []\n')
        before = file.read_bytes()
        assert shelf.editing("house", "A1").locked
        with pytest.raises(OpforError, match="edit it there"):
            shelf.keep(edit(TWO))
        assert file.read_bytes() == before

    def test_broken_pack(self, shelf: PackFolder, tmp_path: Path) -> None:
        """A pack that is wrong elsewhere says so, and takes nothing more."""
        (tmp_path / "packs" / "house" / "x.toml").write_text("rows = 1")
        assert not shelf.packs()[0].ok
        assert not shelf.keep(edit(TWO)).ok

    @settings(max_examples=150)
    @given(
        st.text(max_size=30),
        st.text(max_size=20) | st.sampled_from(['{ "a = 1 }, source = 2, #" = 1 }']),
        st.text(max_size=20),
    )
    def test_any_text(self, on: str, result: str, note: str) -> None:
        """Whatever is typed stays within its row, or is refused."""
        try:
            text = written(edit(EditRow(on=on, result=result, note=note)))
            _see_whole(text, 1)
        except OpforError:
            return
        found = tomllib.loads(text)
        assert found.keys() == {"extends", "source", "rows"}
        assert found["source"] == "player"
        assert found["rows"][0].keys() <= {"on", "result", "note"}

    def test_smuggled(self, shelf: PackFolder) -> None:
        """A key that would end the row and begin another is found out."""
        bad = '{ "a = 1 }, source = \\"rules\\", b = { c" = 1 }'
        assert not shelf.keep(edit(EditRow(on="6", result=bad))).ok


class TestLinks:
    """What lies in a pack leads nowhere else."""

    @pytest.mark.parametrize("name", ["A1.toml.new", "A1.draft", "A1.draft.new"])
    def test_written_along_none(
        self, shelf: PackFolder, tmp_path: Path, name: str
    ) -> None:
        """A table is saved beside a link out, never along it."""
        outside = tmp_path / "outside"
        outside.write_text("precious", "utf-8")
        shelf.make("mine")
        folder = shelf.pack("mine")
        (folder / name).symlink_to(outside)
        shelf.keep(edit(EditRow(on="7", result='["S"]')))
        sheets = SheetFolder(folder)
        now = sheets.open("A1").typed
        wrong = replace(now, cells=(("S?",), *now.cells[1:]))
        sheets.keep("A1", wrong)
        assert outside.read_text("utf-8") == "precious"

    @pytest.mark.parametrize("name", ["other.toml", "other.draft"])
    def test_refused(self, shelf: PackFolder, tmp_path: Path, name: str) -> None:
        """A file that is a link is in no game and no export."""
        outside = tmp_path / "outside"
        outside.write_text("a secret", "utf-8")
        shelf.make("mine")
        shelf.keep(edit(EditRow(on="7", result='["S"]')))
        folder = shelf.pack("mine")
        (folder / name).symlink_to(outside)
        for use in (lambda: packed_file(folder), lambda: kept([folder], tmp_path)):
            with pytest.raises(OpforError, match="a link is no part of a pack"):
                use()

    def test_no_file(self, shelf: PackFolder) -> None:
        """A pipe in place of a table is not waited for; a huge file is not read."""
        shelf.make("mine")
        folder = shelf.pack("mine")
        os.mkfifo(folder / "A1.toml")
        assert "a file of yours" in shelf.editing("mine", "A1").locked
        (folder / "A1.toml").unlink()
        (folder / "A1.toml").write_bytes(b"#")
        os.truncate(folder / "A1.toml", 200_000_000)
        assert "too long" in next(p.said for p in shelf.packs() if p.name == "mine")


class TestNames:
    """A pack is named, never a path."""

    @pytest.mark.parametrize(
        "name", ["../x", "a/b", "", ".", "..", " x", "x" * 60, "a\0b", ".git"]
    )
    def test_no_path(self, shelf: PackFolder, name: str) -> None:
        """A name that leads elsewhere neither makes nor opens anything."""
        with pytest.raises(OpforError):
            shelf.make(name)
        with pytest.raises(OpforError):
            shelf.pack(name)

    def test_twice(self, shelf: PackFolder) -> None:
        """A pack that is there is not made again."""
        with pytest.raises(OpforError, match="already"):
            shelf.make("house")

    def test_link(self, shelf: PackFolder, tmp_path: Path) -> None:
        """A link on the shelf is not followed to write."""
        (tmp_path / "other").mkdir()
        (tmp_path / "packs" / "link").symlink_to(tmp_path / "other")
        with pytest.raises(OpforError):
            shelf.pack("link")

    @pytest.mark.parametrize("table", ["", "x", "../A1", "A1/../A2"])
    def test_no_table(self, shelf: PackFolder, table: str) -> None:
        """Only tables that ship can be changed."""
        with pytest.raises(OpforError, match="no table"):
            shelf.check(edit(TWO, table=table))
