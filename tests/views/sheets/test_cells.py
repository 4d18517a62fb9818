"""Cells: a result as one types it, and back."""

from collections.abc import Mapping
from typing import Any

import pytest

from opfor.state.nations import load
from opfor.views.sheets.cells import CellFault, cell_text, form_of, read_cell


def thawed(value: Any) -> Any:
    """A result as TOML has it."""
    if isinstance(value, Mapping):
        return {key: thawed(item) for key, item in value.items()}
    return [thawed(item) for item in value] if isinstance(value, tuple) else value


def test_every_shipped_result() -> None:
    """What is typed as it is shown is the same result; all of divider and nations."""
    for name, table in load().items():
        if "/" not in name and table.packs[0] == "asl":
            continue
        for row in table.rows:
            form = form_of(name, row.when.get("fact", ""))
            text = cell_text(row.result, form)
            assert text == text.strip() != ""
            assert read_cell(text, form) == thawed(row.result), (name, text)


@pytest.mark.parametrize(
    ("table", "text", "result"),
    [
        ("A1", "s  hs, gun", ["S", "HS", "Gun"]),
        ("A1", "-", []),
        ("german/x1", "a12", {"case": "A", "range": 12}),
        ("A5", "Pillbox 3 5", {"kind": "pillbox", "defence": [3, 5]}),
        ("A5", "entrenchment", {"kind": "entrenchment"}),
        ("RE", "vehicles (once)", {"event": "vehicles", "once": True}),
        ("german/x2-drm", "+1", 1),
        ("german/x2-drm", "−2", -2),
        ("A9e", "0 1", [0, 1]),
        ("A2-alternates", "fire, free itself", ["Fire", "free itself"]),
        ("A3b", "closest | Known", ["closest", "Known"]),
    ],
)
def test_read(table: str, text: str, result: object) -> None:
    """Case, commas and blanks matter little."""
    assert read_cell(text, form_of(table)) == result


@pytest.mark.parametrize(
    ("table", "line", "text", "said"),
    [
        ("A1", "", "S X", "'X' cannot be; write S or HS"),
        ("A2a", "", "Fyre", "did you mean Fire?"),
        ("german/x1", "", "12", "write the case and hexes: A 12"),
        ("german/x1", "", "G 3", "write the case and hexes"),
        ("A5", "", "pillbox", "write a pillbox as pillbox 3 5"),
        ("A5", "", "pillbox 3", "write a pillbox as"),
        ("A6a", "", "two", "write one such as 3"),
        ("A6a", "", "1.5", "write one such as 3"),
        ("A9", "", "City", "write class and mark"),
        ("german/pack", "may deploy", "maybe", "write yes or no or elite"),
        ("german/pack", "commissars", "maybe", "write yes or no"),
        ("RE", "", "(once)", "an event has a text"),
    ],
)
def test_wrong(table: str, line: str, text: str, said: str) -> None:
    """What cannot be is told with what to write."""
    with pytest.raises(CellFault, match=said.replace("(", r"\(").replace("?", r"\?")):
        read_cell(text, form_of(table, line))


def test_case_of_two_words() -> None:
    """Smoke and SMOKE are two words."""
    form = form_of("german/pack", "smoke grenades")
    assert [read_cell(text, form) for text in ("Smoke", "SMOKE", "-")] == [
        "Smoke", "SMOKE", "",
    ]  # fmt: skip
