"""The way of a stack or a vehicle in one line, and nothing twice.

The ENEMY's vehicles tell if they will enter a hex by Bypass or ESB; the rules then tell
that they do it. A story has one line of both, and one of all hexes entered in a run.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from opfor.views.text.log import LogLine

STEP = re.compile(
    r"(?P<who>[\w, ]+?) to (?P<to>\S+(?: by \w+)*)"
    r" \(\S+ (?P<spends>M[FP]), (?P<left>\S+) left(?P<how>.*)\)"
)
"""Units that enter a Location, and what that leaves them."""

WILL = re.compile(r"(?P<who>\w+) (?:enters|goes on along) (?P<to>[^\s,]+)(?P<more>.*)")
"""What a vehicle will do."""

TURN = re.compile(r"(?P<who>\w+): turns .*")


def in_runs(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """The lines, with one for each run of hexes that the same units enter."""
    way: list[LogLine] = []
    for line in without_echoes(lines):
        who = _mover(line)
        if way and who != _mover(way[0]):
            yield from _told(way)
            way = []
        if who:
            way.append(line)
        else:
            yield line
    yield from _told(way)


def without_echoes(lines: Iterable[LogLine]) -> list[LogLine]:
    """The lines, with one of two that say the same, or that a vehicle will and does."""
    kept: list[LogLine] = []
    for line in lines:
        will = WILL.fullmatch(kept[-1].text) if kept else None
        if kept and not line.style and line[1:] == kept[-1][1:]:
            kept[-1] = line
        elif will and (text := _as_one(will, line.text)):
            kept[-1] = line._replace(text=text)
        else:
            kept.append(line)
    return kept


def _as_one(will: re.Match[str], after: str) -> str:
    """What is said of what a vehicle will do and does; empty: it is something else."""
    start, by = f"{will['who']} to {will['to']}", will["more"].replace(",", "")
    return start + by + after[len(start) :] if after.startswith(f"{start} (") else ""


def _mover(line: LogLine) -> str:
    """Who enters a Location, or turns on his way; empty for any other line."""
    found = STEP.fullmatch(line.text) or TURN.fullmatch(line.text)
    return found["who"] if found else ""


def _told(way: Sequence[LogLine]) -> Iterator[LogLine]:
    """A run as one line; turns after its last hex stay as they are."""
    steps = [
        (n, step) for n, line in enumerate(way) if (step := STEP.fullmatch(line.text))
    ]
    if len(steps) < 2:
        yield from way
        return
    end, last = steps[-1]
    hexes = ", ".join(step["to"] for _, step in steps)
    left = f"{last['left']} {last['spends']} left{last['how']}"
    yield way[end]._replace(text=f"{last['who']} to {hexes} ({left})")
    yield from way[end + 1 :]
