"""`opfor study sweep`: a grid of Missions and values."""

from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps, progress, studying
from opfor.cli.packs import Packs
from opfor.cli.progress import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from opfor.sim.series import BatchOrder, GameOutcome
    from opfor.study.page import SweepPage
    from opfor.study.run import Enough, Games
    from opfor.study.sweep import CellFigures, SweepFigures


MissionNames = Annotated[list[str], typer.Argument(help="Missions, or their files.")]
Over = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUES", help="What is varied: ac=1..5; may be given again."
    ),
]
Page = Annotated[
    Path | None, typer.Option(metavar="FILE.html", help="Write plots and tables.")
]


def sweep(  # noqa: PLR0913 - the options of the command
    mission: MissionNames,
    *,
    over: Over = None,
    base: studying.Base = None,
    games: studying.AtMost = None,
    until: studying.Until = None,
    out: studying.Out = None,
    page: Page = None,
    seed: studying.Seed = 1,
    jobs: studying.Jobs = None,
    cluster: studying.ClusterAt = None,
    player: studying.Player = "steady",
    as_json: studying.AsJson = False,
    pack: Packs = None,
    boards: maps.Boards = None,
) -> None:
    """Play a grid of Missions and values, each cell until its rate is known.

    With --games alone the intervals are those of a number of games that is fixed
    beforehand (rates by Wilson, steps by Bonett and Price); with --until they hold
    however often one looks, and are about twice as wide.
    Example: opfor study sweep first-contact --over ac=1..5 --until 5 --page ac.html
    """
    from opfor.study.change import values_of
    from opfor.study.interval import half_of
    from opfor.study.sweep import (
        GAMES,
        enough_of,
        figures,
        grid,
        groups_of,
        sweep_figures,
    )

    studying.check_target(page, ".html")
    orders = {
        name: _keyed(studying.order_of(name, seed, player, pack, boards, base))
        for name in mission
    }
    cells, left_out, values = grid(orders, dict(map(values_of, over or [])))
    for name, why in left_out.items():
        typer.echo(f"left out, {name}: {why}", err=True)
    half = until / 100 if until else None
    narrow = half or half_of(games or GAMES)

    def told_so_far(found: "Games") -> str:
        known = (figures(name, found[name], narrow) for name in found if found[name])
        return "\n".join([*map(cell_words, known), _brackets("anytime")])

    enough = enough_of(half, games)
    bar = progress.bar(
        progress.kept_in(out),
        _needed(half, games),
        _so_far(enough),
        found=told_so_far,
        fixed=half is None,
        quiet=as_json,
    )
    groups = groups_of(cells, enough)
    found, kept = studying.played(groups, bar, jobs=jobs, cluster=cluster, out=out)
    shown = sweep_figures(values, found, half)
    if page is not None:
        from opfor.study.page import sweep_page

        title = " and ".join(o.setup.mission.title for o in orders.values())
        options = {
            "--over": over,
            "--base": base,
            "--games": games,
            "--until": f"{until:g}" if until else None,
            "--seed": seed if seed != 1 else None,
            "--player": player if player != "steady" else None,
            "--pack": pack,
            "--boards": boards,
            "--out": out,
            "--page": page,
        }
        command = _again(mission, options)
        _write(page, sweep_page(title, command, cells, found, shown, left_out))
    _tell(shown, as_json=as_json)
    studying.told_of_rest(out, found)
    for cell in shown.cells:
        studying.told_if_missed((cell.high - cell.low) / 2, half, cell.cell)
    if half is None:
        studying.told_if_gone_on(kept, sum(map(len, found.values())))


def _needed(half: float | None, games: int | None) -> progress.Needed:
    """About how many games all cells will take, by those so far."""
    from opfor.study.interval import MOST, games_needed
    from opfor.study.run import won_of
    from opfor.study.sweep import GAMES

    def of_cell(found: "Sequence[GameOutcome]") -> int:
        if half is None:
            return games or GAMES
        return min(games_needed(*won_of(found), half), games or MOST)

    return lambda found: sum(map(of_cell, found.values()))


def _so_far(enough: "Enough") -> progress.SoFar:
    """How many cells have all their games."""

    def so_far(found: "Games") -> str:
        known = sum(enough({name: games}) for name, games in found.items())
        return f"{known} of {counted(len(found), 'cell')} done"

    return so_far


def _keyed(order: "BatchOrder") -> "BatchOrder":
    """The same, with the same dice for the same situation in each cell."""
    from msgspec.structs import replace

    return replace(order, keyed=True)


def _write(page: Path, made: "SweepPage") -> None:
    from opfor.core.write_file import write_file
    from opfor.study.page import html_page

    write_file(page, html_page(made).encode())
    typer.echo(f"the page is {page}", err=True)


def _again(missions: list[str], options: "Mapping[str, object]") -> str:
    """The command that makes a sweep again.

    Args:
        missions: what is played.
        options: by their names; None and empty lists are left out.
    """
    words = ["opfor", "study", "sweep", *missions]
    for name, value in options.items():
        values = value if isinstance(value, list) else [value]
        words += [
            word for one in values if one is not None for word in (name, str(one))
        ]
    return join(words)


def cell_words(cell: "CellFigures") -> str:
    """The figures of a cell in a line."""
    ours, theirs = (sum(turns) for turns in cell.losses.values())
    return (
        f"{cell.cell}: {cell.rate:.0%} of {counted(cell.games, 'game')} won "
        f"({cell.low:.0%} to {cell.high:.0%}), "
        f"units lost: FRIENDLY {ours:.1f}, ENEMY {theirs:.1f}"
    )


def _tell(found: "SweepFigures", *, as_json: bool) -> None:
    import msgspec

    from opfor.views.analysis import points

    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    for cell in found.cells:
        typer.echo(cell_words(cell))
    for step in found.steps:
        known = studying.known_of(step.low, step.high, "too few games to say more")
        typer.echo(
            f"{step.over} {step.before} -> {step.after}: "
            f"{points(step.difference)} points ({known})"
        )
    typer.echo(_brackets(found.interval))


def _brackets(interval: str) -> str:
    by = "rates by Wilson, steps by Bonett and Price"
    return studying.brackets(interval, "games", by)
