"""`opfor bench`: measures this machine with the benchmarks of the source checkout."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError


def bench(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What to measure, such as core.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON.")
    ] = False,
) -> None:
    """Measure how fast a part of opfor is here. Needs the source checkout.

    Example: opfor bench core --json
    """
    import msgspec

    figures: dict[str, float] = _module(name).run()
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(figures)))
        return
    width = max(map(len, figures))
    for figure, value in figures.items():
        shown = f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
        typer.echo(f"{figure:<{width}}  {shown}")


def _module(name: str) -> ModuleType:
    """The benchmark of that name, from the checkout that this program runs in."""
    checkout = Path(__file__).parents[3]
    folder = checkout / "benchmarks"
    known = [path.stem for path in folder.glob("[!_]*.py")]
    if not known:
        raise OpforError(
            "the benchmarks are part of the source checkout", do="run opfor there"
        )
    if name not in known:
        do = did_you_mean(name, known) or f"there are {', '.join(sorted(known))}"
        raise OpforError("there is no such benchmark", name, do)
    sys.path.insert(0, str(checkout))  # benchmarks use the games of the tests
    return import_module(f"benchmarks.{name}")
