"""Ctrl-C while processes are being started, and while they are being ended."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait until something is started; what it starts never hears of it.

    Ctrl-C comes to all processes of a terminal, also while they are being loaded; they
    are told to end by whoever started them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - not of Windows

    resource_tracker.ensure_running()  # as it starts it would let Ctrl-C in again
    with _noted():
        # What is blocked here is in the threads and processes that are begun, too.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def one_interrupt() -> Iterator[None]:
    """Ctrl-C stops what is done inside; another one does not disturb how that ends.

    From the first on none is heard any more, for the program is about to end.
    """
    usual, heard = signal.getsignal(signal.SIGINT), False
    if current_thread() is not main_thread() or usual is signal.SIG_IGN:
        yield
        return

    def hear(_number: int, _frame: object) -> None:
        nonlocal heard
        if not heard:
            heard = True
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        if not heard:
            signal.signal(signal.SIGINT, usual)


@contextmanager
def _noted() -> Iterator[None]:
    """Ctrl-C that another thread takes, and so reaches this one, comes at the end."""
    if current_thread() is not main_thread():  # none reaches it
        yield
        return
    held: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if held:
            signal.raise_signal(signal.SIGINT)
