"""docs/reliability.json, which adds the counts up, and docs/reliability.md of it."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec import Struct, field

from opfor.core.write_file import write_file
from tests.soak.parts import PARTS
from tests.soak.seeds import Counts

DOCS = Path(__file__).parents[2] / "docs"
FILE, PAGE = DOCS / "reliability.json", DOCS / "reliability.md"

GOALS: Mapping[str, int] = MappingProxyType(
    {
        "orders": 10_000_000,
        "files": 1_000_000,
        "programs killed": 10_000,
        "clicks and keys": 5_000,
    }
)
"""How much of it there is to be, all runs together."""

HEAD = """# How hard it has been tried

Commands that begin with `python` or `make` need a checkout of the source.

Written by `make soak` (`python -m tests.soak --for 10m`), which plays, clicks, kills
and damages at random for as long as it is told, and adds to these figures run by run.
It is no part of `make test`: what it finds becomes a test of its own there. Each trial
follows from its seed; a fault names the command that makes it again.
"""

FOOT = """Of what is "1 of 10" there are to be ten in the end. MiB: the most that a
process of it took. Minutes are those of the clock, on a machine that had other work
as well; those of the processor are counted since 2026-11-28, and say what it costs.
"""


class Run(Struct, kw_only=True):
    """A run: when, of which commit, on what machine, for how long, with what found."""

    date: str
    commit: str
    machine: str
    minutes: float
    faults: int


class Done(Struct, kw_only=True):
    """What all runs together have done.

    Args:
        runs: the runs, the latest last.
        next: by part, the seed of the next trial.
        counts: by part, how much of what.
        seconds: by part, how long it took.
        passed: trials in which no fault was found, as far as they were counted.
        processor: by part, seconds of the processor, as far as they were counted.
        memory: by part, the most KiB of a process.
    """

    runs: list[Run] = field(default_factory=list)
    next: dict[str, int] = field(default_factory=dict)
    counts: dict[str, Counts] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    passed: int = 0
    processor: dict[str, float] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)

    def add(self, part: str, counts: Counts, memory: int) -> None:
        """Count a trial."""
        own = self.counts.setdefault(part, {})
        for what, number in counts.items():
            own[what] = own.get(what, 0) + number
        self.memory[part] = max(memory, self.memory.get(part, 0))
        self.passed += 1

    def spend(self, part: str, seconds: float, processor: float) -> None:
        """Count time, by the clock and of the processor."""
        self.seconds[part] = self.seconds.get(part, 0.0) + seconds
        self.processor[part] = self.processor.get(part, 0.0) + processor


def read() -> Done:
    """What was done so far."""
    return (
        msgspec.json.decode(FILE.read_bytes(), type=Done) if FILE.exists() else Done()
    )


def run_now() -> Run:
    """A run that begins."""
    root = str(DOCS.parent)
    git = ["git", "-C", root, "rev-parse", "--short=8", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout
    system = f"{platform.system()} {platform.machine()}"
    machine = f"{os.cpu_count()} cores, {system}, Python {platform.python_version()}"
    now = datetime.now(UTC).strftime("%Y-%m-%d")
    return Run(date=now, commit=commit.strip(), machine=machine, minutes=0.0, faults=0)


def write(done: Done) -> None:
    """Both files."""
    plain = json.dumps(msgspec.to_builtins(done), indent=1)
    write_file(FILE, f"{plain}\n".encode())
    write_file(PAGE, text(done).encode())


def text(done: Done) -> str:
    """The page."""
    lines = [HEAD, "## What was done", ""]
    lines.append("| part | how much | minutes | of the processor | MiB |")
    lines.append("|---|---|---|---|---|")
    for part in PARTS:
        counts = done.counts.get(part.name, {})
        much = ", ".join(_much(*each) for each in counts.items()) or "nothing yet"
        minutes = done.seconds.get(part.name, 0) / 60
        used = done.processor.get(part.name, 0) / 60
        memory = done.memory.get(part.name, 0) // 1024
        lines.append(
            f"| {part.does} | {much} | {minutes:.0f} | {used:.0f} | {memory} |"
        )
    lines += ["", FOOT, "## Runs", ""]
    lines += ["| date | commit | machine | minutes | faults |", "|---|---|---|---|---|"]
    for run in done.runs:
        lines.append(
            f"| {run.date} | {run.commit} | {run.machine} | {run.minutes:.0f}"
            f" | {run.faults} |"
        )
    return "\n".join((*lines, ""))


def _much(what: str, number: int) -> str:
    goal = f" of {GOALS[what]:,}" if number < GOALS.get(what, 0) else ""
    return f"{number:,}{goal} {what}"
