"""`opfor replay`, `report` and `export`: what a save is good for besides playing on."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.core.saved_game import GameType, Saved

Save = Annotated[Path, typer.Argument(metavar="SAVE", help="The file of a game.")]


def replay(
    save: Save,
    check: Annotated[
        bool,
        typer.Option("--check", help="Play it again: the same to the byte, or exit 1."),
    ] = False,
) -> None:
    """Tell the story of a saved game, or check that it plays again the same.

    Examples: opfor replay game.opfor; opfor replay game.opfor --check
    """
    from opfor.core.save import read_save
    from opfor.ports.session import kind_on, read_setup, saved_world
    from opfor.views.text.log import lines_in_order

    saved = read_save(save)
    world = saved_world(read_setup(saved.options, str(save)), str(save))
    kind = kind_on(world)
    if check:
        _check(kind, saved)
        return
    for line in lines_in_order(world, kind.events(saved)):
        typer.echo(f"{line.number:>5}  {line.rule:<9} {line.text}")


def _check(kind: "GameType[Any]", saved: "Saved") -> None:
    """Play the answers of a save again, and say whether the same came of it."""
    try:
        game = kind.check_replay(saved)
    except OpforError as error:
        typer.secho(f"opfor: {error}", fg="red", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"ok: {len(saved.entries)} answers, {len(game.events)} events, the same")


def report(
    save: Save,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="An .html or .md file."),
    ],
) -> None:
    """Tell a saved game as a story, with pictures, losses, dice and rules.

    An .html file needs nothing else; beside an .md file its pictures lie in a folder.
    Examples: opfor report game.opfor -o game.html; opfor report game.opfor -o game.md
    """
    from opfor.core.save import read_save
    from opfor.core.write_file import write_files
    from opfor.ports.session import kind_on, read_setup, saved_world
    from opfor.state.state import State
    from opfor.views.analysis import read_analysis
    from opfor.views.replay import Reel
    from opfor.views.report import html_report, markdown_files, report_of

    if output.suffix not in (".html", ".md"):
        raise OpforError("a report is .html or .md", str(output), "name it so")
    saved = read_save(save)
    setup = read_setup(saved.options, str(save))
    world = saved_world(setup, str(save))
    reel = Reel(State(mission=setup.mission), kind_on(world).told(saved))
    analysis = read_analysis(save, saved.entries)
    found = report_of(world, reel, saved.entries, setup.modules, analysis)
    files = (
        {output.name: html_report(found, world, reel).encode()}
        if output.suffix == ".html"
        else markdown_files(found, world, reel, output.stem)
    )
    write_files(output.parent, files)
    typer.echo(f"written: {output}")


def export(
    save: Annotated[
        Path | None, typer.Argument(metavar="[SAVE]", help="The file of a game.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file."),
    ] = None,
    report: Annotated[
        bool,
        typer.Option("--report", help="Pack the report of the last fault of opfor."),
    ] = False,
) -> None:
    """Print a save as JSON lines, or pack the report of a fault for an issue.

    Examples: opfor export game.opfor -o game.jsonl; opfor export --report
    """
    if report:
        _pack_report(save, output)
        return
    if save is None:
        raise OpforError("which save?", do="name its file, or say --report")
    from opfor.core.jsonl import export_jsonl
    from opfor.core.save import read_save
    from opfor.core.write_file import write_file

    saved = read_save(save)
    lines = b"".join(export_jsonl(saved))
    if output is None:
        sys.stdout.write(lines.decode())
    else:
        write_file(output, lines)
        count = f"{len(saved.entries)} answers, {len(saved.events)} events"
        typer.echo(f"written: {output}, {count}")


def _pack_report(save: Path | None, output: Path | None) -> None:
    """Pack the report that was written last."""
    from opfor.core.fault_report import SENT, newest_report, packed, read_report
    from opfor.core.write_file import write_file

    if save is not None:
        raise OpforError("the report has its game with it", do="say --report alone")
    newest = newest_report()
    report = read_report(newest)
    output = output or Path(f"opfor-{newest.stem}{SENT}")
    if output.suffix != ".gz":
        raise OpforError("what is sent is packed", str(output), f"name it …{SENT}")
    write_file(output, packed(newest))
    game = "with the game it came up in" if report.save else "without a game"
    typer.echo(f"written: {output} ({report.error[:200]}; {game})")
    typer.echo(f"Versions, lines of code and no folders: look at {newest}")
    typer.echo(f"The fault is made again by `opfor reproduce {output}`")
