"""Tables: reading, checking, looking up, packs."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.core.packs import load_tables
from opfor.core.table import Span, TableId, read_table

A1 = b"""
id = "A1"
title = "Activation"
key = "DR"
modified = true
source = "project"
rows = [
  { on = "<=3", result = ["S", "L"], source = "example" },
  { on = "4-6", result = ["S"] },
  { on = "7", result = [] },
  { on = ">=8", result = ["HS"] },
]
"""

X2 = b"""
id = "german/x2"
title = "Squads"
key = "dr"
axes = { column = ["Hold", "Advance"] }
source = "public"
rows = [
  { on = "1-3", result = "467", source = "rules", column = "Hold" },
  { on = "4-6", result = "447", source = "rules", column = "Hold" },
  { on = "1-6", result = "468", until = "1942-06", column = "Advance" },
  { on = "1-6", result = "436", from = "1942-07", column = "Advance" },
]
"""


def small(rows: str, head: str = "") -> bytes:
    """A file with these rows."""
    head = f'id = "T"\nkey = "dr"\nsource = "project"\n{head}\n'
    return f"{head}rows = [\n{rows}\n]".encode()


class TestLookUp:
    """Finding the row."""

    @pytest.mark.parametrize(
        ("number", "index"), [(-9, 0), (3, 0), (4, 1), (6, 1), (7, 2), (8, 3), (99, 3)]
    )
    def test_by_number(self, number: int, index: int) -> None:
        """A number finds the row whose range holds it, open ends included."""
        assert read_table(A1).look_up(number).index == index

    def test_results_are_frozen(self) -> None:
        """Nobody can change a result that a table gave out."""
        table = read_table(small('{ on = "1-6", result = { a = ["b"] } }'))
        result = table.look_up(1).result
        assert result["a"] == ("b",)
        with pytest.raises(TypeError):
            result["a"] = 1

    def test_source(self) -> None:
        """A row has its own source, or else the table's."""
        rows = read_table(A1).rows
        assert [row.source for row in rows[:2]] == ["example", "project"]

    def test_by_column_and_date(self) -> None:
        """Columns and dates choose among rows with the same numbers."""
        table = read_table(X2)
        assert table.look_up(4, column="Hold").result == "447"
        assert table.look_up(4, column="Advance", date="1942-06").result == "468"
        assert table.look_up(4, column="Advance", date="1942-07").result == "436"

    def test_dated_rows_need_a_date(self) -> None:
        """Without a date a row that has dates is not found."""
        with pytest.raises(OpforError, match="no row for 4, column Advance"):
            read_table(X2).look_up(4, column="Advance")

    def test_no_row(self) -> None:
        """A number that the table does not have is an error naming it."""
        with pytest.raises(OpforError, match=r"table \{german/x2\}: .* 7, .*Hold"):
            read_table(X2).look_up(7, column="Hold")


