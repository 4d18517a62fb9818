"""`opfor mission`: Missions rolled as one wishes, and Mission files checked."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps, play, progress, studying
from opfor.cli.console import group
from opfor.cli.packs import Packs
from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.missions.roll import Rolled
    from opfor.missions.weigh import Step
    from opfor.missions.wishes import Wishes
    from opfor.state.mission import Mission
    from opfor.study.run import Games

mission = group("Roll a Mission, or check the file of one.")

Kind = Annotated[
    str | None,
    typer.Option(metavar="KIND", help="attack, defence, breakthrough, meeting, …"),
]
Length = Annotated[str, typer.Option(metavar="short|medium|long", help="How long.")]
Difficulty = Annotated[
    str, typer.Option(metavar="easy|fair|hard", help="How often you are to win.")
]
WishedMonth = Annotated[
    str | None, typer.Option("--date", metavar="MONTH", help="A month: 1942-07.")
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="The .toml file to write."),
]
Only = Annotated[
    str, typer.Option(metavar="all|ours|mine", help="Whose boards it is drawn from.")
]


@mission.command()
def roll(  # noqa: PLR0913 - the options of the command
    *,
    kind: Kind = None,
    friendly: play.Friendly = None,
    enemy: play.Enemy = None,
    date: WishedMonth = None,
    map_: play.MapText = None,
    length: Length = "medium",
    difficulty: Difficulty = "fair",
    output: Output = None,
    weigh: Annotated[
        bool,
        typer.Option("--weigh/--quick", help="Play it and adjust it: minutes; or not."),
    ] = True,
    games: Annotated[
        int | None, typer.Option(min=10, help="Games to weigh it, at the most.")
    ] = None,
    seed: play.Seed = None,
    boards: maps.Boards = None,
    only: Only = "all",
    pack: Packs = None,
    jobs: studying.Jobs = None,
) -> None:
    """Make a Mission as you wish it; whatever you leave open is drawn.

    Examples: opfor mission roll; opfor mission roll --kind defence --friendly finnish
    --length short --seed 7 -o ridge.toml
    """
    import secrets

    from opfor.core.write_file import check_new, write_file
    from opfor.missions.roll import roll as rolled
    from opfor.missions.wishes import WIN_RATES
    from opfor.views.mission_toml import mission_toml

    if output:
        check_new(output)  # before anything is rolled
    wishes = _wishes(kind, friendly, enemy, date, map_, length, difficulty)
    places = maps.folders(boards)
    wishes = _with_boards(wishes, places, only)
    drawn = secrets.randbelow(play.MOST_SEED) if seed is None else seed
    found = rolled(wishes, drawn, boards=places, packs=pack or [])
    _tell(found, drawn)
    made = found.mission
    path = output or Path(f"{made.id}.toml")
    check_new(path)
    made = _named(made, path)
    if weigh:
        made = _weighed(
            made, WIN_RATES[wishes.difficulty], drawn, places, pack or [], jobs, games
        )
    write_file(path, mission_toml(made).encode())
    typer.echo(f"{path}: {_to_play(path, boards or [], pack or [])}")


@mission.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A Mission's .toml.")],
    *,
    boards: maps.Boards = None,
    pack: Packs = None,
) -> None:
    """Say what is wrong in a Mission file: file, line, key, what to write.

    Example: opfor mission check ridge.toml
    """
    from opfor.missions.check_file import check_file

    found = check_file(file, boards=maps.folders(boards), packs=pack or [])
    for each in found.faults:
        typer.echo(str(each))
    if found.faults:
        raise typer.Exit(1)
    typer.echo(f"{file}: {found.title} can be played, and won")


def _wishes(
    kind: str | None,
    friendly: str | None,
    enemy: str | None,
    date: str | None,
    map_: str | None,
    length: str,
    difficulty: str,
) -> "Wishes":
    import msgspec

    from opfor.missions.wishes import DIFFICULTIES, KINDS, LENGTHS, Wishes, read_wish

    told = {
        "kind": read_wish(kind, KINDS, "--kind") if kind else None,
        "friendly": friendly or "",
        "enemy": enemy or "",
        "date": date or "",
        "map": map_ or "",
        "length": read_wish(length, LENGTHS, "--length"),
        "difficulty": read_wish(difficulty, DIFFICULTIES, "--difficulty"),
    }
    try:
        return msgspec.convert(told, Wishes)
    except msgspec.ValidationError:
        raise OpforError("this is no month", str(date), "write it as 1941-08") from None


def _with_boards(wishes: "Wishes", places: list[Path], only: str) -> "Wishes":
    """The wishes with the boards that may be drawn."""
    from msgspec.structs import replace

    from opfor.geo.boards.library import Library
    from opfor.missions.wishes import read_wish

    read_wish(only, ("all", "ours", "mine"), "--only")
    every, ours = Library(places).names(), Library().names()
    chosen = {
        "all": every,
        "ours": ours,
        "mine": [name for name in every if name not in ours],
    }[only]
    return replace(wishes, boards=tuple(chosen))


def _to_play(path: Path, boards: list[Path], packs: list[Path]) -> str:
    """The command that plays a file, with the folders that it needs."""
    import shlex

    named = (("--boards", boards), ("--pack", packs))
    options = [word for key, folders in named for f in folders for word in (key, f)]
    return shlex.join(["opfor", "play", *map(str, (path, *options))])


def _tell(found: "Rolled", seed: int) -> None:
    made = found.mission
    for line in found.passed:
        typer.echo(f"passed over: {line}", err=True)
    typer.echo(f"{made.title} (seed {seed}): {found.kind}, {made.turns} turns")
    typer.echo(f"{made.friendly} against {made.enemy}, {made.date}, on {made.map}")
    for line in made.situation:
        typer.echo(line)
    typer.echo(f"Your OB is worth {found.points} points.")


def _named(made: "Mission", path: Path) -> "Mission":
    """The Mission under the name of its file, as a pack wants it."""
    from msgspec.structs import replace

    from opfor.state.mission import SUFFIX

    if path.suffix != SUFFIX:
        raise OpforError("a Mission is a .toml file", str(path), "name it so")
    return replace(made, id=path.stem)


def _weighed(
    made: "Mission",
    wish: float,
    seed: int,
    boards: list[Path],
    packs: list[Path],
    jobs: int | None,
    games: int | None,
) -> "Mission":
    """Played and adjusted, with a bar; after Ctrl-C there is none."""
    from opfor.missions.weigh import MOST_GAMES, PROOF, in_words, weigh
    from opfor.ports.session import Setup, folders
    from opfor.study.interval import share_interval
    from opfor.study.run import won_of

    most = games or MOST_GAMES
    setup = Setup(mission=made, seed=seed, boards=folders(boards), packs=folders(packs))

    def so_far(found: "Games") -> str:
        known = share_interval(*won_of(found[""]), half=0.1)
        return f"won {known.value:.0%} ({known.low:.0%} to {known.high:.0%})"

    def told_step(step: "Step") -> None:
        typer.echo(in_words(step))

    note = f"weighing it by up to {most} games; --quick leaves that out"
    typer.echo(note, err=True)
    with (
        studying.workers_of(jobs, None) as workers,
        progress.bar(
            "no Mission is written", lambda _: min(most, PROOF), so_far
        ) as told,
    ):
        found = weigh(
            setup, wish, workers=workers, most=most, told=told, changed=told_step
        )
    if found.faults:
        ended = len(found.faults)
        games_ = "one game" if ended == 1 else f"{ended} games"
        first = f"{games_} ended in a fault of the program: {found.faults[0]}"
        typer.echo(first, err=True)
    end = "as wished" if found.reached else "not known to be as wished"
    typer.echo(f"{end}: {wish:.0%} for the reference player")
    return found.mission
