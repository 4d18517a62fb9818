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
    from opfor.views.text.log import log_lines

    saved = read_save(save)
    world = saved_world(read_setup(saved.options, str(save)), str(save))
    kind = kind_on(world)
    if check:
        _check(kind, saved)
        return
    for line in log_lines(world, kind.events(saved)):
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
    from opfor.ports.session import kind_on, read_setup, saved_world
    from opfor.state.state import State
    from opfor.views.replay import Reel
    from opfor.views.report import html_report, markdown_files, report_of

    if output.suffix not in (".html", ".md"):
        raise OpforError("a report is .html or .md", str(output), "name it so")
    saved = read_save(save)
    setup = read_setup(saved.options, str(save))
    world = saved_world(setup, str(save))
    reel = Reel(State(mission=setup.mission), kind_on(world).told(saved))
    found = report_of(world, reel, saved.entries)
    files = (
        {output.name: html_report(found, world, reel).encode()}
        if output.suffix == ".html"
        else markdown_files(found, world, reel, output.stem)
    )
    try:
        for name, data in files.items():
            path = output.parent / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(output)) from None
    typer.echo(f"written: {output}")


def export(
    save: Save,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file."),
    ] = None,
) -> None:
    """Print a save as JSON lines, the form for a bug report.

    Example: opfor export game.opfor -o report.jsonl
    """
    from opfor.core.jsonl import export_jsonl
    from opfor.core.save import read_save

    lines = b"".join(export_jsonl(read_save(save)))
    if output is None:
        sys.stdout.write(lines.decode())
    else:
        output.write_bytes(lines)
