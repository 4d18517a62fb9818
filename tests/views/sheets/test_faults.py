"""What is wrong with a sheet while it is typed."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.state.nations import load_all
from opfor.views.sheets.faults import HEAD, Found, Mark, look
from opfor.views.sheets.folder import divider_tables
from opfor.views.sheets.shape import Shape, Typed, beneath, blank, shape_of


def shaped(table: str) -> Shape:
    """The shape of a shipped table."""
    return shape_of(load_all(), table)


def sheet(table: str, *cells: Sequence[str], **changes: tuple[str, ...]) -> Found:
    """What is found in a sheet of which some lines are typed from the top."""
    shape = shaped(table)
    empty = replace(blank(shape), **changes)
    width = len(empty.periods) * len(shape.columns)
    rows = [(*row, *("",) * (width - len(row))) for row in cells]
    rows += [("",) * width] * (len(empty.lines) - len(rows))
    return look(shape, replace(empty, cells=tuple(map(tuple, rows))))


def said(found: Found, kind: str = "fault") -> list[str]:
    """What is told."""
    return [mark.said for mark in found.marks if mark.kind == kind]


def ours(table: str) -> Found:
    """A sheet filled with what ships."""
    shape = shaped(table)
    empty = blank(shape)
    found = look(shape, empty)
    times = [time or ("", "") for time in found.times]
    lines = empty.lines if shape.labels else [each for each in found.spans if each]
    cells = beneath(shape, times, lines)
    plain = tuple(tuple(text.removesuffix(" …") for text in line) for line in cells)
    return look(shape, replace(empty, cells=plain))


class TestOurs:
    """What ships is no fault, and holds every constraint."""

    @pytest.mark.parametrize("table", divider_tables())
    def test_divider(self, table: str) -> None:
        """Nothing to tell of any table of the divider; the dice are covered."""
        found = ours(table)
        assert found.marks == ()
        assert all(text in ("", "6 of 6", "36 of 36") for text in found.foot)

    @pytest.mark.parametrize("name", ["x1", "x2", "x3", "x3-drm", "x4", "x5", "x10"])
    def test_russians(self, name: str) -> None:
        """Nor of those tables that the constraints are about most."""
        assert ours(f"russian/{name}").marks == ()


class TestCells:
    """A cell that cannot be does not count; the others do."""

    def test_unknown_counter(self) -> None:
        """It is told with the nearest names."""
        found = sheet("german/x4", ["FT"], ["HMGG"])
        assert found.marks[0] == Mark(
            1, 0, "fault", "'HMGG' is no german counter; did you mean HMG?"
        )
        assert [each.cell.text for each in found.good] == ["FT"]

    def test_kind(self) -> None:
        """A squad cannot come by the table of SW."""
        assert "cannot come by x4" in said(sheet("german/x4", ["4-6-7"]))[0]

    def test_clause(self) -> None:
        """A clause that the vocabulary lacks is told."""
        assert "dance" in said(sheet("A3a", ["dance"]))[0]

    def test_dates(self) -> None:
        """A counter in use in no month of its time is told, and counts all the same."""
        found = sheet("german/x6", ["PzKpfw VG"])
        assert "PzKpfw VG is in use from 1944-04" in said(found, "warning")[0]
        assert len(found.good) == 1

    def test_dates_within(self) -> None:
        """One that comes in the middle of its time is not."""
        row = ["", "", "", "", "", "PzKpfw VG"]
        assert said(sheet("german/x6", row), "warning") == []


class TestHeads:
    """Lines and times."""

    def test_overlap_of_lines(self) -> None:
        """A number is in one line; the later one does not count."""
        found = sheet("A6b", ["0"], ["1"], ["2"], lines=("1-2", "2-4", "5-6"))
        assert said(found) == ["2 is also in 1-2; let each number be in one line"]
        assert [each.result for each in found.good] == [0, 2]
        assert found.foot == ("4 of 6",)

    def test_gap(self) -> None:
        """A number without a line is told; ours stands in."""
        found = sheet("A6b", ["0"], ["1"], ["2"], lines=("1-2", "4", "5-6"))
        assert said(found, "warning") == ["3 is in no line"]

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("7", "7 cannot fall; write numbers from 1 to 6"),
            ("six", "is no range of numbers; write 7, 5-6, <=4 or >=12"),
            ("6-5", "runs backwards"),
        ],
    )
    def test_no_range(self, text: str, why: str) -> None:
        """What no die can be is told."""
        found = sheet("A6b", ["0"], ["1"], ["2"], lines=("1-2", "3-4", text))
        assert why in said(found)[0]
        assert found.marks[0].column == HEAD

    def test_times(self) -> None:
        """A month is in one time; one that cannot be read counts for nothing."""
        empty = blank(shaped("german/x2-drm"))
        found = sheet(
            "german/x2-drm", ["0", "1", "2"], periods=("1941", "6/41-12/42", "then")
        )
        assert len(empty.periods) == 3
        assert said(found)[0] == "6/41-12/42 is also in 1941: let each month be in one"
        assert "is no time" in said(found)[1]
        assert [each.result for each in found.good] == [0]


class TestConstraints:
    """What the rules' own examples have otherwise is told, by its number."""

    @pytest.mark.parametrize(
        ("table", "at", "text", "number"),
        [
            ("A1", 2, "S S", "C10"),
            ("A1", 6, "S", "C11"),
            ("A1", 13, "S", "C12"),
            ("AC", 0, "compare", "C02"),
            ("A5", 3, "none", "C16"),
            ("A6d", 2, "3", "C31"),
            ("A9e", 2, "0", "C35"),
            ("A9w", 0, "removed", "C34"),
            ("LR", 0, "S", "C08"),
            ("AC-drm", 0, "-2", "C04"),
            ("A4a", 3, "as 7", "C40"),
            ("panic", 1, "2", "C48"),
            ("russian/x10", 0, "-", "C29"),
            ("A4-rosette", 0, "B", "C43"),
        ],
    )
    def test_cells(self, table: str, at: int, text: str, number: str) -> None:
        """Each in the cell that it is about."""
        lines = [""] * at + [text]
        width = len(shaped(table).columns)
        found = sheet(table, *([line] * width for line in lines))
        told = [mark for mark in found.marks if mark.said.startswith(number)]
        assert told
        assert told[0].line == at
        assert told[0].kind == "warning"

    def test_month(self) -> None:
        """C18: Russians of August 1941 have +2, whatever the time is called."""
        found = sheet(
            "russian/x2-drm", ["1"], periods=("6/41-12/41",) * 1, lines=("value",)
        )
        assert said(found, "warning") == ["C18: the rules have 2 (S5.752 EX)"]

    def test_some(self) -> None:
        """C36: what some cell must have is asked for when all are typed."""
        assert said(sheet("A2b", ["Fire"], ["Fire"]), "warning") == []
        found = sheet("A2b", ["Fire"], ["Fire"], ["Fire"])
        assert "C36: some Action is Move (S6.11)" in said(found, "warning")


class TestSize:
    """A sheet that cannot be one of its table is refused in a sentence."""

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            (Typed(periods=(), lines=(), cells=()), "and a time"),
            (Typed(periods=("",), lines=("1",), cells=()), "a row of cells for each"),
            (Typed(periods=("",), lines=("1",), cells=((),)), "has 1 cells"),
            (
                Typed(periods=("",), lines=("1",), cells=(("x" * 601,),)),
                "600 characters",
            ),
            (Typed(periods=("",), lines=("1",), cells=(("a\nb",),)), "one line"),
            (Typed(periods=("",) * 61, lines=(), cells=()), "at most 60 times"),
            (Typed(periods=("",), lines=("1",) * 121, cells=()), "120 lines"),
        ],
    )
    def test_refused(self, typed: Typed, why: str) -> None:
        """With its bound."""
        with pytest.raises(OpforError, match=why):
            look(shaped("A6b"), typed)

    def test_fixed_lines(self) -> None:
        """Facts are no lines to be renamed."""
        shape = shaped("german/x2-drm")
        typed = Typed(periods=("",), lines=("mine",), cells=(("1",),))
        with pytest.raises(OpforError, match="are fixed"):
            look(shape, typed)
