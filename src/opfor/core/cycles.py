"""When Python looks for objects that hold each other: not while somebody waits.

Rules make no such objects, but to look through what a game keeps of its map takes some
tenths of a second, wherever it falls due: in the middle of the ENEMY's turn as well.
"""

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """None are looked for meanwhile; what came up is looked through afterwards."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def set_aside() -> None:
    """What there is now, a game's map and tables, is not looked through any more."""
    gc.freeze()


def take_back() -> None:
    """Look through all of it once, as a game has ended, and set the rest aside.

    What became free goes back to the system: each game has a thread of its own, whose
    memory glibc keeps in a place of its own, though it is empty. Elsewhere nobody asks.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
