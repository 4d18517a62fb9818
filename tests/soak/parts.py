"""The parts: what each does, and its share of the time."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from msgspec import Struct

from tests.soak.seeds import Counts


class Part(Struct, frozen=True):
    """A part of the long test.

    Args:
        name: its module.
        does: what it does, for the page.
        share: of the time, beside the others.
        patience: seconds after which a trial hangs.
        timed: whether it hangs on the clock what happens in a trial, and not on its
            seed alone.
    """

    name: str
    does: str
    share: int
    patience: float
    timed: bool = False

    def trial(self) -> Callable[[int, Path], Counts]:
        """What a seed and an empty folder are given to; raises if it finds a fault."""
        module = import_module(f"tests.soak.{self.name}")
        return cast("Callable[[int, Path], Counts]", module.trial)


PARTS = (
    Part(
        "orders",
        "Random legal orders of both sides, over random Missions, boards, nations and"
        " months. At each moment of a game some of each kind of order are given, played"
        " on with until the next order, and taken back, before one is kept: no"
        " exception; the State sound after each event, and after an undo what it was;"
        " what is offered passes its own check, also where units are disturbed at"
        " random; the same game again by replay",
        5,
        600,
    ),
    Part(
        "files",
        "Saves, packs, boards, modules, Missions, examples, VASL's games and messages"
        " with something changed: read, or refused in one sentence; a save that was"
        " changed is never opened as another game",
        4,
        120,
    ),
    Part(
        "kills",
        "Programs killed (SIGKILL) at random moments, in play and while saving, the"
        " server, a Dask worker: no answer that was acknowledged is lost, and at most"
        " the one in flight is beyond it",
        3,
        600,
        timed=True,
    ),
    Part(
        "disks",
        "The disk full, folder and file read-only, the clock set, two programs on one"
        " save: what is refused is said in one sentence, and nothing of the game is"
        " lost",
        1,
        120,
    ),
    Part(
        "clicks",
        "Random clicks and keys in a game in the browser: nothing in its console, in"
        " the server's log, or in the list of faults",
        2,
        600,
        timed=True,
    ),
)
"""All of them."""


def part(name: str) -> Part:
    """The part of that name."""
    return next(each for each in PARTS if each.name == name)
