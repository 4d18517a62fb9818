"""The `opfor` command: its sub-commands, and how anything that fails is told."""

import os
import sys
from pathlib import Path
from traceback import extract_tb
from typing import Annotated

import typer
from typer.exceptions import TyperException

import opfor
from opfor.cli import (
    analyse,
    bench,
    boards,
    campaign,
    doctor,
    example,
    los,
    mission,
    pack,
    play,
    reproduce,
    rules,
    saves,
    sim,
    study,
    tables,
    vasl,
)
from opfor.core.errors import OpforError

BAD_INPUT = 2
"""The exit code of a mistake in what was typed, or in a file that was named."""
FAILED = 1
"""The exit code of a check that did not pass, and of a pipe that was closed."""
STOPPED = 130
"""The exit code after Ctrl-C."""
FAULT = 3
"""The exit code of a mistake in opfor itself."""

app = typer.Typer(
    name="opfor",
    help="Plays the ENEMY of Solitaire ASL by the rules, and shows why.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("los")(los.los)
app.command("rule")(rules.rule)
app.command("coverage")(rules.coverage)
app.add_typer(boards.board, name="board")
app.add_typer(tables.tables, name="tables")
app.add_typer(pack.pack, name="pack")
app.add_typer(mission.mission, name="mission")
app.command("example")(example.example)
app.command("bench")(bench.bench)
app.command("sim")(sim.sim)
app.add_typer(campaign.campaign, name="campaign")
app.add_typer(study.study, name="study")
app.command("replay")(saves.replay)
app.command("report")(saves.report)
app.command("export")(saves.export)
app.command("analyse")(analyse.analyse)
app.command("reproduce")(reproduce.reproduce)
app.command("doctor")(doctor.doctor)
app.add_typer(vasl.vasl, name="vasl")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"opfor {opfor.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _opfor(
    ctx: typer.Context,
    _version_wanted: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def main(args: list[str] | None = None) -> int:
    """Run one command and return its exit code.

    Everything that bad input can cause is one line on stderr and exit code 2. A
    fault of the program itself is one line too, and its report is written; with
    $OPFOR_DEBUG it is raised.
    """
    try:
        code = app(args, prog_name="opfor", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return STOPPED
    except BrokenPipeError:
        return _silenced()
    except Exception as error:
        return _told(error, sys.argv[1:] if args is None else args)
    return code if isinstance(code, int) else 0


def _told(error: Exception, args: list[str]) -> int:
    """Tell in one line what went wrong, and say how the program ends."""
    code = BAD_INPUT
    match error:
        case OpforError():
            text = str(error)
        case TyperException():
            text = _usage(error)
        case OSError():
            text = f"{error.filename or 'file'}: {error.strerror or error}"
        case _:
            if os.environ.get("OPFOR_DEBUG"):
                raise error
            text, code = _fault(error, args), FAULT
    typer.secho(f"opfor: {' '.join(text.split())}", fg="red", err=True)
    return code


def _usage(error: TyperException) -> str:
    """A mistake on the command line, and where the command is explained."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "opfor"
    said = error.format_message().rstrip(".")
    name, near = (getattr(error, n, "") for n in ("option_name", "possibilities"))
    if name and near:  # the nearest comes first
        said = f"no such option: {name} (did you mean {near[0]}?)"
    return f"{said[:1].lower()}{said[1:]}; `{command} --help` explains it"


def _fault(error: Exception, args: list[str]) -> str:
    """A mistake of the program and the line where it came up; it is reported."""
    from opfor.core.fault_report import Reported, write_report

    cause = error.__cause__ if isinstance(error, Reported) else None
    fault = cause if isinstance(cause, Exception) else error
    written = cause is not None or write_report(fault, command=("opfor", *args))
    do = "`opfor export --report` packs what is known of it, for an issue"
    place = extract_tb(fault.__traceback__)[-1]
    file = "/".join(Path(place.filename).parts[-3:])
    return (
        f"a fault in the program, {type(fault).__name__} ({fault}) at "
        f"{file}:{place.lineno}; "
        f"{do if written else 'please report it (OPFOR_DEBUG=1 shows all of it)'}"
    )


def _silenced() -> int:
    """Nobody reads the output any more (`opfor … | head`): end without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED
