"""What `opfor sim` and `opfor study` share: options and workers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps
from opfor.cli.progress import Unit, Watch, counted
from opfor.cli.stopping import stopped_once

if TYPE_CHECKING:
    from opfor.sim.series import BatchOrder, GameOutcome
    from opfor.study.run import Games, Group
    from opfor.study.workers import Workers

Jobs = Annotated[
    int | None,
    typer.Option(min=1, help="Processes.", show_default="all cores"),
]
ClusterAt = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS|local", help="Play on a Dask cluster."),
]
Until = Annotated[
    float | None,
    typer.Option(
        min=0.1,
        max=50,
        metavar="POINTS",
        help="Play until it is known to ± so many points.",
    ),
]


def check_target(path: Path | None, ending: str) -> None:
    """That what is made of the games can be written, before any is played."""
    from opfor.core.write_file import check_renewed

    if path is not None:
        check_renewed(path, ending)


def _games_file(path: Path | None) -> Path | None:
    """The file of games, if it is named as one."""
    check_target(path, ".jsonl")
    return path


Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.jsonl",
        callback=_games_file,
        help="Keep each game here, and go on from here.",
    ),
]

AtMost = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        help="How many of each, at the most.",
        show_default="100, or --until",
    ),
]
Seed = Annotated[int, typer.Option(help="What all games follow from.")]
Player = Annotated[
    str,
    typer.Option(
        metavar="steady|seasoned|planner|random|MODULE:NAME",
        help="Who plays for FRIENDLY.",
    ),
]
Base = Annotated[
    list[str] | None,
    typer.Option(
        "--base",
        metavar="KEY=VALUE",
        help="A change of all games; may be given again.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Figures as JSON.")]


ANYTIME = "95 % however often one looks"
"""What an interval is that holds at every moment."""


def brackets(interval: str, unit: str, fixed: str) -> str:
    """What the intervals in brackets are, in a line.

    Args:
        interval: "fixed" or "anytime".
        unit: of what a number was fixed beforehand: games or pairs.
        fixed: by which methods those of a fixed number are.
    """
    if interval == "anytime":
        return f"in brackets: {ANYTIME}"
    known = f"95 %, for a number of {unit} that was fixed beforehand"
    return f"in brackets: {known} ({fixed})"


def order_of(
    mission: str,
    seed: int,
    player: str,
    pack: list[Path] | None,
    boards: list[Path] | None,
    base: list[str] | None,
) -> "BatchOrder":
    """What is played, before anything is compared."""
    from opfor.missions.check_file import mission_named
    from opfor.ports.session import Setup, folders
    from opfor.sim.players import player_name
    from opfor.sim.series import BatchOrder
    from opfor.study.change import changed

    packs = pack or []
    setup = Setup(
        mission=mission_named(mission, packs, to_win=True),
        seed=seed,
        boards=folders(maps.folders(boards)),
        packs=folders(packs),
    )
    order = BatchOrder(setup=setup, seed=seed, player=player_name(player))
    for text in base or []:
        order = changed(order, text)
    return order


@contextmanager
def workers_of(jobs: int | None, cluster: str | None) -> "Iterator[Workers]":
    """Those who play, until they are needed no more, or it is stopped."""
    from opfor.study.workers import cores, local

    with stopped_once():
        workers: Workers
        if cluster is None:
            workers = local(jobs or cores())
        else:
            from opfor.study.cluster import Cluster

            workers = Cluster(cluster, jobs)
        with closing(workers):
            yield workers


def played(
    groups: "Sequence[Group]",
    bar: AbstractContextManager[Watch],
    *,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
) -> "tuple[Games, int]":
    """All games of the groups, and how many of them (or pairs) the file had before.

    Args:
        groups: what is played, and how much of it is enough.
        bar: tells how far it is.
        jobs: processes; None for all cores.
        cluster: where it is played in their place.
        out: the file of games.
    """
    from opfor.study.run import play_until

    with workers_of(jobs, cluster) as workers, bar as told:
        found = play_until(groups, workers=workers, out=out, told=told)
    _told_of_picks(one for games in found.values() for one in games)
    return found, told.kept or 0


def _told_of_picks(games: "Iterable[GameOutcome]") -> None:
    """Say on stderr if a player picked what is not there, or chance played for him."""
    from opfor.sim.picks import in_all

    made, refused, by_chance = in_all(one.picks for one in games)
    told = []
    if refused:
        told.append(f"{refused:,} of {made:,} were refused, nothing stood in the slot")
    if by_chance:
        many = counted(by_chance, "game")
        told.append(f"{many} went on by chance, after too many of them")
    if told:
        typer.echo(f"picks of the player: {'; '.join(told)}", err=True)


def told_if_missed(known: float, half: float | None, where: str = "") -> None:
    """Say on stderr that something is not known as well as was wanted.

    Args:
        known: half the width of its interval.
        half: what was wanted; None for nothing.
        where: the cell.
    """
    if half is None or known <= half:
        return
    so = f"it is ± {100 * known:.1f}" if known < 1 else "too few to say how far"
    told = f"± {100 * half:g} points were not reached; {so}; more --games go on"
    typer.echo(f"{where}: {told}" if where else told, err=True)


def told_of_rest(out: Path | None, found: "Games", of: Unit = "game") -> None:
    """Say on stderr that the file has more than was asked for.

    Args:
        out: the file, as it is when all is played.
        found: the games that count, by kind.
        of: what is counted.
    """
    if out is None:
        return
    with out.open("rb") as file:
        there = sum(1 for _ in file)
    used, a_unit = sum(map(len, found.values())), 2 if of == "pair" else 1
    if there // a_unit > used // a_unit:
        each = " of each cell" * (len(found) > a_unit)
        told = f"{used // a_unit} of the {counted(there // a_unit, of)} in the file"
        typer.echo(f"{told} are told of, the first{each}", err=True)


def told_if_gone_on(kept: int, games: int) -> None:
    """Say on stderr if the number of games was not fixed before the first."""
    if 0 < kept < games:
        held = f"{kept} of {games} games were in the file"
        why = "if more were asked for because of what those told"
        typer.echo(f"{held}; the intervals are too narrow {why}", err=True)


def known_of(low: float | None, high: float | None, few: str) -> str:
    """Between which points a difference lies; `few`: not known yet."""
    from opfor.views.analysis import points

    if low is None or high is None:
        return few
    return f"{points(low)} to {points(high)}"
