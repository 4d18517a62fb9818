"""`opfor study`: questions asked of many games."""

from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps, progress, study_game, studying, sweep, values
from opfor.cli.console import group
from opfor.cli.packs import Packs
from opfor.cli.progress import counted

if TYPE_CHECKING:
    from opfor.study.compare import Comparison, Effect, Unread
    from opfor.study.run import Games

study = group("Ask many games: what a change does, or what values bring.")

study.command("sweep")(sweep.sweep)
study.command("values")(values.values)
study.command("game")(study_game.game)


@study.command("compare")
def compare(  # noqa: PLR0913 - the options of the command
    mission: Annotated[str, typer.Argument(help="A Mission's name or file.")],
    change: Annotated[
        list[str], typer.Argument(metavar="KEY=VALUE...", help="What is changed.")
    ],
    *,
    base: studying.Base = None,
    games: studying.AtMost = None,
    until: studying.Until = None,
    out: studying.Out = None,
    seed: studying.Seed = 1,
    jobs: studying.Jobs = None,
    cluster: studying.ClusterAt = None,
    player: studying.Player = "steady",
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="With dice of their own, to compare.")
    ] = False,
    as_json: studying.AsJson = False,
    pack: Packs = None,
    boards: maps.Boards = None,
) -> None:
    """Say what one change does to wins, losses, VP and length, by games in pairs.

    With --games alone the intervals are those of a number of pairs that is fixed
    beforehand (wins by Bonett and Price, the rest by Student's t); with --until they
    hold however often one looks, and are about twice as wide.
    Example: opfor study compare first-contact ac=4 --games 200
    """
    from opfor.core.errors import OpforError
    from opfor.study.change import changed, check_once
    from opfor.study.compare import (
        comparison,
        pair_group,
        rows_unread,
        until_difference,
        wins_so_far,
    )

    plain = studying.order_of(mission, seed, player, pack, boards, base)
    check_once(change)
    other = plain
    for text in change:
        other = changed(other, text)
    if other == plain:
        raise OpforError("this changes nothing", " ".join(change), "it is so already")
    half = until / 100 if until else None
    pairs = pair_group(plain, other, until_difference(half, games), paired=not unpaired)
    bar = progress.bar(
        progress.kept_in(out),
        _needed(half, games),
        _so_far,
        unit="pair",
        found=_found,
        fixed=half is None,
        quiet=as_json,
    )
    found, kept = studying.played([pairs], bar, jobs=jobs, cluster=cluster, out=out)
    told_of = comparison(found, fixed=half is None)
    _tell(told_of, " ".join(change), as_json=as_json)
    unread = rows_unread(plain, other, found)
    _tell_unread(unread, alike=told_of.alike == told_of.pairs)
    studying.told_of_rest(out, found, "pair")
    studying.told_if_missed(wins_so_far(found).half, half)
    if half is None and 0 < kept < told_of.pairs:
        typer.echo(_gone_on(kept, found), err=True)


def _tell_unread(rows: "list[Unread]", *, alike: bool) -> None:
    for row, told in rows:
        if told:
            typer.echo(f"no game with the change read the row {row}", err=True)
        elif alike:
            why = "games do not tell what they read of its table"
            typer.echo(f"whether the row {row} was read is not known: {why}", err=True)


FEW = 20
"""Pairs below which nobody can say how many it will take."""


def _needed(half: float | None, games: int | None) -> progress.Needed:
    """About how many pairs it will take, by those so far."""
    from opfor.study.compare import PAIRS, differences
    from opfor.study.interval import MOST, pairs_needed

    def needed(found: "Games") -> int | None:
        if half is None:
            return games or PAIRS
        added = differences(found)
        if len(added) < FEW:
            return games
        return min(pairs_needed(added, half, spread=1.0), games or MOST)

    return needed


def _so_far(found: "Games") -> str:
    from opfor.study.compare import wins_so_far
    from opfor.views.analysis import points

    known = wins_so_far(found)
    if known.half > 1:
        return ""
    between = studying.known_of(known.low, known.high, "")
    return f"wins {points(known.value)} points (at any time {between})"


def _found(found: "Games") -> str:
    """The same in a sentence, for who stops it."""
    from opfor.study.compare import wins_so_far
    from opfor.views.analysis import points

    known = wins_so_far(found)
    if known.half > 1:
        return "too few pairs to say anything"
    between = studying.known_of(known.low, known.high, "")
    told = f"the change adds {points(known.value)} points to the rate of wins"
    return f"{told} ({studying.ANYTIME}: {between})"


def has_interval(effect: "Effect") -> bool:
    """Whether anything is known but the mean; without spread there is nothing."""
    return effect.low is not None and effect.low != effect.high


def known_of(effect: "Effect") -> str:
    """How well a difference is known, and what the pairs were worth."""
    from opfor.study.compare import WINS

    if effect.low is None or effect.high is None:
        few = effect.saved is not None or effect.figure == WINS
        return "too few pairs to say more" if few else "the same in every pair so far"
    between = f"{effect.low:+.2f} to {effect.high:+.2f}"
    if effect.figure == WINS:
        between = studying.known_of(effect.low, effect.high, "")
    if effect.saved is None:
        return f"{between}; the same in every pair"
    return f"{between}; one game tells as much as {effect.saved:.1f} unpaired"


def _percent(share: float) -> str:
    """A rate to a tenth of a point, whole where it is."""
    return f"{round(100 * share, 1):g}%"


def _added(effect: "Effect") -> str:
    """A figure without and with the change, and what that adds; wins in points."""
    from opfor.study.compare import WINS

    base, changed = effect.base, effect.changed
    if effect.figure == WINS:
        shown = [_percent(share) for share in (base, changed)]
        added = round(100 * effect.difference, 1)
        return f"{' -> '.join(shown)}, {f'{added:+g}' if added else 0} points"
    return f"{base:.2f} -> {changed:.2f}, {effect.difference:+.2f}"


def concluded(found: "Comparison") -> str:
    """What may be concluded of wins, in a sentence."""
    from opfor.study.compare import WINS

    wins = next(effect for effect in found.effects if effect.figure == WINS)
    if wins.low is None or wins.high is None:
        return "of wins nothing can be concluded yet: too few pairs"
    if wins.low <= 0 <= wins.high:
        return "of wins nothing can be concluded yet: the interval holds 0"
    if wins.low > 0:
        return "the change helps (95 %): the FRIENDLY side wins more often"
    return "the change harms (95 %): the FRIENDLY side wins less often"


def _gone_on(kept: int, found: "Games") -> str:
    """What holds of wins if more pairs were asked for because of those there were."""
    held = f"{counted(kept, 'pair')} {'was' if kept == 1 else 'were'} in the file"
    return f"{held}; if more were asked for because of them: {_found(found)}"


def _tell(found: "Comparison", what: str, *, as_json: bool) -> None:
    import msgspec

    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    pairs = counted(found.pairs, "pair")
    typer.echo(f"{what}: {pairs}, {found.alike} of them ended alike")
    for effect in found.effects:
        typer.echo(f"{effect.figure}: {_added(effect)} ({known_of(effect)})")
    if any(has_interval(effect) for effect in found.effects):
        fixed = "wins by Bonett and Price, the rest by Student's t"
        typer.echo(studying.brackets(found.interval, "pairs", fixed))
    typer.echo(concluded(found))
    for number, fault in found.faults.items():
        typer.echo(f"pair {number}: {fault}", err=True)
