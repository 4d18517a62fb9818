"""`python -m tests.soak --for 10m`: shares the time out, and counts."""

import argparse
import json
import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from time import monotonic
from typing import IO, Any

import typer

from tests.soak.page import Done, Run, read, run_now, write
from tests.soak.parts import PARTS, Part, part
from tests.web.browser import CHROMIUM

UNITS = {"s": 1, "m": 60, "h": 3600}

SLICE = 40.0
"""Seconds that a part of share 1 has in a turn; all parts together ten minutes."""

LOOK = 10.0
"""Seconds between two looks at a worker that says nothing."""

SLOWEST = 6
"""A trial has its patience in time of the processor, by the clock so often as much:
where others want the machine a soak of low priority hardly runs."""


def seconds(text: str) -> float:
    """A time as it is typed: `90s`, `10m`, `3h`; `0` is one trial of each."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if not found:
        raise argparse.ArgumentTypeError("write a time as 90s, 10m or 3h")
    return float(found[1]) * UNITS[found[2] or "s"]


def played(one: Part, seed: int, time: float, done: Done) -> str:
    """Trials of a part for so long; what is wrong, or nothing.

    They are played in a process of its own, which is ended where it hangs.
    """
    command = [
        sys.executable,
        "-m",
        "tests.soak.worker",
        one.name,
        str(seed),
        str(time),
    ]
    began, used, fault = monotonic(), 0.0, "it ended without a word"
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        said: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=_hear, args=(process.stdout, said)).start()
        while True:
            line = _next_word(said, process.pid, one.patience)
            if line is None:
                process.kill()
                fault = f"nothing for {one.patience:.0f} s"
                break
            if "done" in line:
                done.next[one.name] = line["done"] + 1
                done.add(one.name, line["counts"], line["memory"])
                used = line["processor"]
            elif "begun" in line:
                done.next[one.name] = line["begun"] + 1
            else:
                fault = line.get("fault", fault)
                break
        if process.wait() == 0:
            fault = ""
    done.spend(one.name, monotonic() - began, used)
    return fault


def _next_word(
    said: "queue.SimpleQueue[dict[str, Any]]", pid: int, patience: float
) -> dict[str, Any] | None:
    """What a worker says next; nothing if it has had its time and said nothing."""
    began, used = monotonic(), processor(pid)
    while True:
        try:
            return said.get(timeout=min(patience, LOOK))
        except queue.Empty:
            slept = monotonic() - began
            if processor(pid) - used > patience or slept > SLOWEST * patience:
                return None


def processor(pid: int) -> float:
    """Seconds of the processor that a process has had; none where nobody tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _hear(out: IO[str] | None, said: "queue.SimpleQueue[dict[str, Any]]") -> None:
    """What a worker says; an empty word when it has ended."""
    for line in out or ():
        said.put(json.loads(line))
    said.put({})


def main(argv: Sequence[str]) -> int:
    """Play all parts by turns until the time is over."""
    asked = _arguments().parse_args(argv)
    done, run, began = read(), run_now(), monotonic()
    parts = [part(name) for name in asked.part] if asked.part else list(PARTS)
    parts = [each for each in parts if _can(each)]
    fixed = asked.seed is not None
    if fixed:
        done.next |= {each.name: asked.seed for each in parts}
    done.runs.append(run)
    before = done.passed
    for nth, each in enumerate(cycle(parts)):
        left = asked.time - (monotonic() - began)
        if left <= 0 and (asked.time or nth >= len(parts)):
            _tell_left_out(parts[nth:])
            break
        _turn(each, min(each.share * SLICE, max(left, 0.0)), done, run, again=fixed)
        run.minutes = (monotonic() - began) / 60
        if asked.keep and not fixed:  # after each turn: it may be ended
            write(done)
    passed = done.passed - before
    typer.echo(f"{run.minutes:.1f} minutes")
    typer.echo(f"{passed} passed, {run.faults} failed")
    return 1 if run.faults else 0


def _tell_left_out(parts: Sequence[Part]) -> None:
    """What a slow machine had no time to begin."""
    if parts:
        typer.echo(f"no time left for {', '.join(each.name for each in parts)}")


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--for", type=seconds, default=600.0, dest="time")
    parser.add_argument("--part", action="append", choices=[p.name for p in PARTS])
    parser.add_argument(
        "--seed",
        type=int,
        help="the first, instead of the next one; no figures are kept then, and what"
        " hangs on the clock is tried once more before it is a fault",
    )
    parser.add_argument(
        "--no-keep", action="store_false", dest="keep", help="write no figures"
    )
    return parser


def _can(one: Part) -> bool:
    """Whether a part has what it needs here; told where it has not."""
    if one.name != "clicks" or (CHROMIUM and find_spec("playwright")):
        return True
    typer.echo(f"{one.name}: left out, there is no Chromium with playwright here")
    return False


def _turn(one: Part, time: float, done: Done, run: Run, *, again: bool) -> None:
    """Trials of a part for so long.

    Where the same trials are to pass each time, one that hangs on the clock fails only
    if it does so twice: what comes up once is told, and is for the long run to find.
    """
    seed = done.next.get(one.name, 0)
    fault = played(one, seed, time, done)
    at = done.next.get(one.name, seed + 1) - 1
    command = f"python -m tests.soak --part {one.name} --seed {at} --for 0"
    if fault and again and one.timed:
        typer.echo(f"ONCE {command}\n{fault}")
        fault = played(one, at, 0.0, done)
    if fault:
        run.faults += 1
        typer.echo(f"FAULT {command}\n{fault}")
    typer.echo(f"{one.name}: seeds {seed} to {at}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
