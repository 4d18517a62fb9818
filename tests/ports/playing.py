"""Plays a game in a terminal that is a text."""

import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console as Out

from opfor.ports.console import Console
from opfor.ports.lines import echoed
from opfor.ports.screen import Screen
from opfor.ports.session import Session, Setup, amended, begin
from opfor.sim import hints
from opfor.state.mission import Mission, load_mission

SEED = 7

GOLDEN = Path(__file__).parent / "golden"
"""The scripted game: its board, its commands, what its screen shows."""


@cache
def first_contact() -> Mission:
    """The Mission that is played in these tests."""
    return load_mission("first-contact")


def session(
    path: Path, *, seed: int = SEED, dice: Any = "seeded", **ways: Any
) -> Session:
    """A new game of it, saved there; on a copy of the board that nobody improves."""
    setup = Setup(
        mission=amended(first_contact(), **ways),
        seed=seed,
        dice=dice,
        boards=(str(GOLDEN),),
    )
    return begin(setup, path)


class Terminal:
    """A console whose screen can be read.

    Args:
        session: the game; it is brought to its first request.
        width: signs of a line.
    """

    def __init__(self, session: Session, *, width: int = 80) -> None:
        self._file = io.StringIO()
        out = Out(file=self._file, width=width, height=24, color_system=None)
        self.screen = Screen(out)
        self.console = Console(session, echoed([]), self.screen, hints)
        session.game.run()

    @property
    def session(self) -> Session:
        """The game in play."""
        return self.console.session

    def type(self, *lines: str) -> str:
        """What the screen shows after some lines, spaces at line ends left out."""
        start = self._file.tell()
        for line in lines:
            self.console.line(line)
        shown = self._file.getvalue()[start:]
        return "\n".join(line.rstrip() for line in shown.splitlines())


def transcript(session: Session, lines: Iterable[str], *, width: int = 80) -> str:
    """A whole game as the screen shows it, prompts and typed lines included."""
    file = io.StringIO()
    screen = Screen(Out(file=file, width=width, height=24, color_system=None))
    Console(session, echoed(lines, file), screen, hints).run()
    shown = file.getvalue().replace(str(session.save.path), "game.opfor")
    return "".join(f"{line.rstrip()}\n" for line in shown.splitlines())
