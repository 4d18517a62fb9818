"""`opfor example`: plays worked examples that are written as data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.maps import Boards, library
from opfor.cli.tables import Pack
from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.ports.examples import CaseResult, Runner

MISSED, BROKEN = 1, 2
"""The exit codes of an example that misses something, and of a file that is wrong."""


def example(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Worked examples.")
    ],
    boards: Boards = None,
    pack: Pack = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell the whole story of each.")
    ] = False,
) -> None:
    """Play worked examples: what is given, the dice, the orders, what must come of it.

    Example: opfor example tests/examples/*.toml --boards ~/vasl/boards
    """
    from opfor.ports.examples import Runner, summary

    runner = Runner(library(boards), tuple(pack or ()))
    results: list[CaseResult] = []
    broken = False
    for file in files:
        try:
            results += _played(runner, file, verbose=verbose)
        except OpforError as error:
            typer.secho(f"opfor: {error}", fg="red", err=True)
            broken = True
    typer.echo(summary(results))
    missed = any(result.status == "failed" for result in results)
    raise typer.Exit(BROKEN if broken else MISSED if missed else 0)


def _played(runner: "Runner", file: Path, *, verbose: bool) -> "list[CaseResult]":
    """Play the cases of a file and tell of each."""
    from opfor.ports.examples import read_example, report

    try:
        data = file.read_bytes()
    except OSError as error:
        raise OpforError(f"cannot be read ({error.strerror})", str(file)) from None
    results = []
    for case in (found := read_example(data, str(file))).cases:
        results.append(runner.run_case(case, found.file))
        for line in report(results[-1], verbose=verbose):
            typer.echo(line)
    return results
