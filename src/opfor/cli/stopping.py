"""How a long command ends at Ctrl-C, and at SIGTERM, which schedulers send."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

TERMINATED = 143
"""The exit code after SIGTERM."""


@contextmanager
def stopped_once() -> Iterator[None]:
    """Ctrl-C or SIGTERM stops what is done inside, once; each has its exit code."""
    from opfor.core.interrupts import Terminated, one_interrupt

    try:
        with one_interrupt():
            yield
    except Terminated:
        raise typer.Exit(TERMINATED) from None
