"""Ctrl-C while something is being started."""

import signal
import subprocess
import sys
from threading import Event, Thread, get_ident

import pytest

from opfor.core.interrupts import Terminated, interrupts_held, one_interrupt

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "pthread_sigmask"), reason="Windows has no masks"
)

HEARS = "import signal as s; print(s.SIGINT not in s.pthread_sigmask(s.SIG_BLOCK, []))"


def started() -> None:
    """What is started goes to its end though Ctrl-C comes; then it is heard."""
    with interrupts_held():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        STEPS.append("started")


STEPS: list[str] = []


def test_waits() -> None:
    """Once it is started Ctrl-C comes, once; and from then on at once again."""
    STEPS.clear()
    usual = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        started()
    assert STEPS == ["started"]
    assert signal.getsignal(signal.SIGINT) == usual
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_one() -> None:
    """The first Ctrl-C stops what is done, the next do not disturb how it ends."""
    usual = signal.getsignal(signal.SIGINT)
    other = signal.getsignal(signal.SIGTERM)
    STEPS.clear()

    def stopped() -> None:
        with one_interrupt():
            try:
                signal.raise_signal(signal.SIGINT)
            finally:
                signal.raise_signal(signal.SIGINT)
                STEPS.append("ended")

    with one_interrupt():
        pass
    assert signal.getsignal(signal.SIGINT) == usual
    try:
        with pytest.raises(KeyboardInterrupt):
            stopped()
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, usual)
        signal.signal(signal.SIGTERM, other)
    assert STEPS == ["ended"]


def test_sigterm() -> None:
    """SIGTERM stops it as Ctrl-C does, and waits as that does while things start."""
    usual = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    STEPS.clear()

    def stopped() -> None:
        with one_interrupt():
            try:
                with interrupts_held():
                    signal.raise_signal(signal.SIGTERM)
                    STEPS.append("started")
            finally:
                signal.raise_signal(signal.SIGINT)
                signal.raise_signal(signal.SIGTERM)
                STEPS.append("ended")

    try:
        with pytest.raises(Terminated):
            stopped()
    finally:
        for one, handler in usual.items():
            signal.signal(one, handler)
    assert STEPS == ["started", "ended"]


def test_one_is_ignored() -> None:
    """Where Ctrl-C is ignored, as in the background, it stays so."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with one_interrupt():
            signal.raise_signal(signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, usual)


def test_by_another_thread() -> None:
    """A thread that was there before may be the one that it comes to."""
    go, gone = Event(), Event()

    def hears() -> None:
        go.wait()
        signal.pthread_kill(get_ident(), signal.SIGINT)
        gone.set()

    def start() -> None:
        with interrupts_held():
            go.set()
            gone.wait()
            STEPS.append("started")

    STEPS.clear()
    Thread(target=hears).start()
    with pytest.raises(KeyboardInterrupt):
        start()
    assert STEPS == ["started"]


def test_in_another_thread() -> None:
    """There nothing is noted: Ctrl-C comes to the main thread, as always."""
    usual, found = signal.getsignal(signal.SIGINT), list[object]()

    def start() -> None:
        with interrupts_held():
            found.append(signal.getsignal(signal.SIGINT))

    other = Thread(target=start)
    other.start()
    other.join()
    assert found == [usual]


def test_processes_hear_nothing() -> None:
    """A process that is begun meanwhile has it blocked from its first moment."""

    def heard() -> str:
        begun = [sys.executable, "-c", HEARS]
        return subprocess.run(begun, capture_output=True, text=True, check=True).stdout

    with interrupts_held():
        within = heard()
    assert (within.strip(), heard().strip()) == ("False", "True")
