"""How the commands find the player's VASL module."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from opfor.vasl.counters.module import Module

MODULE = "OPFOR_VASL_MODULE"
"""The variable that names a module for good."""

ModuleFile = Annotated[
    Path | None,
    typer.Option(
        "--module",
        metavar="FILE.vmod",
        help=f"Your VASL module; ${MODULE} names one for good.",
    ),
]


def read_named(module: Path | None) -> "Module | None":
    """The module of --module, of the variable, or as set on the page; None if none."""
    from opfor.vasl.counters.module import read_module

    found = named(module)
    return None if found is None else read_module(found)


def needed(module: Path | None) -> Path:
    """The module of --module, else of the variable, else as set on the page.

    Errors:
        OpforError: none of them names one.
    """
    from opfor.core.errors import OpforError

    found = named(module)
    if found is None:
        raise OpforError(
            "no module of VASL is named", do=f"name it with --module or ${MODULE}"
        )
    return found


def named(module: Path | None) -> Path | None:
    """The file of that module; None if none is named."""
    from opfor.core.settings import read_settings

    other = os.environ.get(MODULE, "") or read_settings().module
    return module or (Path(other) if other else None)
