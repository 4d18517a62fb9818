"""`opfor play`: a game in the terminal or in the browser, new or resumed."""

import secrets
import signal
import sys
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from opfor.cli import maps, modules, offers
from opfor.cli.packs import Packs

if TYPE_CHECKING:
    from collections.abc import Callable

    from opfor.ports.lines import Lines
    from opfor.ports.session import Session
    from opfor.vasl.live.serve import OwnFiles

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
Vasl = Annotated[
    bool, typer.Option("--vasl", help="Play in your own VASL, on your boards there.")
]
Base = Annotated[
    Path | None,
    typer.Option(metavar="YOURS.vsav", help="--vasl: take your own counters up."),
]
Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="--web, --vasl: where to listen.")
]
Port = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=0,
        max=65535,
        help="--web, --vasl: the port; with both, VASL's.",
    ),
]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="With --web: open a browser.")
]
Seed = Annotated[int | None, typer.Option(min=0, help="What the dice follow from.")]
Dice = Annotated[str, typer.Option(metavar="seeded|mine", help="Who rolls the dice.")]
MapText = Annotated[
    str | None, typer.Option("--map", metavar="MAP", help="Another map, such as 33.")
]
Month = Annotated[
    str | None, typer.Option(metavar="MONTH", help="Another month: 1942-07, or any.")
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
    vasl: Vasl = False,
    module: modules.ModuleFile = None,
    base: Base = None,
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
    opfor play --vasl --module ~/vasl/vasl.vmod --map 33; opfor play --vasl --web;
    opfor play --resume
    """
    changes: offers.Changes = {"map": map_, "date": date, "ac": ac}
    changes |= {"enemy": enemy, "friendly": friendly}

    def opened() -> "Session":
        if resume:
            return _resumed(mission)
        begun = partial(
            _new,
            mission or FIRST,
            seed=secrets.randbelow(MOST_SEED) if seed is None else seed,
            dice=dice,
            pack=pack,
            places=lambda map_: maps.places(map_, boards, module),
            save=save,
        )
        return begun(changes) if web else offers.with_offers(begun, changes)

    if vasl and not web:
        _serve_vasl(opened, _own_files(module, pack, base), host, port)
        return
    if web:
        given = (mission or None, resume or None, seed, save, *changes.values())
        game = opened if vasl or any(value is not None for value in given) else None
        beside = _own_files(module, pack, base) if vasl else None
        serve_game(game, boards, pack, beside, host=host, port=port, browser=browser)
        return
    _play_in_terminal(opened, commands)


def _play_in_terminal(opened: "Callable[[], Session]", commands: Path | None) -> None:
    from opfor.ports.lines import lines_from

    lines = lines_from(commands)
    if not run_game(opened(), lines):
        raise KeyboardInterrupt


def _resumed(save: str) -> "Session":
    """The game of a save, or the last one."""
    from opfor.ports.session import last_game, resume

    return resume(Path(save) if save else last_game())


def _new(
    name: str,
    changes: offers.Changes,
    *,
    seed: int,
    dice: str,
    pack: list[Path] | None,
    places: "Callable[[str], list[Path]]",
    save: Path | None,
) -> "Session":
    from opfor.missions.check_file import mission_named
    from opfor.ports.session import Setup, amended, any_date, begin, folders, new_path

    rolls = _who_rolls(dice)
    packs = pack or []
    shipped = mission_named(name, packs)
    if changes["date"] == "any":
        changes = changes | {"date": any_date(shipped, seed)}
    mission = amended(shipped, packs, **changes)
    setup = Setup(
        mission=mission,
        seed=seed,
        dice=rolls,
        boards=folders(places(mission.map)),
        packs=folders(packs),
    )
    return begin(setup, save or new_path(mission, seed))


def serve_game(
    opened: "Callable[[], Session] | None",
    boards: list[Path] | None,
    packs: list[Path] | None,
    own: "OwnFiles | None" = None,
    *,
    host: str,
    port: int,
    browser: bool,
) -> None:
    """Serve a game to the browser, and to VASL if its files are named, until Ctrl-C."""
    from opfor.web.folders import Places
    from opfor.web.serve import Serving, serve

    # Told to end by the system it ends what it has begun, as at Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)

    places = Places.usual(maps.folders(boards), packs or [])
    serving = Serving(
        places=places,
        host=host,
        port=0 if own else port,
        browser=browser,
        opened=opened,
        vasl=own,
        vasl_port=port,
    )
    serve(serving, typer.echo)


def _serve_vasl(
    opened: "Callable[[], Session]",
    own: "OwnFiles",
    address: str,
    port: int,
) -> None:
    from opfor.vasl.live.serve import host_of, serve

    typer.echo("One moment: your module and the map are read.")
    serve(host_of(opened(), own), address, port, typer.echo)


def _own_files(
    module: Path | None, packs: list[Path] | None, base: Path | None
) -> "OwnFiles":
    from opfor.vasl.live.serve import OwnFiles

    return OwnFiles(modules.needed(module), tuple(packs or []), base)


def _who_rolls(word: str) -> Literal["seeded", "mine"]:
    from opfor.core.errors import OpforError

    match word:
        case "seeded" | "mine":
            return word
    raise OpforError(f"dice are not {word!r}", "--dice", "write seeded or mine")


def run_game(session: "Session", lines: "Lines") -> bool:
    """Play a game in the terminal; whether it was not broken off."""
    from rich.console import Console as Out

    from opfor.core.errors import OpforError
    from opfor.core.fault_report import Reported, write_report
    from opfor.ports.console import Console, completions
    from opfor.ports.lines import complete_with
    from opfor.ports.screen import Screen
    from opfor.sim import hints

    if isinstance(sys.stdout, TextIOWrapper):  # not every terminal has a »
        sys.stdout.reconfigure(errors="replace")
    console = Console(session, lines, Screen(Out()), hints)
    complete_with(lambda: completions(console.session.play))
    try:
        return console.run()
    except (OpforError, OSError):
        raise
    except Exception as fault:
        path, line = console.session.save.path, console.typed
        if write_report(fault, save=path, command=("opfor", "play"), line=line):
            raise Reported from fault
        raise
