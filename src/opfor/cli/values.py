"""`opfor study values`: which of our own values matter most."""

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import maps, progress, studying
from opfor.cli.packs import Packs

if TYPE_CHECKING:
    from opfor.study.values import Weight


def values(  # noqa: PLR0913 - the options of the command
    mission: Annotated[str, typer.Argument(help="A Mission's name or file.")],
    *,
    base: studying.Base = None,
    games: Annotated[int, typer.Option(min=1, help="Pairs for each value.")] = 100,
    out: studying.Out = None,
    seed: studying.Seed = 1,
    jobs: studying.Jobs = None,
    cluster: studying.ClusterAt = None,
    player: studying.Player = "steady",
    as_json: studying.AsJson = False,
    pack: Packs = None,
    boards: maps.Boards = None,
) -> None:
    """Change each of our own values by a step, and say what that does to the odds.

    Example: opfor study values first-contact --games 200 --out values.jsonl
    """
    from opfor.study.values import steps_file, weights

    order = studying.order_of(mission, seed, player, pack, boards, base)

    def so_far(_found: object) -> str:
        return ""

    with (
        studying.workers_of(jobs, cluster) as workers,
        progress.bar(
            progress.kept_in(*((out, steps_file(out)) if out else ())),
            lambda found: games * len(found),
            so_far,
            fixed=True,
            quiet=as_json,
        ) as told,
    ):
        found = weights(order, games=games, workers=workers, out=out, told=told)
    _tell(found, as_json=as_json)


def _tell(found: "list[Weight]", *, as_json: bool) -> None:
    import msgspec

    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    for one in found:
        known = studying.known_of(one.low, one.high, "not known yet")
        was, now = in_short(one.was, one.now)
        typer.echo(
            f"{one.value}: {was} -> {now}: "
            f"{100 * one.difference:+.1f} points ({known}), "
            f"read in {one.read:.0%} of games"
        )


LETTERS = 40
"""Letters of a result that are printed; --json has them all."""


def in_short(*texts: str) -> Iterator[str]:
    """Some texts, cut where they are long: what they have in common goes first."""
    alike = takewhile(lambda letters: len({*letters}) == 1, zip(*texts, strict=False))
    long = max(map(len, texts)) > LETTERS
    begin = max(0, len([*alike]) - LETTERS // 4) * long
    for text in texts:
        shown = f"{'…' * (begin > 0)}{text[begin:]}"
        yield shown if len(shown) <= LETTERS else shown[: LETTERS - 1] + "…"
