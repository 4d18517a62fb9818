"""Every table can be shown as text, and docs/tables.md counts them rightly."""

import pytest

from opfor.core.table import Table
from opfor.state.nations import load
from opfor.views.table_text import result_text, table_text
from tests.tables.page import END, PAGE, START, generated
from tests.tables.plots import FOLDER, pages


@pytest.mark.parametrize("table", load().values(), ids=lambda t: t.id.name)
def test_page(table: Table) -> None:
    """The page has the id, the title and, for each row, its result and source."""
    lines = table_text(table).splitlines()
    assert lines[0].startswith(f"{table.id} {table.title}")
    body = lines[2 if table.note else 1 :]
    assert len(body) == len(table.rows)
    for line, row in zip(body, table.rows, strict=True):
        assert f"[{row.source}]" in line
        assert result_text(row.result) in line


def test_page_looks_like_this() -> None:
    """One page in full."""
    assert table_text(load()["A8b"]) == (
        "{A8b} Urban terrain, DR\n"
        "2-4    Village  [project]\n"
        "5-9    City     [project]\n"
        "10-12  Village  [project]"
    )


def test_results_in_words() -> None:
    """Lists, named values and nothing at all can be read."""
    assert result_text(("S", "S", "L")) == "S, S, L"
    assert result_text(()) == "nothing"
    assert result_text({"kind": "pillbox", "defence": (3, 5)}) == (
        "pillbox, defence 3, 5"
    )
    assert result_text(True) == "yes"


def test_the_list_in_the_docs_is_right() -> None:
    """The counts of docs/tables.md are those of the tables shipped."""
    text = PAGE.read_text(encoding="utf-8")
    shown = text.split(START)[1].split(END)[0]
    assert shown == generated(), "write it anew: python -m tests.tables.page"


def test_no_page_poses_as_official() -> None:
    """No table of ours calls itself official."""
    for table in load().values():
        assert "official" not in table_text(table).lower()


def test_the_pages_with_plots_are_right() -> None:
    """Rows, sources and exact chances on the pages are those of the tables shipped."""
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    assert kept == pages(), "write them anew: python -m tests.tables.plots"
    assert sum(map(len, kept.values())) < 1_500_000
