"""Memory of what is closed, given back to the system."""

import ctypes
import gc
from contextlib import suppress


def give_back_memory() -> None:
    """Collect what only refers to itself, and give the system back what is free.

    A closed game is such a circle, and large; left to itself it is looked for seldom.
    Each game has a thread of its own, so its memory lies in a place of its own, which
    glibc keeps when it is empty; elsewhere there is nothing to ask.
    """
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
