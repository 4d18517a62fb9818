"""`opfor study`: questions asked of many games."""

from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps, study_game, studying, sweep, values
from opfor.cli.console import group
from opfor.cli.packs import Packs

if TYPE_CHECKING:
    from opfor.study.compare import Comparison, Effect
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

    Example: opfor study compare first-contact ac=4 --games 200
    """
    from opfor.core.errors import OpforError
    from opfor.study.change import changed
    from opfor.study.compare import comparison, pair_group, until_difference
    from opfor.study.run import play_until

    plain = studying.order_of(mission, seed, player, pack, boards, base)
    other = plain
    for text in change:
        other = changed(other, text)
    if other == plain:
        raise OpforError("this changes nothing", " ".join(change))
    half = until / 100 if until else None
    pairs = pair_group(plain, other, until_difference(half, games), paired=not unpaired)
    with (
        studying.workers_of(jobs, cluster) as workers,
        studying.bar(out, _needed(half, games), _so_far) as told,
    ):
        found = play_until([pairs], workers=workers, out=out, told=told)
    _tell(comparison(found), " ".join(change), as_json=as_json)


def _needed(half: float | None, games: int | None) -> "studying.Needed":
    from opfor.study.compare import BASE, CHANGED, PAIRS, WINS, difference
    from opfor.study.run import count_of

    def needed(found: "Games") -> int:
        pairs = count_of(found)
        about = games or PAIRS
        if half is not None and pairs >= 20:
            known = difference(found[BASE][:pairs], found[CHANGED][:pairs], WINS)
            about = min(int(pairs * (known.half / half) ** 2), games or 10**9)
        return 2 * about

    return needed


def _so_far(found: "Games") -> str:
    from opfor.study.compare import BASE, CHANGED, WINS, difference
    from opfor.study.run import count_of

    pairs = count_of(found)
    if pairs < 20:
        return ""
    known = difference(found[BASE][:pairs], found[CHANGED][:pairs], WINS)
    return f"wins {known.value:+.0%} ({known.low:+.0%} to {known.high:+.0%})"


def known_of(effect: "Effect") -> str:
    """How well a difference is known, and what the pairs were worth."""
    if effect.low is None or effect.high is None:
        return "too few pairs to say more"
    if effect.low == effect.high:  # no spread is no knowledge of the next pair
        return "the same in every pair so far"
    between = f"{effect.low:+.2f} to {effect.high:+.2f}"
    if not effect.saved:
        return f"{between}; the same in every pair"
    return f"{between}; one game tells as much as {effect.saved:.1f} unpaired"


def _tell(found: "Comparison", what: str, *, as_json: bool) -> None:
    import msgspec

    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    typer.echo(f"{what}: {found.pairs} pairs, {found.alike} of them ended alike")
    for effect in found.effects:
        typer.echo(
            f"{effect.figure}: {effect.base:.2f} -> {effect.changed:.2f}, "
            f"{effect.difference:+.2f} ({known_of(effect)})"
        )
    for number, fault in found.faults.items():
        typer.echo(f"pair {number}: {fault}", err=True)
