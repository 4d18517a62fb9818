"""Plays the trials of one part: `python -m tests.soak.worker PART SEED SECONDS`.

Says as JSON, a line each: the seed that is begun, then what came of it. Ends at the
first fault, since what follows would start from whatever it left.
"""

import json
import os
import resource
import sys
import tempfile
import traceback
from time import monotonic
from typing import Any

from tests.soak.parts import part
from tests.soak.seeds import folder

MOST_MEMORY = 3_000_000
"""KiB of the whole process; beyond that something is not bounded."""


def say(**fields: Any) -> None:
    """A line for the runner."""
    sys.__stdout__.write(json.dumps(fields) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def processor() -> float:
    """Seconds of the processor so far, with those of processes that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


CHILDREN = resource.RUSAGE_CHILDREN


def main(name: str, seed: int, seconds: float) -> int:
    """One trial at least, and as many as there is time for."""
    os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="opfor-soak-")
    trial, end = part(name).trial(), monotonic() + seconds
    while True:
        say(begun=seed)
        with folder() as own:
            try:
                counts = trial(seed, own)
            except BaseException:  # whatever it is, it is a fault
                say(fault=traceback.format_exc())
                return 1
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        say(done=seed, counts=counts, memory=memory, processor=processor())
        if memory > MOST_MEMORY:
            say(fault=f"{memory} KiB of memory")
            return 1
        seed += 1
        if monotonic() > end:
            return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
