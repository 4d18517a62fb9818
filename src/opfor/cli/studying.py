"""What `opfor sim` and `opfor study` share: options, workers, and the bar."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps

if TYPE_CHECKING:
    from opfor.sim.series import BatchOrder
    from opfor.study.run import Games
    from opfor.study.workers import Workers

Needed = Callable[["Games"], int]
"""About how many games it will take, by those so far."""

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
        min=0.1, max=50, metavar="POINTS", help="Play until the rate is known to ±."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.jsonl", help="Keep each game here, and go on from here."
    ),
]

AtMost = Annotated[
    int | None, typer.Option("--games", min=1, help="How many of each, at the most.")
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
    typer.Option("--base", metavar="KEY=VALUE", help="A change of all games."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Figures as JSON.")]


def check_target(path: Path | None, ending: str) -> None:
    """That what is made of the games can be written, before any is played."""
    from opfor.core.write_file import check_renewed

    if path is not None:
        check_renewed(path, ending)


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
    """Those who play, until they are needed no more."""
    from opfor.study.workers import cores, local

    workers: Workers
    if cluster is None:
        workers = local(jobs or cores())
    else:
        from opfor.study.cluster import Cluster

        workers = Cluster(cluster, jobs)
    try:
        yield workers
    finally:
        workers.close()


@contextmanager
def bar(
    out: Path | None,
    needed: "Callable[[Games], int]",
    so_far: "Callable[[Games], str]",
    lost: str = "--out FILE would have kept them",
) -> "Iterator[Callable[[Games], None]]":
    """A bar on stderr with games a second, the time left, and what is known so far.

    Args:
        out: where the games are kept; told after Ctrl-C.
        needed: about how many games it will take in all, by those so far.
        so_far: what is known, in a few words.
        lost: told after Ctrl-C where the games are not kept.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    shown = Progress(
        TextColumn("{task.completed:.0f} of about {task.total:.0f} games"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[known]}"),
        console=(console := Console(stderr=True)),
        transient=True,
        disable=not console.is_terminal,
    )
    task = shown.add_task("games", total=1, rate="", known="")

    def told(games: "Games") -> None:
        done = sum(map(len, games.values()))
        speed = shown.tasks[0].speed
        shown.update(
            task,
            completed=done,
            total=max(done, needed(games)),
            rate=f"{speed:.1f} a second," if speed else "",
            known=so_far(games),
        )
        told.done = done  # type: ignore[attr-defined] # for who stops it

    try:
        with shown:
            yield told
    except KeyboardInterrupt:
        typer.echo(_stopped(getattr(told, "done", 0), out, lost), err=True)
        raise


def _stopped(games: int, out: Path | None, lost: str) -> str:
    """What is left after Ctrl-C."""
    if not games:
        return "stopped before a game was done"
    if out is None:
        return f"stopped after {games} games; {lost}"
    return f"stopped after {games} games; they are in {out}, the same command goes on"


def known_of(low: float | None, high: float | None, few: str) -> str:
    """Between which points a difference lies; `few`: not known yet."""
    if low is None or high is None:
        return few
    return f"{100 * low:+.0f} to {100 * high:+.0f}"
