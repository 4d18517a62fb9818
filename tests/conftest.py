"""What all tests share: settings of their own, not those of whoever runs them."""

import os
import signal
import tempfile
from pathlib import Path

import pytest

PROCESSES = (
    "core/test_save",
    "sim/test_cli_sim",
    "study/test_cluster",
    "test_cli",
    "test_play",
    "vasl/live/",
    "web/",
)
"""Tests with a browser, a server, or programs that are killed: what meets there is
scheduled by the machine, and one that is busy may cut a line that was being read."""

TESTS = Path(__file__).parent


def pytest_configure() -> None:
    """Empty folders and Ctrl-C, for this process and those that it starts."""
    os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="opfor-tests-")
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="opfor-tests-")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # run in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those with other processes are tried once more; "R" in the report tells it."""
    for item in items:
        if item.path.relative_to(TESTS).as_posix().startswith(PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))
