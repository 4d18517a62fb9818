"""A server as a process of its own, and the browser that looks at it."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or ""
ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip
needs_chromium = pytest.mark.skipif(
    not CHROMIUM or find_spec("playwright") is None,
    reason="needs playwright and Debian's chromium",
)
"""On every test in a browser."""

SETTLED = "body:not([data-settling])"
"""On a game's page: the buttons that end something take presses."""

PATIENCE = 60_000
"""Milliseconds; the first start compiles LOS."""


def free_port() -> int:
    """A port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Server:
    """`opfor play --web` as a process of its own."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        stderr: int | None = None,
        own_group: bool = False,
    ) -> None:
        command = [sys.executable, "-m", "opfor", "play", "--web", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=own_group,
            env=os.environ
            | {
                "XDG_DATA_HOME": str(data),
                "XDG_CONFIG_HOME": str(data),
                "PYTHONUNBUFFERED": "1",
            },
        )
        assert self.process.stdout
        found = re.search(r"http\S+", self.process.stdout.readline())
        assert found
        self.url = found[0]

    def kill(self) -> None:
        """As when the machine goes down."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


@contextmanager
def server(
    data: Path, *arguments: str, stderr: int | None = None, own_group: bool = False
) -> Iterator[Server]:
    """A server that is gone afterwards."""
    found = Server(data, *arguments, stderr=stderr, own_group=own_group)
    try:
        yield found
    finally:
        found.kill()
