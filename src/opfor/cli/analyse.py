"""`opfor analyse`: a played game weighed, decision by decision."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from opfor.cli import studying
from opfor.cli.saves import Save
from opfor.cli.stopping import stopped_once

if TYPE_CHECKING:
    from opfor.sim.analyse import Each, Looked, Task
    from opfor.views.analysis import Analysis


def analyse(
    save: Save,
    *,
    jobs: studying.Jobs = None,
    horizon: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=40,
            help="Player Turns of each playout; 0: to the end.",
            show_default="2, or as it was begun",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=1000,
            help="Playouts of each order, about; fewer are less sure.",
            show_default="8, or as it was begun",
        ),
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Forget what was weighed before.")
    ] = False,
) -> None:
    """Weigh each decision of a game by playing on from it, and say what it cost.

    What is known is kept beside the save: after Ctrl-C the same command goes on.
    Example: opfor analyse game.opfor
    """
    with stopped_once():
        _analyse(save, jobs, Wish(horizon, games, anew))


class Wish(NamedTuple):
    """What was asked for: playouts, None as it was begun, and whether to begin anew."""

    horizon: int | None
    games: int | None
    anew: bool


def _analyse(save: Path, jobs: int | None, wish: Wish) -> None:
    from opfor.core.write_file import put_bytes
    from opfor.sim.analyse import analyse as weigh
    from opfor.study.workers import cores
    from opfor.views.analysis import (
        analysis_file,
        encoded,
        so_far_lines,
        summary_lines,
    )

    try:
        found, todo = _begun(save, wish)
    except KeyboardInterrupt:
        typer.echo("stopped before a decision was weighed", err=True)
        raise
    try:
        with (
            _bar(found.decisions, len(found.looked)) as told,
            _each(jobs or cores()) as each,
        ):
            for more in weigh(found, todo, each):
                found = more
                put_bytes(analysis_file(save), encoded(found))
                told(len(found.looked))
    except KeyboardInterrupt:
        done = f"stopped after {len(found.looked)} of {found.decisions} decisions"
        typer.echo(f"{done}; `{_going_on(save, jobs, wish, found)}` goes on", err=True)
        for line in so_far_lines(found):
            typer.echo(line, err=True)
        raise
    for line in summary_lines(found):
        typer.echo(line)
    typer.echo(f"kept: {analysis_file(save)}")


def _going_on(save: Path, jobs: int | None, wish: Wish, found: "Analysis") -> str:
    """The command that goes on with what was stopped."""
    options = {"--jobs": jobs, "--horizon": wish.horizon, "--games": wish.games}
    words = ["opfor", "analyse", str(save)]
    for name, value in options.items():
        words += [name, str(value)] if value is not None else []
    if wish.anew and not found.looked:  # what was known before lies there still
        words.append("--anew")
    return join(words)


def _begun(save: Path, wish: Wish) -> "tuple[Analysis, list[Task]]":
    """What is known of a game, and what is to be weighed.

    Errors:
        OpforError: it is no save; or what is known was weighed by other playouts.
    """
    from opfor.core.save import read_save
    from opfor.ports.session import kind_on, read_setup, saved_world
    from opfor.sim.analyse import SCREENED, begun, tasks
    from opfor.sim.playout import HORIZON
    from opfor.state.state import State
    from opfor.views.analysis import read_analysis
    from opfor.views.replay import Reel

    saved = read_save(save)
    setup = read_setup(saved.options, str(save))
    world = saved_world(setup, str(save))
    reel = Reel(State(mission=setup.mission), kind_on(world).told(saved))
    found = None if wish.anew else read_analysis(save, saved.entries)
    if found:
        _check_same("--horizon", found.horizon, wish.horizon)
        _check_same("--games", found.games, wish.games)
    else:
        horizon = HORIZON if wish.horizon is None else wish.horizon
        found = begun(reel, saved.entries, horizon, wish.games or SCREENED)
    return found, tasks(setup, reel, saved.entries, found)


def _check_same(option: str, had: int | None, has: int | None) -> None:
    """That who goes on with an analysis does not want other playouts than it has."""
    from opfor.core.errors import OpforError

    if has in (None, had):
        return
    told = f"this analysis was begun with {option} {had}"
    if had is None:
        told = f"this analysis does not say with which {option} it was begun"
    raise OpforError(told, do=f"go on without {option}, or begin again with --anew")


@contextmanager
def _each(jobs: int) -> "Iterator[Each[Task, Looked]]":
    """Works at decisions in so many processes."""
    from opfor.study.workers import Pool

    if jobs == 1:
        yield map
        return
    with closing(Pool(jobs)) as pool:
        yield pool.each


@contextmanager
def _bar(decisions: int, done: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, with the time left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TimeRemainingColumn,
    )

    shown = Progress(
        MofNCompleteColumn(),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = shown.add_task("decisions", total=decisions, completed=done)
    with shown:
        yield lambda now: shown.update(task, completed=now)
