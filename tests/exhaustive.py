"""Play Missions until each rule and table row has been used, or say which was not.

`python -m tests.exhaustive [--games N] [--seed S] [--mission ID]` plays N games of
each Mission, `steady` and `random` by turns. Ends with status 1 at the first fault.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

import typer

from opfor.core.rule import REGISTRY
from opfor.ports.session import Setup
from opfor.sim.many import Order, Outcome, PlayerName, play_one
from opfor.state.mission import missions
from opfor.state.nations import load_nation

SECTIONS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 16)
PLAYERS: tuple[PlayerName, PlayerName] = ("steady", "random")


def games(number: int, seed: int, only: Sequence[str]) -> Iterator[tuple[str, Outcome]]:
    """Outcomes with the command that plays each again, all Missions in turn."""
    for index in range(number):
        for name, mission in missions().items():
            if only and name not in only:
                continue
            player = PLAYERS[index % 2]
            setup = Setup(mission=mission, seed=seed)
            again = (
                f"opfor sim {name} --seed {seed} --games {index + 1} --player {player}"
            )
            order = Order(setup=setup, seed=seed, player=player)
            yield again, play_one(order, index)


def unused_rules(used: Counter[str]) -> list[str]:
    """The coded rules of the sections that caused nothing."""
    ids = [rule.id for rule in REGISTRY]
    wanted = [i for i in ids if i.chapter == "S" and i.section in SECTIONS]
    return [str(i) for i in sorted(wanted) if str(i) not in used]


def unused_rows(used: Counter[str], nation: str) -> dict[str, list[int]]:
    """By table, the rows that were never read."""
    left: dict[str, list[int]] = {}
    for name, table in load_nation(nation).tables.items():
        rows = [r.index for r in table.rows if f"{table.id.name} {r.index}" not in used]
        if rows and len(rows) < len(table.rows):
            left[name] = rows
    return left


def main(argv: Sequence[str]) -> int:
    """Play, and tell what was never used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mission", action="append", default=[])
    asked = parser.parse_args(argv)
    rules, rows = Counter[str](), Counter[str]()
    for again, outcome in games(asked.games, asked.seed, asked.mission):
        if outcome.fault:
            typer.echo(f"FAULT {outcome.fault}\n  {again}")
            return 1
        rules.update(outcome.rules)
        rows.update(outcome.rows)
        typer.echo(f"{again}: {outcome.result} ({outcome.seconds:.1f} s)")
    typer.echo(f"rules never used: {', '.join(unused_rules(rules)) or 'none'}")
    for table, left in unused_rows(rows, "russian").items():
        typer.echo(f"rows of {table} never read: {', '.join(map(str, left))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
