"""Ctrl-C and SIGTERM while processes are being started, and while they are ended."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


class Terminated(KeyboardInterrupt):
    """SIGTERM, by which a system or its scheduler ends a program: told as Ctrl-C is."""


STOPS = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}
"""The signals that stop what is done, and what each raises."""


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait until something is started.

    What it starts never hears of Ctrl-C, which comes to all processes of a terminal,
    also while they are being loaded; they are told to end by whoever started them.
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

    From the first on none is heard any more, for the program is about to end. SIGTERM
    does the same. Where one of them is ignored, as in the background, it stays so.

    Errors:
        KeyboardInterrupt: Ctrl-C was heard.
        Terminated: SIGTERM was heard.
    """
    if current_thread() is not main_thread():
        yield
        return
    usual, heard = {one: signal.getsignal(one) for one in STOPS}, False

    def hear(number: int, _frame: object) -> None:
        nonlocal heard
        if not heard:
            heard = True
            raise STOPS[signal.Signals(number)]

    for one in STOPS:
        if usual[one] is not signal.SIG_IGN:
            signal.signal(one, hear)
    try:
        yield
    finally:
        if not heard:
            for one in STOPS:
                signal.signal(one, usual[one])


@contextmanager
def _noted() -> Iterator[None]:
    """SIGTERM, and Ctrl-C that another thread takes and so reaches this one, wait."""
    if current_thread() is not main_thread():  # none reaches it
        yield
        return
    held: list[int] = []

    def note(number: int, _frame: object) -> None:
        held.append(number)

    usual = {one: signal.signal(one, note) for one in STOPS}
    try:
        yield
    finally:
        for one in STOPS:
            signal.signal(one, usual[one])
        if held:
            signal.raise_signal(held[0])
