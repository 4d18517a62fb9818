"""Rolled Missions by the hundred: none refused, each can be won, none ends in a fault.

`python -m tests.rolls --number 200 --play` rolls for every nation in turn, on boards of
ours and on VASL's of the shared folder, and plays one game of each by `steady`.
`--write DIR` keeps their files.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.missions.chance import Chance
from opfor.missions.roll import Rolled, roll
from opfor.missions.wishes import KINDS, LENGTHS, Wishes
from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, GameOutcome, play_one
from opfor.state.nations import load_all, nations
from opfor.views.mission_toml import mission_toml
from tests.shared import SHARED

THEIRS = ("1", "3", "4", "6", "7", "8", "11", "17", "24", "33", "44", "BFPA")
"""VASL boards of different sorts: village, river, hills, woods, marsh, desert."""


class Tried(NamedTuple):
    """What came of wishes: a Mission, or a sentence."""

    seed: int
    wishes: Wishes
    rolled: Rolled | None
    refused: str = ""


def wished(number: int) -> Wishes:
    """Wishes by a number: each nation in turn on either side, the rest drawn."""
    chance = Chance(f"rolls {number}")
    names = nations(load_all().tables)
    own = names[number // 2 % len(names)]
    side = "friendly" if number % 2 else "enemy"
    boards = (*Library().names()[:8], *THEIRS)
    kind = chance.of((None, *KINDS))
    if kind == "waves":  # not every ENEMY makes some: then by chance
        kind = None
    length = LENGTHS[chance.below(len(LENGTHS))]
    return Wishes(**{side: own}, kind=kind, length=length, boards=boards)  # type: ignore[arg-type] # either side is one


def rolls(number: int, first: int = 0) -> Iterator[Tried]:
    """So many, from one of them on."""
    for seed in range(first, first + number):
        wishes = wished(seed)
        try:
            yield Tried(seed, wishes, roll(wishes, seed, boards=[SHARED / "boards"]))
        except OpforError as error:
            yield Tried(seed, wishes, None, str(error))


def played(one: Rolled, seed: int) -> GameOutcome:
    """One game of it."""
    setup = Setup(mission=one.mission, seed=seed, boards=(str(SHARED / "boards"),))
    return play_one(BatchOrder(setup=setup, seed=seed), 0)


def main(argv: Sequence[str]) -> int:
    """Roll, play, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args(argv)
    tally = Counter[str]()
    for seed, wishes, one, refused in rolls(asked.number, asked.first):
        if one is None:
            tally["refused"] += 1
            typer.echo(f"{seed} REFUSED {refused} {wishes}")
            continue
        tally[one.kind] += 1
        tally["passed over"] += len(one.passed)
        line = f"{seed} {one.kind} {one.mission.map} {one.points} {one.mission.title}"
        if asked.write:
            asked.write.mkdir(parents=True, exist_ok=True)
            path = asked.write / f"{one.mission.id}.toml"
            path.write_text(mission_toml(one.mission), "utf-8")
        if asked.play:
            outcome = played(one, seed)
            tally[outcome.winner or ("fault" if outcome.fault else "draw")] += 1
            line += f" {outcome.winner} {outcome.turns} turns {outcome.fault}"
        typer.echo(line)
    typer.echo(", ".join(f"{name} {count}" for name, count in tally.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
