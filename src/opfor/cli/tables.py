"""`opfor tables`: what the tables say, where their values come from, and packs."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.console import group
from opfor.core.errors import OpforError
from opfor.core.near import near

if TYPE_CHECKING:
    from opfor.core.table import Table
    from opfor.state.nations import Nation

tables = group("Show the tables, the sources of their rows, and check a pack.")

Pack = Annotated[
    list[Path] | None,
    typer.Option("--pack", metavar="DIR", help="A folder of your own tables."),
]


@tables.command("list")
def list_(pack: Pack = None) -> None:
    """List every table with its title, and how many of its rows are from where.

    Example: opfor tables list --pack my-tables
    """
    from opfor.state.nations import load

    loaded = load(*(pack or ()))
    width = max(map(len, loaded))
    for name in sorted(loaded, key=lambda name: ("/" in name, loaded[name].id)):
        table = loaded[name]
        typer.echo(f"{name:<{width}}  {table.title} ({_sources(table)})")


def _sources(table: "Table") -> str:
    found = Counter(row.source for row in table.rows)
    return ", ".join(f"{count} {source}" for source, count in found.items())


@tables.command()
def show(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="Such as A1, x2 or german/x2.")
    ],
    nation: Annotated[
        str, typer.Option(metavar="NATION", help="Whose table, such as russian.")
    ] = "",
    date: Annotated[
        str, typer.Option(metavar="MONTH", help="Only rows of this month: 1941-08.")
    ] = "",
    pack: Pack = None,
) -> None:
    """Print a table row by row with the source of each row.

    Examples: opfor tables show A1; opfor tables show x2 --nation russian
    """
    from opfor.state.nations import load, load_nation
    from opfor.views.rule_index import load_index
    from opfor.views.table_text import table_text

    packs = pack or []
    name = table.strip("{}")
    _check_month(date)
    if nation:
        found = _of_nation(load_nation(nation, *packs), name, date)
    else:
        found = _named(load(*packs), name)
    typer.echo(table_text(_in_month(found, date) if date else found))
    readers = load_index().tables.get(_last(found.id.name), ())
    if readers:
        typer.echo(f"read by {', '.join(map(str, readers))}")


def _check_month(text: str) -> None:
    if text and not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", text, re.ASCII):
        raise OpforError("this is no month", text, "write it as 1941-08")


def _of_nation(nation: "Nation", name: str, date: str) -> "Table":
    if date:
        nation.fact("name", date=date)  # refuses a month that it has no tables for
    return nation.table(name)


def _in_month(table: "Table", month: str) -> "Table":
    import msgspec

    rows = [
        row
        for row in table.rows
        if (row.since or month) <= month <= (row.until or month)
    ]
    return msgspec.structs.replace(table, rows=tuple(rows))


def _named(loaded: "Mapping[str, Table]", name: str) -> "Table":
    names = {each.casefold(): each for each in loaded}
    if name.casefold() in names:
        return loaded[names[name.casefold()]]
    nations = sorted(each.rpartition("/")[0] for each in loaded if _last(each) == name)
    if nations:
        do = f"name the nation: {', '.join(nations)}"
        raise OpforError("each nation has its own table of this name", name, do)
    do = near(name, loaded) or "`opfor tables list` shows the tables"
    raise OpforError("there is no such table", name, do)


def _last(name: str) -> str:
    return name.rpartition("/")[2]


@tables.command()
def check(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[DIR]...", help="Folders of your own tables."),
    ] = None,
) -> None:
    """Check the shipped tables, or your own folders over them: `ok` or the error.

    Example: opfor tables check my-tables
    """
    from opfor.state.nations import load

    failed = False
    for packs in [[folder] for folder in folders or ()] or [[]]:
        try:
            found = load(*packs)
        except OpforError as error:
            typer.secho(str(error), fg="red", err=True)
            failed = True
        else:
            name = packs[0] if packs else "shipped tables"
            typer.echo(f"{name}: ok ({len(found)} tables)")
    raise typer.Exit(int(failed))
