"""`python -m tests.exhaustive`."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from math import inf
from time import monotonic

import typer

from tests.exhaustive import watch  # first: it notes the rules as they register

from opfor.core.rule import REGISTRY  # isort: skip
from opfor.state.nations import load_nation  # isort: skip
from tests.exhaustive.games import game, names  # isort: skip
from tests.exhaustive.page import PAGE, Found, page  # isort: skip

SECTIONS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16)


def unused_rules() -> list[str]:
    """The coded rules of the sections that never ran."""
    ids = [rule.id for rule in REGISTRY]
    wanted = [i for i in ids if i.chapter == "S" and i.section in SECTIONS]
    return [str(i) for i in sorted(wanted) if str(i) not in watch.RUN]


def unused_rows(used: Counter[str], nation: str) -> dict[str, list[int]]:
    """By table of the divider or of a nation, the rows that were never read."""
    left: dict[str, list[int]] = {}
    for name, table in load_nation(nation).tables.items():
        own, _, short = name.rpartition("/")
        if own not in ("", nation):
            continue
        rows = [r.index for r in table.rows if f"{short} {r.index}" not in used]
        if rows and len(rows) < len(table.rows):
            left[name] = rows
    return left


def main(argv: Sequence[str]) -> int:
    """Play, and tell what was never used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mission", action="append", default=[])
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--go-on", action="store_true", help="not stop at a fault")
    parser.add_argument("--minutes", type=float, default=inf, help="stop after these")
    asked = parser.parse_args(argv)
    end = monotonic() + asked.minutes * 60
    played_ones = [n for n in names() if not asked.mission or n in asked.mission]
    rows: dict[str, Counter[str]] = {}
    faults = played = 0
    for index in range(asked.start, asked.start + asked.games):
        if monotonic() > end:
            break
        name = played_ones[index % len(played_ones)]
        one = game(index, asked.seed, name, asked.mission)
        if one.outcome.fault:
            typer.echo(f"FAULT {one.name}: {one.outcome.fault}\n  {one.again}")
            faults += 1
            if not asked.go_on:
                return 1
            continue
        played += 1
        rows.setdefault(one.nation, Counter()).update(one.outcome.rows)
        typer.echo(f"{one.name}: {one.outcome.result} ({one.outcome.seconds:.1f} s)")
    left = {n: table for nation in rows for n, table in _left(rows, nation).items()}
    found = Found(played, asked.seed, unused_rules(), left)
    typer.echo(page(found))
    if asked.page:
        PAGE.write_text(page(found), "utf-8")
    return 1 if faults else 0


def _left(rows: dict[str, Counter[str]], nation: str) -> dict[str, list[int]]:
    """The divider's rows count for all nations together, a nation's own for itself."""
    everybody = sum(rows.values(), Counter[str]())
    common = unused_rows(everybody, nation)
    own = unused_rows(rows[nation], nation)
    return {n: r for n, r in common.items() if "/" not in n} | {
        n: r for n, r in own.items() if "/" in n
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