class TestChecks:
    """What is wrong is found when a table is loaded."""

    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            ('{ on = "1-4", result = 1 },', 'no row covers 5-6; add .*on = "5-6"'),
            ('{ on = "2-6", result = 1 },', "no row covers 1"),
            (
                '{ on = "1-2", result = 1 },\n{ on = "4-6", result = 1 },',
                "no row covers 3",
            ),
            (
                '{ on = "1-4", result = 1 },\n{ on = "4-6", result = 1 },',
                "t.toml:7: 4 is also in line 6",
            ),
            (
                '{ on = "<=9", result = 1 },\n{ on = "3", result = 1 },',
                "3 is also in line 6",
            ),
            ('{ on = "x", result = 1 }', "t.toml:6: on: 'x' is no range"),
            ('{ on = "6-1", result = 1 }', "runs backwards"),
            ('{ on = "<=1-3", result = 1 }', "no range"),
            ('{ on = "1-6" }', "t.toml:6: .*result"),
            ('{ on = "1-6", result = 1, form = "x" }', "t.toml:6: .*form"),
            ('{ on = "1-6", result = 1, from = "1942" }', "'1942' is no month"),
            (
                '{ on = "1-6", result = 1, from = "1943-01", until = "1942-12" }',
                "until is before from",
            ),
            (
                '{ on = "1-6", result = 1 },\n{ on = ">=7", result = 1 }',
                "t.toml:7: on: >=7 is never rolled; what can be rolled is 1 to 6",
            ),
            ("", "the table has no rows"),
        ],
    )
    def test_rows(self, rows: str, message: str) -> None:
        """The error names file, line, what is wrong and what to write."""
        with pytest.raises(OpforError, match=message):
            read_table(small(rows), file="t.toml")

    def test_gap_in_one_period(self) -> None:
        """A gap is found also if it is there in some months only."""
        rows = """
          { on = "1-3", result = 1 },
          { on = "4-6", result = 1, until = "1943-12" },
          { on = "4-6", result = 1, from = "1944-02" },"""
        with pytest.raises(OpforError, match=r"\(1944-01\): no row covers 4-6"):
            read_table(small(rows))

    def test_overlap_in_one_month(self) -> None:
        """An overlap is found also if it is there in a single month."""
        rows = """
          { on = "1-6", result = 1, until = "1943-12" },
          { on = "4-6", result = 1, from = "1943-12", until = "1943-12" },"""
        with pytest.raises(OpforError, match=r"4-6 is also in .*1943-12"):
            read_table(small(rows))

    def test_source_is_mandatory(self) -> None:
        """A row without a source, own or table's, is refused."""
        data = small('{ on = "1-6", result = 1 }').replace(b'source = "project"', b"")
        with pytest.raises(OpforError, match="source is missing"):
            read_table(data)

    def test_columns_are_declared(self) -> None:
        """With axes, an unknown value and a column without rows are refused."""
        axes = 'axes = { column = ["a", "b"] }'
        with pytest.raises(OpforError, match="column: 'c' is unknown"):
            read_table(small('{on="1-6", result=1, column="c"}', axes))
        with pytest.raises(OpforError, match=r"\(b\): no row covers"):
            read_table(small('{on="1-6", result=1, column="a"}', axes))

    def test_codes_resolve(self) -> None:
        """A result that the caller's checker does not know is refused, with line."""

        def check(result: object) -> str:
            bad = set(result) - {"S", "L"}  # type: ignore[call-overload]
            return f"no such code: {', '.join(bad)}" if bad else ""

        with pytest.raises(OpforError, match="t:11: result: no such code: HS"):
            read_table(A1, file="t", check=check)

    def test_keys_of_other_kinds(self) -> None:
        """`none` has one row for each date and column, `list` any rows."""
        one = small("{ result = 1 }").replace(b'"dr"', b'"none"')
        assert read_table(one).look_up().result == 1
        with pytest.raises(OpforError, match="also in"):
            read_table(one.replace(b"{ result", b"{ result = 0 },{ result"))
        with pytest.raises(OpforError, match="no key"):
            read_table(one.replace(b"{ result", b'{ on = "1", result'))
        many = small("{ result = 1 }, { result = 1 }").replace(b'"dr"', b'"list"')
        assert len(read_table(many).rows) == 2

    @pytest.mark.parametrize(
        "data",
        [b"\xff", b"id = ", b"x = 1", b"rows = 1", b"[" * 5000, b"id='a'\nrows=[[]]",
         b"a = " + b"9" * 5000, b"a = 2020-99-99", b"id = 1", b""],
    )  # fmt: skip
    def test_what_is_no_table(self, data: bytes) -> None:
        """A file that is no table is one clear error that names it."""
        with pytest.raises(OpforError, match=r"^t\.toml"):
            read_table(data, file="t.toml")

    @settings(max_examples=200, deadline=None)
    @given(st.binary(max_size=80), st.integers(0, len(X2)), st.integers(0, 40))
    @example(b"", 0, 0)
    def test_any_bytes(self, noise: bytes, at: int, cut: int) -> None:
        """Any bytes, and any damage to a good file, give a table or a clear error."""
        for data in (noise, X2[:at] + noise + X2[at + cut :]):
            try:
                read_table(data)
            except OpforError as error:
                message = str(error)
            else:
                message = "fine"
            assert message
            assert "\n" not in message


