"""`opfor vasl`: the player's own VASL games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.console import group
from opfor.cli.maps import Boards, library
from opfor.cli.modules import ModuleFile, needed, read_named
from opfor.cli.packs import Packs

if TYPE_CHECKING:
    from opfor.vasl.games.begin import Start

vasl = group("Games of VASL: read, begun from, and written.")


@vasl.command()
def show(
    game: Annotated[
        Path, typer.Argument(metavar="GAME", help="A .vsav or .vlog of VASL.")
    ],
    module: ModuleFile = None,
    boards: Boards = None,
    pack: Packs = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Show a saved game of VASL: boards, each counter, and what opfor takes it for.

    Examples: opfor vasl show game.vsav --boards ~/vasl/boards; opfor vasl show
    game.vsav --module ~/vasl/vasl.vmod --json
    """
    from opfor.cli.maps import folders
    from opfor.state.counter_lists import counters as counter_types
    from opfor.vasl.counters.meanings import Counters
    from opfor.vasl.counters.names import words_of
    from opfor.vasl.position.saved_game import read_position
    from opfor.vasl.position.show import as_json as json_of
    from opfor.vasl.position.show import lines

    read = read_named(module)
    packs = pack or []
    counters = Counters(read, counter_types(*packs), words_of(*packs))
    archive, position = read_position(game, counters, library(boards).load)
    if as_json:
        typer.echo(json_of(archive, position).decode())
        return
    for line in lines(archive, position, folders(boards)):
        typer.echo(line)


@vasl.command()
def write(
    save: Annotated[Path, typer.Argument(metavar="GAME", help="A game of opfor.")],
    output: Annotated[
        Path, typer.Argument(metavar="OUT.vsav", help="The saved game to write.")
    ],
    base: Annotated[
        Path | None,
        typer.Option(
            metavar="YOURS.vsav", help="Your own saved game, to write over a copy of."
        ),
    ] = None,
    at: Annotated[
        str,
        typer.Option(
            metavar="MOMENT",
            help='An event\'s number, or "3 ENEMY MPh"; else the last.',
        ),
    ] = "",
    module: ModuleFile = None,
    pack: Packs = None,
) -> None:
    """Write a game, or a moment of it, as a saved game that VASL opens.

    Examples: opfor vasl write game.opfor now.vsav --module ~/vasl/vasl.vmod; opfor vasl
    write game.opfor now.vsav --base mine.vsav --at "3 ENEMY MPh"
    """
    from opfor.vasl.games.told import moment_of, read_game
    from opfor.vasl.saves.archive import write_archive

    game = read_game(save)
    writer = game.writer(needed(module), pack or [], base)
    state = game.reel.at(moment_of(game.reel, at))
    write_archive(output, writer.archive(state))
    for line in writer.remarks():
        typer.echo(line)
    typer.echo(f"written: {output}")


@vasl.command()
def log(
    save: Annotated[Path, typer.Argument(metavar="GAME", help="A game of opfor.")],
    output: Annotated[
        Path, typer.Argument(metavar="OUT.vlog", help="The log to write.")
    ],
    turn: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="The Game Turn; else the last."),
    ] = None,
    side: Annotated[
        str, typer.Option(metavar="SIDE", help="Whose Player Turn.")
    ] = "ENEMY",
    base: Annotated[
        Path | None,
        typer.Option(metavar="YOURS.vsav", help="Your own saved game, as for write."),
    ] = None,
    module: ModuleFile = None,
    pack: Packs = None,
) -> None:
    """Write a Player Turn as a log of VASL, to step through with Page Down.

    Example: opfor vasl log game.opfor turn3.vlog --turn 3
    """
    from opfor.vasl.games.log import turn_log
    from opfor.vasl.games.told import read_game
    from opfor.vasl.saves.archive import write_archive

    game = read_game(save)
    writer = game.writer(needed(module), pack or [], base)
    archive, steps = turn_log(game, writer, turn, side)
    write_archive(output, archive)
    for line in writer.remarks():
        typer.echo(line)
    typer.echo(f"written: {output}, {steps} steps")


@vasl.command()
def start(  # noqa: PLR0913 - the options of the command
    game: Annotated[
        Path, typer.Argument(metavar="GAME.vsav", help="Your saved game of VASL.")
    ],
    mission: Annotated[
        str, typer.Argument(metavar="MISSION", help="A Mission's name or file.")
    ],
    *,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save the new game.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="What the dice follow from.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Begin without asking about the list.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    module: ModuleFile = None,
    boards: Boards = None,
    pack: Packs = None,
) -> None:
    """Begin a game from your saved game of VASL: its boards, and your units on them.

    What does not fit the Mission is listed and asked about once; with --json nothing
    is asked, and it needs --yes. Go on with `opfor play --resume FILE`.

    Example: opfor vasl start mine.vsav first-contact --save game.opfor
    """
    import json

    from opfor.core.errors import OpforError
    from opfor.ports.session import new_path
    from opfor.vasl.games.begin import begun

    made = _prepared(game, mission, seed, module, boards, pack or [])
    path = save or new_path(made.setup.mission, made.setup.seed)
    if path.exists():
        raise OpforError("this file is there already", str(path), "name another")
    told = [str(each) for each in made.misfits]
    if not as_json:
        for line in told:
            typer.echo(line)
    agreed = yes or not told or (not as_json and typer.confirm("Begin so?"))
    refused: list[str] = []
    if agreed:
        session, refused = begun(made, path)
        session.close()
    if as_json:
        found = {"save": str(path) if agreed else "", "list": told, "refused": refused}
        typer.echo(json.dumps(found, indent=1))
    elif agreed:
        for line in refused:
            typer.echo(f"not taken: {line}")
        typer.echo(f"begun: opfor play --resume {path}")
    if not agreed:
        raise typer.Exit(1)


def _prepared(
    game: Path,
    mission: str,
    seed: int | None,
    module: Path | None,
    boards: list[Path] | None,
    packs: list[Path],
) -> "Start":
    import secrets

    from opfor.cli.maps import with_tables
    from opfor.cli.play import MOST_SEED
    from opfor.missions.check_file import mission_named
    from opfor.ports.session import Setup, folders
    from opfor.state.counter_lists import counters as counter_types
    from opfor.vasl.counters.meanings import Counters
    from opfor.vasl.counters.names import words_of
    from opfor.vasl.games.begin import prepare

    read = read_named(module)
    words = words_of(*packs)
    setup = Setup(
        mission=mission_named(mission, packs),
        seed=secrets.randbelow(MOST_SEED) if seed is None else seed,
        boards=folders(with_tables(boards, module)),
        packs=folders(packs),
    )
    counters = Counters(read, counter_types(*packs), words)
    return prepare(game, setup, counters, words, packs)
