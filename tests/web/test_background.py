"""Games in the background end with the server, however it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urljoin

import httpx2
import pytest

from tests.sim.saves import tutorial
from tests.web.browser import PATIENCE, server

GONE = """
import os, time
from opfor.web.background import OwnProcesses

if __name__ == "__main__":
    workers = OwnProcesses(1)
    played = workers.each(time.sleep, {things})
    next(played)  # it works, and is at the second thing
    os._exit(0)
"""

LONG = 1000
"""Seconds of work, and a third of it: by then a process that goes on has failed."""


@pytest.mark.parametrize("things", [[0, 1], [0, LONG]])
def test_killed(things: list[int]) -> None:
    """What is done for a server that is gone is told to nobody, and not done on."""
    done = subprocess.run(  # it waits for whoever can still write as well
        [sys.executable, "-c", GONE.format(things=things)],
        capture_output=True,
        text=True,
        check=True,
        timeout=LONG / 3,
    )
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs groups of processes")
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end(told: signal.Signals, tmp_path: Path) -> None:
    """In the middle of an analysis all end without a word, when loading as well.

    Ctrl-C comes to each process of the group, SIGTERM to the server alone.
    """
    games = tmp_path / "opfor" / "games"
    games.mkdir(parents=True)
    tutorial(games / "idle.opfor")
    with (
        (tmp_path / "errors").open("w+") as errors,
        server(tmp_path, stderr=errors.fileno(), own_group=True) as one,
        httpx2.Client(timeout=PATIENCE, follow_redirects=True) as asks,
    ):
        asks.get(one.url).raise_for_status()
        root = urljoin(one.url, "/")[:-1]
        api = f"{root}/api/replays/idle/analysis"
        begun = asks.post(api, headers={"origin": root}).raise_for_status()
        assert begun.json()["running"]
        if told is signal.SIGINT:
            os.killpg(one.process.pid, told)
        else:
            one.process.send_signal(told)
        assert one.process.wait() == 0
        assert one.process.stdout
        one.process.stdout.read()  # it ends with the last of whoever can still write
        assert (tmp_path / "errors").read_text() == ""
