"""How the commands find boards, maps and Locations."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from opfor.geo.boards.library import Library
    from opfor.geo.map import Map

Boards = Annotated[
    list[Path] | None,
    typer.Option(
        "--boards",
        metavar="DIR",
        help="A folder of VASL or text boards; $OPFOR_BOARDS names some for good.",
    ),
]
MapText = Annotated[
    str,
    typer.Argument(
        metavar="MAP",
        help="A board, such as 33, or several at column,row: '04@0,0 r33@0,1' "
        "(r = rotated by 180 degrees).",
    ),
]


def folders(boards: list[Path] | None) -> list[Path]:
    """The folders of --boards, those of $OPFOR_BOARDS, then the one chosen once."""
    from opfor.core.settings import read_settings

    known = os.environ.get("OPFOR_BOARDS", "").split(os.pathsep)
    chosen = read_settings().boards
    kept = [chosen] if chosen and Path(chosen).is_dir() else []
    return [*(boards or ()), *(Path(each) for each in (*known, *kept) if each)]


def with_tables(boards: list[Path] | None, module: Path | None = None) -> list[Path]:
    """The same folders, and the module: it has what SSR change."""
    from opfor.cli.modules import named

    own = named(module)
    return [*folders(boards), *([own] if own else [])]


def places(text: str, boards: list[Path] | None, module: Path | None) -> list[Path]:
    """What a game on a map needs: the module if SSR change the map."""
    return with_tables(boards, module) if "+" in text else folders(boards)


def library(boards: list[Path] | None) -> "Library":
    """The boards of --boards, of $OPFOR_BOARDS and those that ship, in this order."""
    from opfor.geo.boards.library import Library

    return Library(with_tables(boards))


def load_map(text: str, boards: list[Path] | None) -> "Map":
    """The map of a description, from the boards that are known."""
    from opfor.geo.map import parse_map

    return parse_map(text, library(boards).load)
