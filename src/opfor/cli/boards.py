"""`opfor board`: which boards there are, pictures of them, checks, new ones."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from opfor.cli.console import group
from opfor.cli.maps import Boards, MapText, library, load_map
from opfor.core.errors import OpforError

GAME = ".opfor"
"""How the file of a saved game ends."""

board = group("List, show, check and make boards.")


@board.command("list")
def list_(boards: Boards = None) -> None:
    """List the names of the boards that can be used.

    Example: opfor board list --boards ~/vasl/boards
    """
    for name in library(boards).names():
        typer.echo(name)


@board.command()
def show(
    map_: MapText,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="A .svg or .png file."),
    ],
    boards: Boards = None,
    dark: Annotated[bool, typer.Option("--dark", help="For a dark page.")] = False,
    width: Annotated[
        int | None, typer.Option(metavar="PIXELS", help="The width of a .png.")
    ] = None,
) -> None:
    """Draw a map as a picture, or a saved game with all that stands on it.

    Examples: opfor board show "o1@0,0 ro5@0,1" -o map.svg; opfor board show
    game.opfor -o game.png
    """
    from opfor.core.write_file import write_file
    from opfor.geo.hex_facts import HexFacts
    from opfor.views.board import board_svg
    from opfor.views.png import to_png

    kind = output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise OpforError("a picture is .svg or .png", str(output), "name it so")
    theme: Literal["light", "dark"] = "dark" if dark else "light"
    if map_.endswith(GAME):
        svg = _game(Path(map_), theme)
    else:
        shown = load_map(map_, boards)
        svg = board_svg(shown, HexFacts(shown), theme=theme)
    write_file(output, to_png(svg, width=width) if kind == ".png" else svg.encode())


def _game(save: Path, theme: Literal["light", "dark"]) -> str:
    """The board of a saved game as it is now."""
    from opfor.core.save import read_save
    from opfor.ports.session import kind_on, read_setup, saved_world
    from opfor.views.game_picture import game_svg

    saved = read_save(save)
    world = saved_world(read_setup(saved.options, str(save)), str(save))
    state = kind_on(world).check_replay(saved).state
    return game_svg(world, state, theme=theme)


@board.command()
def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Text boards or VASL boards."),
    ] = None,
    boards: Boards = None,
) -> None:
    """Check boards, one line each: `ok` or the error. Without FILE: all that are known.

    Examples: opfor board check my.txt; opfor board check --boards ~/vasl/boards
    """
    if files:
        found = [(str(file), _problem(file)) for file in files]
    else:
        known = library(boards)
        found = [(name, known.check(name)) for name in known.names()]
    for name, problem in found:
        told = str(problem or "ok")
        typer.echo(told if told.startswith(f"{name}: ") else f"{name}: {told}")
    raise typer.Exit(int(any(problem for _, problem in found)))


def _problem(file: Path) -> OpforError | None:
    """What is wrong with one file, a text board or a VASL board."""
    from opfor.geo.boards.text import read_text_board
    from opfor.geo.boards.vasl import read_board_file

    try:
        (read_text_board if file.suffix == ".txt" else read_board_file)(file)
    except OpforError as problem:
        return problem
    return None


@board.command()
def new(
    style: Annotated[
        str, typer.Option(metavar="STYLE", help="Such as village or wooded-hills.")
    ],
    seed: Annotated[int, typer.Option(help="Another number, another board.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file."),
    ] = None,
) -> None:
    """Make a new board as text, to be edited and played on.

    Example: opfor board new --style village --seed 7 -o mine.txt
    """
    from opfor.core.write_file import check_new, write_file
    from opfor.geo.generate.generate import generate

    text = generate(style, seed)
    if output is None:
        typer.echo(text, nl=False)
    else:
        check_new(output)
        write_file(output, text.encode())
