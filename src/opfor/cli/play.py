"""`opfor play`: a game in the terminal or in the browser, new or resumed."""

import secrets
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from opfor.cli import maps

if TYPE_CHECKING:
    from collections.abc import Callable

    from opfor.ports.lines import Lines
    from opfor.ports.session import Session

MOST_SEED = 1_000_000
"""Seeds chosen at random stay below this, so that they can be told and typed."""

FIRST = "first-contact"
"""The Mission that is played if none is named."""


MissionName = Annotated[
    str,
    typer.Argument(
        metavar="[MISSION]",
        help="A Mission's name or file; with --resume, the save of a game.",
    ),
]
Web = Annotated[
    bool,
    typer.Option("--web/--text", help="Play in the browser, or in the terminal."),
]
Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="With --web: where to listen.")
]
Port = Annotated[
    int, typer.Option(metavar="N", min=0, max=65535, help="With --web: the port.")
]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="With --web: open a browser.")
]
Seed = Annotated[int | None, typer.Option(min=0, help="What the dice follow from.")]
Dice = Annotated[str, typer.Option(metavar="seeded|mine", help="Who rolls the dice.")]
Packs = Annotated[
    list[Path] | None, typer.Option(metavar="DIR", help="A folder of your own tables.")
]
MapText = Annotated[
    str | None, typer.Option("--map", metavar="MAP", help="Another map, such as 33.")
]
Month = Annotated[
    str | None, typer.Option(metavar="MONTH", help="Another month: 1942-07.")
]
Enemy = Annotated[str | None, typer.Option(metavar="NATION", help="Another ENEMY.")]
Friendly = Annotated[
    str | None, typer.Option(metavar="NATION", help="Another nation for you.")
]
AcNumber = Annotated[
    int | None, typer.Option(metavar="N", help="The AC# at the start.")
]
SaveFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Where to save the game.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on: with a save, or the last game.")
]
Commands = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Take commands from a file.")
]


def play(  # noqa: PLR0913 - the options of the command
    mission: MissionName = "",
    *,
    web: Web = False,
    seed: Seed = None,
    dice: Dice = "seeded",
    pack: Packs = None,
    boards: maps.Boards = None,
    map_: MapText = None,
    date: Month = None,
    enemy: Enemy = None,
    friendly: Friendly = None,
    ac: AcNumber = None,
    save: SaveFile = None,
    resume: Resume = False,
    commands: Commands = None,
    host: Host = "127.0.0.1",
    port: Port = 0,
    browser: Browser = True,
) -> None:
    """Play a Mission against the ENEMY.

    Examples: opfor play --web; opfor play --seed 7 --map 33 --boards ~/vasl/boards;
    opfor play --resume
    """
    changes: dict[str, str | int | None] = {
        "map": map_,
        "date": date,
        "enemy": enemy,
        "friendly": friendly,
        "ac": ac,
    }

    def opened() -> "Session":
        from opfor.ports.session import last_game
        from opfor.ports.session import resume as go_on

        if resume:
            return go_on(Path(mission) if mission else last_game())
        return _new(
            mission or FIRST,
            seed=secrets.randbelow(MOST_SEED) if seed is None else seed,
            dice=_who_rolls(dice),
            pack=pack,
            boards=boards,
            save=save,
            changes=changes,
        )

    if web:
        given = (mission or None, resume or None, seed, save, *changes.values())
        game = None if all(value is None for value in given) else opened
        _serve(game, boards, pack, host=host, port=port, browser=browser)
        return
    from opfor.ports.lines import lines_from

    lines = lines_from(commands)
    if not _run(opened(), lines):
        raise KeyboardInterrupt


def _new(
    name: str,
    *,
    seed: int,
    dice: Literal["seeded", "mine"],
    pack: list[Path] | None,
    boards: list[Path] | None,
    save: Path | None,
    changes: dict[str, str | int | None],
) -> "Session":
    from opfor.ports.session import Setup, amended, begin, folders, new_path
    from opfor.state.mission import load_mission

    packs = pack or []
    mission = amended(load_mission(name, *packs), packs, **changes)
    setup = Setup(
        mission=mission,
        seed=seed,
        dice=dice,
        boards=folders(maps.folders(boards)),
        packs=folders(packs),
    )
    return begin(setup, save or new_path(mission, seed))


def _serve(
    opened: "Callable[[], Session] | None",
    boards: list[Path] | None,
    packs: list[Path] | None,
    *,
    host: str,
    port: int,
    browser: bool,
) -> None:
    from opfor.web.folders import Places
    from opfor.web.serve import Serving, serve

    places = Places.usual(maps.folders(boards), packs or [])
    serving = Serving(
        places=places, host=host, port=port, browser=browser, opened=opened
    )
    serve(serving, typer.echo)


def _who_rolls(word: str) -> Literal["seeded", "mine"]:
    from opfor.core.errors import OpforError

    match word:
        case "seeded" | "mine":
            return word
    raise OpforError(f"dice are not {word!r}", "--dice", "write seeded or mine")


def _run(session: "Session", lines: "Lines") -> bool:
    from rich.console import Console as Out

    from opfor.ports.console import Console, completions
    from opfor.ports.lines import complete_with
    from opfor.ports.screen import Screen
    from opfor.sim.hints import hint

    if isinstance(sys.stdout, TextIOWrapper):  # not every terminal has a »
        sys.stdout.reconfigure(errors="replace")
    console = Console(session, lines, Screen(Out()), hint)
    complete_with(lambda: completions(console.session.play))
    return console.run()
