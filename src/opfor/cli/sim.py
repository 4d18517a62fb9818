"""`opfor sim`: many games of a Mission without a person."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps, play, progress, sim_campaign, studying
from opfor.cli.offers import Changes
from opfor.cli.packs import Packs
from opfor.cli.progress import counted
from opfor.cli.studying import ANYTIME

if TYPE_CHECKING:
    from opfor.sim.series import BatchOrder, GameOutcome
    from opfor.sim.summary import Summary
    from opfor.study.run import Games


MissionName = Annotated[
    str, typer.Argument(help="A Mission's name or file; campaign: whole campaigns.")
]
SoMany = Annotated[
    int | None,
    typer.Option(
        "--games", min=1, help="How many games.", show_default="100, or --until"
    ),
]
Csv = Annotated[Path | None, typer.Option(metavar="FILE", help="A line for each game.")]
OfEach = Annotated[int, typer.Option(min=3, max=12, help="campaign: Missions of each.")]

GAMES, CAMPAIGNS = 100, 20
"""Games and campaigns that are played if nobody says how many."""


def sim(  # noqa: PLR0913 - the options of the command
    mission: MissionName,
    *,
    games: SoMany = None,
    until: studying.Until = None,
    out: studying.Out = None,
    seed: studying.Seed = 1,
    jobs: studying.Jobs = None,
    cluster: studying.ClusterAt = None,
    player: studying.Player = "steady",
    as_json: studying.AsJson = False,
    csv: Csv = None,
    pack: Packs = None,
    boards: maps.Boards = None,
    map_: play.MapText = None,
    date: play.Month = None,
    enemy: play.Enemy = None,
    friendly: play.Friendly = None,
    ac: play.AcNumber = None,
    missions: OfEach = 6,
) -> None:
    """Play a Mission many times without a person, and say what came of it.

    Examples: opfor sim first-contact --until 3 --out games.jsonl;
    opfor sim campaign --games 20 --friendly german --date 1941-08 --missions 4
    """
    if mission == "campaign":
        sim_campaign.simulate(
            games or CAMPAIGNS,
            seed=seed,
            missions=missions,
            nation=friendly,
            enemy=enemy,
            date=date,
            boards=boards,
            pack=pack,
            out=out,
        )
        return
    from opfor.sim.summary import summary
    from opfor.study.run import Group, so_many, until_known

    studying.check_target(csv, ".csv")
    changes: Changes = {"map": map_, "date": date, "ac": ac}
    changes |= {"enemy": enemy, "friendly": friendly}
    order = _order(mission, changes, seed, player, pack or [], boards)
    half = until / 100 if until else None
    enough = until_known(half, games) if half else so_many(games or GAMES)
    bar = progress.bar(
        progress.kept_in(out),
        _needed(half, games),
        _so_far(half),
        found=_found(half),
        fixed=half is None,
        quiet=as_json,
    )
    group = Group({"": order}, enough)
    found, kept = studying.played([group], bar, jobs=jobs, cluster=cluster, out=out)
    figures = summary(found[""])
    if csv is not None:
        _write_csv(csv, found[""])
    if not figures.games:
        _check_faults(figures, mission, seed, player)
    _tell(order.setup.mission.title, figures, half, as_json=as_json)
    studying.told_of_rest(out, found)
    if half is None:
        studying.told_if_gone_on(kept, figures.games)
    studying.told_if_missed(_half_known(figures, half), half)
    _check_faults(figures, mission, seed, player)


def _order(
    name: str,
    changes: Changes,
    seed: int,
    player: str,
    packs: list[Path],
    boards: list[Path] | None,
) -> "BatchOrder":
    """What is played: a Mission with some changes."""
    from opfor.missions.check_file import mission_named
    from opfor.ports.session import Setup, amended, any_date, folders
    from opfor.sim.players import player_name
    from opfor.sim.series import BatchOrder

    shipped = mission_named(name, packs, to_win=True)
    if changes["date"] == "any":
        changes = changes | {"date": any_date(shipped, seed)}
    setup = Setup(
        mission=amended(shipped, packs, **changes),
        seed=seed,
        boards=folders(maps.folders(boards)),
        packs=folders(packs),
    )
    return BatchOrder(setup=setup, seed=seed, player=player_name(player))


def _check_faults(found: "Summary", mission: str, seed: int, player: str) -> None:
    """Raise the first fault that a game ended in, with the command that meets it."""
    from opfor.core.errors import OpforError

    if found.faults:
        index, fault = next(iter(found.faults.items()))
        raise OpforError(
            f"{len(found.faults)} games ended in a fault, the first one {fault}",
            f"game {index}",
            f"opfor sim {mission} --seed {seed} --games {index + 1} --player {player}",
        )


def _needed(half: float | None, games: int | None) -> "Callable[[Games], int]":
    """About how many games it will take, by those so far."""
    from opfor.study.interval import MOST, games_needed
    from opfor.study.run import won_of

    def needed(found: "Games") -> int:
        if half is None:
            return games or GAMES
        return min(games_needed(*won_of(found[""]), half), games or MOST)

    return needed


def _so_far(half: float | None) -> "Callable[[Games], str]":
    """The rate of wins so far, with an interval that holds at every moment."""
    from opfor.study.interval import share_interval
    from opfor.study.run import won_of

    def so_far(found: "Games") -> str:
        won, ended = won_of(found[""])
        if not ended:
            return ""
        known = share_interval(won, ended, half=half or 0.03)
        return f"won {known.value:.0%} ({known.low:.0%} to {known.high:.0%})"

    return so_far


def _found(half: float | None) -> progress.SoFar:
    """The same in a sentence, for who stops it."""
    from opfor.study.interval import share_interval
    from opfor.study.run import won_of

    def found(games: "Games") -> str:
        won, ended = won_of(games[""])
        known = share_interval(won, ended, half=half or 0.03)
        between = f"{known.low:.0%} to {known.high:.0%}"
        told = f"{won} of {counted(ended, 'game')} won by the FRIENDLY side"
        return f"{told}, {known.value:.0%} ({ANYTIME}: {between})"

    return found


def _half_known(found: "Summary", half: float | None) -> float:
    """To how much on both sides the rate is known, however often one looks."""
    from opfor.study.interval import share_interval

    return share_interval(found.won, found.games, half=half or 0.03).half


def _write_csv(path: Path, outcomes: "list[GameOutcome]") -> None:
    """A line for each game."""
    from opfor.core.write_file import write_file

    lines = ["game,winner,friendly_vp,enemy_vp,suspects,result,fault"]
    for one in outcomes:
        vp = [str(one.vp.get(side, 0)) for side in ("FRIENDLY", "ENEMY")]
        texts = (
            f'"{text.replace(chr(34), chr(39))}"' for text in (one.result, one.fault)
        )
        lines.append(
            ",".join([str(one.index), one.winner, *vp, str(one.suspects), *texts])
        )
    write_file(path, ("\n".join(lines) + "\n").encode())


def _tell(title: str, found: "Summary", half: float | None, *, as_json: bool) -> None:
    import msgspec
    from msgspec.structs import replace

    from opfor.study.interval import share_interval

    kind = "95 %"
    if half is not None:
        kind = ANYTIME
        known = share_interval(found.won, found.games, half=half)
        found = replace(found, low=known.low, high=known.high)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    lost = {side: sum(turns) for side, turns in found.losses.items()}
    digits = 1 if half is not None and half < 0.01 else 0
    low, high = f"{found.low:.{digits}%}", f"{found.high:.{digits}%}"
    typer.echo(
        f"{title}: {found.won} of {counted(found.games, 'game')} won "
        f"by the FRIENDLY side, "
        f"{found.win_rate:.{digits}%} ({kind}: {low} to {high}), {found.draws} drawn"
    )
    for side, vp in found.vp.items():
        typer.echo(f"{side}: {vp:.1f} VP, {lost[side]:.1f} units lost")
    typer.echo(f"{len(found.rules)} rules and {len(found.rows)} table rows were used")
    if found.missions_per_s:
        typer.echo(
            f"{found.missions_per_s:.2f} games a second and process; "
            f"95 % of ENEMY turns within {found.enemy_turn_p95_s:.2f} s"
        )
