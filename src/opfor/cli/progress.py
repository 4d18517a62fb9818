"""How far many games have come: a bar on a terminal, else a line now and then."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from opfor.study.run import Games

Needed = Callable[["Games"], int | None]
"""About how many games, or pairs, it will take, by those so far; None: who knows."""

SoFar = Callable[["Games"], str]
"""What is known by the games so far, in a few words."""

Unit = Literal["game", "pair"]
"""What is counted."""

LOOK_BACK_S = 60.0
"""Seconds over which the pace is taken."""

LINE_S = 30.0
"""Seconds between two lines where there is no terminal."""


class Pace:
    """How fast something is done, by the last minute."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def add(self, now: float, done: int) -> None:
        """So much was done at that moment; what comes first was there before."""
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[1][0] > LOOK_BACK_S:
            self._seen.popleft()

    @property
    def a_second(self) -> float:
        """How many are done in a second; 0 as long as that is not known."""
        if len(self._seen) < 2:
            return 0.0
        (begun, had), (now, has) = self._seen[0], self._seen[-1]
        return (has - had) / (now - begun) if now > begun else 0.0

    def words(self, left: int | None) -> str:
        """The pace and, if it is known how many are left, the time they take."""
        speed = self.a_second
        if not speed:
            return ""
        told = f"{speed:.1f} a second" if speed >= 1 else f"{60 * speed:.1f} a minute"
        if left is None:
            return told
        return f"{told}, {timedelta(seconds=round(left / speed))} left"


def counted(number: int, unit: str) -> str:
    """A number of something: "1 game", "2 games"."""
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


class Look(NamedTuple):
    """What is told at a moment.

    Args:
        done: how many there are.
        total: how many it will take; None: who knows.
        pace: how fast it goes, and the time left.
        known: what is known so far.
        about: the total is no more than likely.
    """

    done: int
    total: int | None
    pace: str
    known: str
    about: bool = True

    def number(self, unit: Unit) -> str:
        """How many of how many."""
        if self.total is None:
            return counted(self.done, unit)
        about = "about " * self.about
        return f"{self.done} of {about}{counted(self.total, unit)}"

    def line(self, unit: Unit) -> str:
        """All of it."""
        return ", ".join(filter(None, (self.number(unit), self.pace, self.known)))


class Watch:
    """Hears of the games, and shows how far they are.

    Args:
        needed: about how many it will take in all.
        so_far: what is known.
        unit: what is counted.
        show: what is done with it.
        fixed: it will take just as many.

    Attributes:
        games: those so far.
        last: what was told last.
        kept: how many there were at the beginning, from a file.
    """

    def __init__(
        self,
        needed: Needed,
        so_far: SoFar,
        unit: Unit,
        show: Callable[[Look], None],
        *,
        fixed: bool = False,
    ) -> None:
        self._needed, self._so_far, self._unit = needed, so_far, unit
        self._show, self._pace, self._fixed = show, Pace(), fixed
        self.games: Games = {}
        self.last = Look(0, None, "", "")
        self.kept: int | None = None

    def __call__(self, games: "Games") -> None:
        """Some have come."""
        self.games = games
        done = sum(map(len, games.values())) // (2 if self._unit == "pair" else 1)
        self.kept = done if self.kept is None else self.kept
        self._pace.add(monotonic(), done)
        if (total := self._needed(games)) is not None:
            total = max(done, total)
        pace = self._pace.words(None if total is None else total - done)
        known = self._so_far(games)
        self.last = Look(done, total, pace, known, about=not self._fixed)
        self._show(self.last)


class Lines:
    """Tells how far it is on stderr, a line now and then.

    Args:
        unit: what is counted.
        silent: nothing is told.
    """

    def __init__(self, unit: Unit, *, silent: bool) -> None:
        self._unit, self._silent, self._last = unit, silent, monotonic()

    def __call__(self, look: Look) -> None:
        """A line, if the last one is long enough ago."""
        now = monotonic()
        if self._silent or now - self._last < LINE_S:
            return
        self._last = now
        typer.echo(look.line(self._unit), err=True)


@contextmanager
def bar(
    left: str,
    needed: Needed,
    so_far: SoFar,
    *,
    unit: Unit = "game",
    fixed: bool = False,
    found: SoFar = lambda _: "",
    quiet: bool = False,
) -> Iterator[Watch]:
    """A bar on stderr with the pace, the time left, and what is known so far.

    Where stderr is no terminal, a line every half minute tells the same.

    Args:
        left: what becomes of the games, told after Ctrl-C (`kept_in`).
        needed: about how many it will take in all, by the games so far.
        so_far: what is known, in a few words.
        unit: what is counted.
        fixed: it will take just as many.
        found: what is known so far, told after Ctrl-C.
        quiet: no lines where there is no terminal.
    """
    from rich.console import Console

    shown = progress_bar(Console(stderr=True))
    tell = Lines(unit, silent=quiet or not shown.disable)
    task = shown.add_task("", total=None, count="", pace="", known="")

    def show(look: Look) -> None:
        shown.update(
            task,
            completed=look.done,
            total=look.total,
            count=look.number(unit),
            pace=look.pace,
            known=look.known,
        )
        tell(look)

    watch = Watch(needed, so_far, unit, show, fixed=fixed)
    try:
        with shown:
            yield watch
    except KeyboardInterrupt:
        typer.echo(stopped(watch.last.done, unit, left), err=True)
        if watch.last.done and (told := found(watch.games)):
            lines = "\n" if "\n" in told else " "
            typer.echo(f"so far:{lines}{told}", err=True)
        raise


def progress_bar(console: "Console") -> "Progress":
    """The bar itself, as wide as the words leave room for."""
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    def words(name: str) -> TextColumn:
        column = Column(no_wrap=True)
        return TextColumn(f"{{task.fields[{name}]}}", table_column=column)

    return Progress(
        words("count"),
        BarColumn(None, table_column=Column(ratio=1)),
        words("pace"),
        words("known"),
        console=console,
        transient=True,
        expand=True,
        disable=not console.is_terminal,
    )


def kept_in(*out: Path | None) -> str:
    """What becomes of the games so far."""
    files = " and ".join(str(file) for file in out if file is not None)
    if not files:
        return "--out FILE would have kept them"
    return f"they are in {files}, the same command goes on"


def stopped(done: int, unit: Unit, left: str) -> str:
    """What is left after Ctrl-C."""
    if not done:
        return f"stopped before a {unit} was done"
    return f"stopped after {counted(done, unit)}; {left}"
