"""How often `steady` wins each Mission, for docs/missions.md.

`python -m tests.balance --games 1000 --jobs 4 [--mission ID]` plays with seed 51 and
writes the line of each Mission played into the page and the data of the start page.
`--keep DIR` keeps the games there, and goes on with those that are.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, GameOutcome
from opfor.sim.summary import Summary, summary
from opfor.state.mission import load_mission
from opfor.study.run import Group, play_until, so_many
from opfor.study.workers import local

PAGE = Path(__file__).parents[1] / "docs" / "missions.md"
DATA = Path(__file__).parents[1] / "src" / "opfor" / "data" / "reference.toml"

MISSIONS = (
    "tutorial",
    "first-contact",
    "bunker-busting",
    "enemy-offensive",
    "human-wave",
    "tank-support",
    "armored-assault",
    "meeting-engagement",
    "gun-raid",
    "rearguard",
    "convoy",
    "river-bridge",
    "mist-village",
    "bear-ridge",
    "dawn-wave",
    "behind-the-lines",
    "relief",
    "airborne",
    "city-block",
    "counter-attack",
    "retreat",
)

SEED = 51


def line(name: str, found: Summary) -> str:
    """A Mission's line of the table."""
    lost = (sum(found.losses.get(side, [])) for side in ("FRIENDLY", "ENEMY"))
    ours, theirs = lost
    return (
        f"| `{name}` | {found.games} | {found.won} | {found.win_rate:.0%} | "
        f"{found.low:.0%} to {found.high:.0%} | {ours:.1f} | {theirs:.1f} |"
    )


def written(text: str, name: str, new: str) -> str:
    """The page with the line of a Mission replaced."""
    lines = text.splitlines()
    head = lines.index(next(one for one in lines if one.startswith("| Mission |")))
    at = next(
        nth
        for nth, one in enumerate(lines)
        if nth > head and one.startswith(f"| `{name}` |")
    )
    lines[at] = new
    return "\n".join(lines) + "\n"


def recorded(text: str, name: str, found: Summary) -> str:
    """The data of the start page with the line of a Mission, new or replaced."""
    new = f"{name} = {{ games = {found.games}, won = {found.won} }}"
    others = [line for line in text.splitlines() if not line.startswith(f"{name} =")]
    return "\n".join([*others, new]) + "\n"


def played(name: str, games: int, jobs: int, keep: Path | None) -> list[GameOutcome]:
    """So many games of a Mission; those that are kept are not played again."""
    order = BatchOrder(setup=Setup(mission=load_mission(name), seed=SEED), seed=SEED)
    workers = local(jobs)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    out = keep / f"{name}.jsonl" if keep else None
    try:
        return play_until(
            [Group({"": order}, so_many(games))], workers=workers, out=out
        )[""]
    finally:
        workers.close()


def main(argv: Sequence[str]) -> int:
    """Play, and write the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--mission", action="append", default=[])
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args(argv)
    for name in asked.mission or MISSIONS:
        found = summary(played(name, asked.games, asked.jobs, asked.keep))
        new = line(name, found)
        typer.echo(new)
        for index, fault in found.faults.items():
            typer.echo(f"game {index}: {fault}")
        PAGE.write_text(written(PAGE.read_text("utf-8"), name, new), "utf-8")
        DATA.write_text(recorded(DATA.read_text("utf-8"), name, found), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
