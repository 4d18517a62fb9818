"""`opfor example`: plays worked examples that are written as data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.maps import Boards, library
from opfor.cli.packs import Packs
from opfor.core.errors import OpforError

EXAMPLES = Path("tests") / "examples"
"""Where the examples of the project are, seen from its folder."""

if TYPE_CHECKING:
    from opfor.ports.examples import CaseResult, Runner

MISSED, NO_FILE = 1, 2
"""The exit codes of a case that fails or cannot be read, and of no such file."""


def example(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE...", help="Worked examples.")
    ] = None,
    boards: Boards = None,
    pack: Packs = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell the whole story of each.")
    ] = False,
    rule: Annotated[
        str,
        typer.Option(
            "--explain",
            metavar="RULE",
            help="Print a file to fill in for a rule; FILEs are looked at for cases.",
        ),
    ] = "",
) -> None:
    """Play worked examples: what is given, the dice, the orders, what must come of it.

    Example: opfor example tests/examples/*.toml --boards ~/vasl/boards
    """
    from opfor.ports.examples import Runner, summary

    if rule:
        _explain(rule, files or [])
        return
    if not files:
        raise typer.BadParameter("name a FILE, or --explain RULE")
    runner = Runner(library(boards), tuple(pack or ()))
    results: list[CaseResult] = []
    lost = False
    for file in files:
        try:
            data = file.read_bytes()
        except OSError as error:
            what = f"{file}: cannot be read ({error.strerror})"
            typer.secho(f"opfor: {what}", fg="red", err=True)
            lost = True
            continue
        results += _played(runner, data, str(file), verbose=verbose)
    typer.echo(summary(results))
    missed = any(result.status in ("failed", "unreadable") for result in results)
    raise typer.Exit(NO_FILE if lost else MISSED if missed else 0)


def _played(
    runner: "Runner", data: bytes, file: str, *, verbose: bool
) -> "list[CaseResult]":
    """Play the cases of a file and tell of each."""
    from opfor.ports.examples import CaseResult, read_example, report

    results = []
    try:
        cases = read_example(data, file).cases
    except OpforError as error:
        cases = ()
        results = [CaseResult("the file", file, 1, "unreadable", str(error))]
    results += [runner.run_case(case, file) for case in cases]
    for result in results:
        for line in report(result, verbose=verbose):
            typer.echo(line)
    return results


def _explain(rule: str, files: list[Path]) -> None:
    """Print a file to be filled in for a rule, and the cases of it in some files."""
    from opfor.ports.examples.explain import explain

    known = files or sorted(EXAMPLES.glob("*.toml"))
    sources = [(str(file), file.read_text("utf-8")) for file in known if file.is_file()]
    typer.echo(explain(rule, sources), nl=False)
