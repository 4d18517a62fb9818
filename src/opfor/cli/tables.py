"""`opfor tables`: what the tables say, where their values come from, and packs."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.console import group
from opfor.cli.packs import Packs
from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.core.table import Table
    from opfor.state.nations import Nation

tables = group(
    "Show the tables, the sources of their rows, and check a pack.", usual="show"
)


@tables.command("list")
def list_(pack: Packs = None) -> None:
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


Nation_ = Annotated[
    str, typer.Option("--nation", metavar="NATION", help="Whose: such as russian.")
]
Name = Annotated[
    str, typer.Argument(metavar="TABLE", help="Such as A1, x2 or german/x2.")
]
Month = Annotated[
    str, typer.Option("--date", metavar="MONTH", help="The rows of a month: 1941-08.")
]


@tables.command()
def show(
    table: Name,
    nation: Nation_ = "",
    date: Month = "",
    column: Annotated[
        str, typer.Option(metavar="NAME", help="Only this column, such as inside.")
    ] = "",
    pack: Packs = None,
) -> None:
    """Print a table row by row with the source of each row.

    Examples: opfor tables A1; opfor tables show x5 --nation russian
    --date 1941-08 --column inside
    """
    from opfor.views.rule_index import load_index
    from opfor.views.table_text import in_force, table_text

    found, _ = _find(table, nation, date, pack)
    _check_column(found, column)
    if date or column:
        found = in_force(found, date=date, column=column)
    typer.echo(table_text(found))
    readers = load_index().tables.get(_last(found.id.name), ())
    if readers:
        typer.echo(f"read by {', '.join(map(str, readers))}")


@tables.command()
def odds(
    table: Name,
    nation: Nation_ = "",
    date: Month = "",
    drm: Annotated[int, typer.Option(metavar="N", help="Added to the dice.")] = 0,
    column: Annotated[
        str, typer.Option(metavar="NAME", help="Only this column, such as inside.")
    ] = "",
    pack: Packs = None,
) -> None:
    """Print the exact chance of every result of a table.

    A nation's DRM of the date is added. Examples: opfor tables odds A1 --drm -1;
    opfor tables odds x2 --nation russian --date 1941-08
    """
    from opfor.views.odds import odds as all_odds
    from opfor.views.odds import odds_text

    found, whose = _find(table, nation, date, pack)
    _check_column(found, column)
    parts = all_odds(found, whose, drm=drm, date=date)
    typer.echo(f"{found.id} {found.title}, {found.key}")
    for part in parts:
        if not column or column in part.when.values():
            typer.echo(odds_text(part))


@tables.command()
def export(
    table: Annotated[
        str, typer.Argument(metavar="[TABLE]", help="Such as A1 or german/x2.")
    ] = "",
    nation: Nation_ = "",
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="DIR", help="The folder of the pack.")
    ] = Path(),
) -> None:
    """Write a table as a file ready to edit; with --nation all that a nation has.

    Examples: opfor tables export A1 -o my-pack; opfor tables export --nation russian
    """
    from opfor.views.table_toml import table_toml

    found = _chosen(table, nation)
    for one in found:
        path = out / f"{one.id.name.replace('/', '-')}.toml"
        _write(path, table_toml(one))
        typer.echo(str(path))


def _chosen(table: str, nation: str) -> "list[Table]":
    """The shipped tables to export."""
    from opfor.state.nations import load, load_nation

    if table:
        return [_find(table, nation, "", None)[0]]
    if not nation:
        raise OpforError("no table is named", do="name a table, or a --nation")
    whose = load_nation(nation).id
    return [one for name, one in load().items() if name.startswith(f"{whose}/")]


def _write(path: Path, text: str) -> None:
    """A new file; one that is there is the player's, and stays."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        do = "name another folder with -o, or remove it"
        if not path.parent.is_dir():
            raise OpforError("this is no folder", str(path.parent), do) from None
        raise OpforError("this is there already", str(path), do) from None
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(path)) from error


def _find(
    table: str, nation: str, date: str, pack: list[Path] | None
) -> "tuple[Table, Nation | None]":
    """The table of that name, and the nation whose it is."""
    from opfor.state.nations import load_all

    name = table.strip("{}")
    _check_month(date)
    loaded = load_all(*(pack or ()))
    if nation:
        whose = loaded.nation(nation)
        return _of_nation(whose, name, date), whose
    found = _named(loaded.tables, name)
    head = found.id.name.rpartition("/")[0]
    if head:
        whose = loaded.nation(head)
        return _of_nation(whose, _last(found.id.name), date), whose
    return found, None


def _check_column(table: "Table", column: str) -> None:
    known = [value for values in table.axes.values() for value in values]
    if column and column not in known:
        do = (
            did_you_mean(column, known)
            or f"the columns are: {', '.join(known) or 'none'}"
        )
        raise OpforError(f"{table.id} has no column {column!r}", do=do)


def _check_month(text: str) -> None:
    if text and not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", text, re.ASCII):
        raise OpforError("this is no month", text, "write it as 1941-08")


def _of_nation(nation: "Nation", name: str, date: str) -> "Table":
    if date:
        nation.fact("name", date=date)  # refuses a month that it has no tables for
    return nation.table(name)


def _named(loaded: "Mapping[str, Table]", name: str) -> "Table":
    names = {each.casefold(): each for each in loaded}
    if name.casefold() in names:
        return loaded[names[name.casefold()]]
    nations = sorted(each.rpartition("/")[0] for each in loaded if _last(each) == name)
    if nations:
        do = f"name the nation: {', '.join(nations)}"
        raise OpforError("each nation has its own table of this name", name, do)
    do = did_you_mean(name, loaded) or "`opfor tables list` shows the tables"
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
    """Check the shipped tables, or your own packs over them: `ok` or the error.

    Example: opfor tables check my-pack
    """
    from opfor.rules.choices.policies import check_policies
    from opfor.rules.s_solitaire.command_tables import check_commands
    from opfor.state.in_service import check_service
    from opfor.state.nations import load, load_nation, nations
    from opfor.state.packs import check_pack

    if not folders:
        check_commands(load())
        for name in nations(load()):
            check_service(load_nation(name))
        typer.echo(f"shipped tables: ok ({len(load())} tables)")
    failed = False
    for folder in folders or ():
        try:
            pack = check_pack(folder)
            check_commands(pack.loaded.tables)
            check_policies(pack.loaded.tables)
        except OpforError as error:
            typer.secho(str(error), fg="red", err=True)
            failed = True
        else:
            parts = [f"{pack.tables} tables", f"{pack.counters} counters"]
            parts.append(f"{len(pack.missions)} Missions")
            typer.echo(f"{folder}: ok ({', '.join(parts)})")
    raise typer.Exit(int(failed))
