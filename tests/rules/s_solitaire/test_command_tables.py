"""Every clause of the shipped Command tables is known; unknown ones are told."""

from collections.abc import Sequence

import pytest

from opfor.core.errors import OpforError
from opfor.core.table import read_table
from opfor.rules.s_solitaire.command_tables import (
    check_commands,
    check_nobody_is_asked,
)
from opfor.rules.s_solitaire.s08_fire.command_clauses import (
    clause_texts,
    fault,
    read_command,
)
from opfor.state.nations import load, load_nation
from tests.rules.given.own_words import commanded


def text(*result: str) -> bytes:
    """A table {A3a} with one row of some clauses."""
    row = ", ".join(f'"{clause}"' for clause in result)
    head = 'id = "A3a"\ntitle = "t"\nkey = "none"\nsource = "player"\n'
    return f"{head}rows = [\n  {{ result = [{row}] }},\n]\n".encode()


def test_shipped_tables() -> None:
    """Every row of {A3a} to {A3d} is read."""
    check_commands(load())
    for name in ("A3a", "A3b", "A3c", "A3d"):
        for number in range(2, 13):
            assert read_command(lambda table: load()[table], name, number).branches


def test_unknown_clause() -> None:
    """A pack's unknown clause is told with one that is like it, and its place."""
    table = read_table(text("closest", "most tanks (US#)"), file="mine.toml")
    with pytest.raises(OpforError, match="'most tanks") as caught:
        check_commands({"A3a": table})
    assert "mine.toml" in str(caught.value)


def test_clauses_of_a_pack() -> None:
    """A pack may compose rows of its own of known clauses."""
    table = read_table(text("FG. closest", "else as 6-7"), file="mine.toml")
    check_commands({"A3a": table})


@pytest.mark.parametrize(
    ("result", "found"),
    [
        (["FG. Known"], [(False, True, "Known")]),
        (
            ["closest", "else as 6-7"],
            [(False, False, "closest"), (True, False, "as 6-7")],
        ),
        (["none: as 5-7"], [(True, False, "as 5-7")]),
        (
            ["Infantry Target by A3a, else hold fire"],
            [(False, False, "Infantry Target by A3a"), (True, False, "hold fire")],
        ),
    ],
)
def test_how_rows_are_read(result: Sequence[str], found: object) -> None:
    """FG, branches, and the clauses themselves."""
    assert clause_texts(result) == found
    assert fault(result) == ""


def test_table_of_a_nation() -> None:
    """A nation's own table is checked too."""
    own = text("nonsense").replace(b'"A3a"', b'"german/A3a"')
    table = read_table(own, file="mine.toml")
    with pytest.raises(OpforError, match="'nonsense' is no clause"):
        check_commands({"german/A3a": table})


@pytest.mark.parametrize(
    ("table", "policy"), [("A3c", "S6.23 own words"), ("A4b", "S9.22 own words")]
)
def test_nobody_to_ask(table: str, policy: str) -> None:
    """Without a player a clause in own words needs a policy that decides."""
    nation = commanded(load_nation("german"), table, ("ask: as he likes",))
    check_nobody_is_asked(load_nation("german"), {})
    for setting in ({}, {policy: "ask"}, {policy: "default"}):
        with pytest.raises(OpforError, match="nobody plays"):
            check_nobody_is_asked(nation, setting)
    check_nobody_is_asked(nation, {policy: "pass over"})