class TestPacks:
    """Folders of tables, one over the other."""

    def write(self, folder: Path, **files: bytes) -> Path:
        """A pack with these files."""
        folder.mkdir()
        for name, data in files.items():
            (folder / f"{name}.toml").write_bytes(data)
        return folder

    def test_rows_override(self, tmp_path: Path) -> None:
        """A pack's rows take their numbers away from the rows beneath."""
        base = self.write(tmp_path / "base", a1=A1)
        own = b'extends = "A1"\nrows=[{on="5-7", result=["X"], source="public"}]'
        mine = self.write(tmp_path / "mine", a1=own)
        table = load_tables(base, mine)["A1"]
        assert table.look_up(4).result == ("S",)
        assert table.look_up(5).result == ("X",)
        assert table.look_up(7).pack == "mine"
        assert table.look_up(8).pack == "base"
        shown = [(str(span), row.index) for span, row in table.shown()]
        assert shown == [("<=3", 0), ("4", 1), ("5-7", 4), (">=8", 3)]
        assert table.packs == ("base", "mine")

    def test_override_in_one_period(self, tmp_path: Path) -> None:
        """A row with dates overrides in its months only."""
        base = self.write(tmp_path / "base", a1=A1)
        rows = b'[{on="<=99", result=[], from="1944-01", source="public"}]'
        mine = self.write(tmp_path / "mine", a1=b'extends = "A1"\nrows=' + rows)
        table = load_tables(base, mine)["A1"]
        assert table.look_up(2, date="1943-12").result == ("S", "L")
        assert table.look_up(2, date="1944-01").result == ()
        assert table.look_up(100, date="1944-01").result == ("HS",)

    def test_three_layers(self, tmp_path: Path) -> None:
        """The last pack wins, then the one before it."""
        row = b'extends = "A1"\nrows=[{on="%s", result="%s", source="public"}]'
        packs = [
            self.write(tmp_path / "a", a1=A1),
            self.write(tmp_path / "b", a1=row % (b"1-8", b"b")),
            self.write(tmp_path / "c", a1=row % (b"2-3", b"c")),
        ]
        table = load_tables(*packs)["A1"]
        results = [table.look_up(n).result for n in (0, 1, 2, 3, 4, 8, 9)]
        assert results == [("S", "L"), "b", "c", "c", "b", "b", ("HS",)]

    def test_a_whole_table_replaces(self, tmp_path: Path) -> None:
        """A file of the same id without `extends` replaces the table."""
        base = self.write(tmp_path / "base", a1=A1)
        mine = self.write(tmp_path / "mine", a1=small('{on="1-6", result=1}').replace(
            b'"T"', b'"A1"'))  # fmt: skip
        assert load_tables(base, mine)["A1"].packs == ("mine",)

    def test_mistakes_in_packs(self, tmp_path: Path) -> None:
        """Unknown tables, overlaps within a pack, doubles and missing folders."""
        base = self.write(tmp_path / "base", a1=A1)
        lost = self.write(tmp_path / "lost", x=b'extends = "A9"')
        with pytest.raises(OpforError, match=r"extends 'A9'.*opfor tables list"):
            load_tables(base, lost)
        head = b'extends="A1"\nsource="public"\nrows='
        rows = b'[{on="1-3", result=1},{on="3", result=1}]'
        twice = self.write(tmp_path / "twice", x=head + rows)
        with pytest.raises(OpforError, match="3 is also in"):
            load_tables(base, twice)
        double = self.write(tmp_path / "double", x=A1, y=A1)
        with pytest.raises(OpforError, match="two files"):
            load_tables(double)
        with pytest.raises(OpforError, match="no folder"):
            load_tables(tmp_path / "none")


class TestNames:
    """Table ids and spans as text."""

    def test_table_id(self) -> None:
        """A table's name is in braces, and a rule number is no table."""
        assert str(TableId.parse("{german/x2}")) == "{german/x2}"
        with pytest.raises(OpforError, match="not a table"):
            TableId.parse("A4.8")

    @pytest.mark.parametrize("text", ["7", "5-6", "<=4", ">=12", "-3--1", "<=-2"])
    def test_span(self, text: str) -> None:
        """A range is written as it was read."""
        assert str(Span.parse(text)) == text


def test_a_folder_without_tables_is_no_pack(tmp_path: Path) -> None:
    """A wrong folder is told, so that nobody plays without his own values."""
    with pytest.raises(OpforError, match="nothing in this pack"):
        load_tables(tmp_path)
