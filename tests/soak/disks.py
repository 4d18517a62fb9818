"""Bad disks and clocks: full, read-only, set back; two programs on one save."""

import os
import resource
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.core.save import Save, read_save
from tests.core.toy import RACE, Race, fitting, router
from tests.soak.seeds import Counts, chance

OPTIONS = {"goal": 10**9}

NOBODY = 65534
"""The user who may write nowhere."""

EACH = 10
"""Games of a trial."""

MOST = 80
"""Answers of a game."""


def opened(path: Path) -> tuple[Save, Game[Race]]:
    """A game as its save has it."""
    save = Save.open(path)
    game = RACE.resume(save.saved, router(), save)
    game.run()
    return save, game


def answered(game: Game[Race], wish: int) -> None:
    """Answer the open request."""
    asked = game.pending
    assert asked is not None
    game.answer(asked.number, fitting(asked.request, {"bold": wish % 4}))


def taken_back(game: Game[Race]) -> None:
    """Undo, and come to the open request."""
    game.undo()
    game.run()


def played(path: Path, rng: Random) -> None:
    """A new game with some answers."""
    Save.create(path, OPTIONS).close()
    save, game = opened(path)
    for _ in range(rng.randrange(30)):
        answered(game, rng.randrange(4))
    save.close()


def in_child(do: Callable[[], None]) -> None:
    """Do something in a process of its own; it must end well."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            do()
            status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0, "see above"


def goes_on(path: Path, answers: int) -> None:
    """The save has so many answers, is as it would be played again, and goes on."""
    saved = read_save(path)
    assert len(saved.entries) == answers, (len(saved.entries), answers)
    RACE.check_replay(saved)
    save, game = opened(path)
    answered(game, 0)
    save.close()


def refused(do: Callable[[], object]) -> str:
    """Why something is refused, in one sentence; nothing if it is done."""
    why = ""
    try:
        do()
    except OpforError as error:
        why = str(error) or "?"
    assert "\n" not in why
    return why


def full(path: Path, rng: Random) -> None:
    """The disk is full at some moment: what was taken is there, the rest is refused."""
    played(path, rng)
    told, telling = os.pipe()
    room = path.stat().st_size + rng.randrange(40_000)

    def play() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        _, game = opened(path)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        for _ in range(MOST):
            asked, before = game.pending, game.fingerprint()
            kept = len(read_save(path).entries)
            if refused(lambda: answered(game, rng.randrange(4))):
                assert (game.pending, game.fingerprint()) == (asked, before)
                assert len(read_save(path).entries) == kept
                break
        os.write(telling, b"%d" % len(read_save(path).entries))

    in_child(play)
    os.close(telling)
    with os.fdopen(told, "rb") as pipe:
        goes_on(path, int(pipe.read()))


def read_only(path: Path, rng: Random) -> None:
    """Folder and file may not be written: it is said, and the file stays as it is."""
    played(path, rng)
    before = path.read_bytes()
    inside = path.parent / f"{path.stem}-new.opfor"
    path.chmod(0o444)
    path.parent.chmod(0o555)

    def play() -> None:
        if os.geteuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        read_save(path)
        assert refused(lambda: answered(opened(path)[1], 1))
        assert refused(lambda: opened(path)[1].undo(1))
        assert refused(lambda: Save.create(inside, OPTIONS))

    in_child(play)
    path.parent.chmod(0o755)
    path.chmod(0o644)
    assert path.read_bytes() == before
    assert not inside.exists()


def clock(path: Path, rng: Random) -> None:
    """The clock jumps back and forth while a game is played."""
    played(path, rng)
    answers = len(read_save(path).entries)
    now = time.time()
    for _ in range(5):
        then = rng.choice((0, now - rng.randrange(10**9), now + rng.randrange(10**9)))
        os.utime(path, (then, then))
        with patch("time.time", return_value=then):
            save, game = opened(path)
            answered(game, rng.randrange(4))
            save.close()
        assert len(read_save(path).entries) > answers
        answers = len(read_save(path).entries)
    goes_on(path, answers)


def two(path: Path, rng: Random) -> None:
    """Two programs play one save: only one of them at a time, nothing mixed up."""
    played(path, rng)
    programs = [opened(path), opened(path)]
    for _ in range(20):
        at = rng.randrange(2)
        before, game = read_save(path).entries, programs[at][1]
        undone = rng.random() < 0.2 and bool(game.journal.decisions())
        answer = partial(answered, game, rng.randrange(4))
        if why := refused(partial(taken_back, game) if undone else answer):
            assert "another program played" in why, why
            assert read_save(path).entries == before
            programs[at][0].close()
            programs[at] = opened(path)
    for save, _ in programs:
        save.close()
    goes_on(path, len(read_save(path).entries))


WAYS = {"disk full": full, "read-only": read_only, "clock": clock, "two programs": two}


def trial(seed: int, folder: Path) -> Counts:
    """Some games of one of these ways."""
    name = list(WAYS)[seed % len(WAYS)]
    rng = chance("disks", seed)
    for nth in range(EACH):
        WAYS[name](folder / f"{nth}.opfor", rng)
    return {name: EACH}
