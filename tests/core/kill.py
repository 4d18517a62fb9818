"""Kill a program that saves, again and again, and look at the save each time.

Run as `python kill.py FOLDER KILLS [SEED]`; prints counts as JSON. Each child plays
on in the save and tells each answer through a pipe once `answer` has returned; it is
killed at a random moment, and everything it told must be in the file. Forking keeps
the children cheap: they import nothing.
"""

import json
import os
import random
import signal
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from opfor.core.save import Save, read_save
from tests.core.toy import RACE, fitting, router

OPTIONS = {"goal": 10**9}
NUMBER = "<q"
SIZE = struct.calcsize(NUMBER)
FRESH_EVERY = 25  # kills until a new save is begun, so that loading stays quick


def child(path: Path, pipe: int) -> None:
    """Play for ever, telling the number of each answer that is safe."""
    save = Save.open(path)
    game = RACE.resume(save.saved, router(), save)
    asked = game.run()
    while asked is not None:
        number = asked.number
        asked = game.answer(number, wish(number, asked.request))
        os.write(pipe, struct.pack(NUMBER, number))


def wish(number: int, request: object) -> object:
    """The answer that every child gives to the request of this number."""
    return fitting(request, {"bold": number % 4})


def kill_one(
    path: Path,
    answers: int,
    seconds: float,
    plays: Callable[[Path, int], None] = child,
) -> list[int]:
    """Let a child give some answers, kill it soon after, return what it told.

    It is killed relative to what it does, so that a slow disk changes nothing.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            plays(path, writing)
        finally:
            os._exit(1)  # never back into the parent's code
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read(SIZE * answers)
        time.sleep(seconds)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), "the child ended by itself"
        told += pipe.read()
    return [number for (number,) in struct.iter_unpack(NUMBER, told)]


def main(folder: Path, kills: int, seed: int = 1) -> None:
    """Kill that often, count, and print the counts."""
    chance = random.Random(seed)  # noqa: S311 - times to kill at, nothing secret
    counts = {"kills": 0, "acknowledged": 0, "lost": 0, "cut_off_in_transaction": 0}
    path = folder / "none"
    for kill in range(kills):
        if kill % FRESH_EVERY == 0:
            path = folder / f"{kill}.opfor"
            Save.create(path, OPTIONS).close()
        told = kill_one(path, chance.randrange(6), chance.uniform(0.0, 0.005))
        journal = path.with_name(path.name + "-journal")
        counts["cut_off_in_transaction"] += journal.exists()
        saved = read_save(path)
        numbers = {entry.asked.number: entry for entry in saved.entries}
        for number in told:
            entry = numbers.get(number)
            right = entry and entry.answer == wish(number, entry.asked.request)
            counts["lost"] += not right
        humans = sum(entry.human for entry in saved.entries)
        beyond = sum(
            entry.human for n, entry in numbers.items() if told and n > told[-1]
        )
        assert beyond <= 1, "more than the answer in flight is beyond the told ones"
        assert humans >= len(told)
        RACE.resume(saved, router()).run()
        counts["kills"] += 1
        counts["acknowledged"] += len(told)
    print(json.dumps(counts))  # noqa: T201 - the result


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
