"""`opfor study game`: a game of a file of games, to be looked at."""

from pathlib import Path
from typing import Annotated

import typer

from opfor.cli import maps, studying
from opfor.cli.packs import Packs

Games = Annotated[
    Path, typer.Argument(metavar="FILE", help="Where `sim` or `study` kept its games.")
]
Number = Annotated[int, typer.Argument(min=0, help="The game's number, from 0.")]
Changes = Annotated[
    list[str] | None,
    typer.Argument(metavar="[KEY=VALUE]...", help="What was changed in it."),
]
Output = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE.opfor", help="The save to write."),
]


def game(  # noqa: PLR0913 - the options of the command
    games: Games,
    number: Number,
    mission: Annotated[str, typer.Argument(help="A Mission's name or file.")],
    change: Changes = None,
    *,
    output: Output,
    base: studying.Base = None,
    seed: studying.Seed = 1,
    player: studying.Player = "steady",
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="The comparison was so.")
    ] = False,
    pack: Packs = None,
    boards: maps.Boards = None,
) -> None:
    """Play one game of a file again and save it, for `replay`, `report`, `analyse`.

    Name the Mission and the options that the file was made with; if another game comes
    of them, it says so and writes nothing.

    Example: opfor study game squad.jsonl 17 first-contact unit=4-6-7 -o game17.opfor
    """
    from opfor.core.errors import OpforError
    from opfor.study.game import (
        check_asked,
        line_meant,
        lines_of,
        order_meant,
        write_again,
    )

    if output.exists():
        raise OpforError("this file exists already", str(output), "choose another name")
    changes = change or []
    line = line_meant(lines_of(games, number), mission, changes)
    plain = studying.order_of(mission, seed, player, pack, boards, base)
    order = order_meant(plain, line, changes, paired=not unpaired)
    check_asked(plain, order, line, paired=not unpaired)
    write_again(order, line, output)
    typer.echo(f"written: {output} ({line.result})")
